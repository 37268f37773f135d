import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('./heap-limits.ts', import.meta.url).href
const AS_STARTED = ['--max-semi-space-size=16', '--max-old-space-size=1536', '--input-type=module']
const THREAD = `
  const { getHeapStatistics } = process.getBuiltinModule('v8')
  const { parentPort } = process.getBuiltinModule('worker_threads')
  parentPort.postMessage(Math.round(getHeapStatistics().heap_size_limit / 2 ** 20))`
const PROGRAM = `
  import { once } from 'node:events'
  import { Worker } from 'node:worker_threads'
  import { heedThreadLimits, smallYoung } from '${MODULE}'
  heedThreadLimits()
  const given = [{ maxOldGenerationSizeMb: 100, maxYoungGenerationSizeMb: 12 }, smallYoung(24)]
  for (const resourceLimits of given) {
    const thread = new Worker(${JSON.stringify(THREAD)}, { eval: true, resourceLimits })
    console.log(...await once(thread, 'message'))
  }`

test('threads hold no more than they are given, whatever the command line says of heaps', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...AS_STARTED, '-e', PROGRAM])
  const [small, large] = stdout.trim().split('\n').map(Number)
  expect(small).toBe(112)
  // As much as the main thread, whose young take three times 16 MB.
  expect(large).toBe(1536 + 48 + 24)
})
