import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Whether Node's TypeScript parser was loaded, by the program and by a thread of it, each with one of our files. */
const FILE = JSON.stringify(join(ROOT, 'src/platform/clock.ts'))
const IS_LOADED = "process.moduleLoadList.some((name) => name.includes('amaro'))"
const THREAD = `
  await import(${FILE})
  const { parentPort } = await import('node:worker_threads')
  parentPort.postMessage(${IS_LOADED})`
/** As `serve.mjs` begins. */
const PROGRAM = `
  await import(${JSON.stringify(join(ROOT, 'scripts/quick-imports.mjs'))})
  await import(${FILE})
  const { Worker } = await import('node:worker_threads')
  const thread = new Worker(${JSON.stringify(THREAD)}, { eval: true })
  thread.on('message', (inThread) => console.log(${IS_LOADED}, inThread))`

test('from the second start on neither the program nor its threads load the TypeScript parser', () => {
  const start = () =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: ROOT,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    }).trim()
  start()
  expect(start()).toBe('false false')
})
