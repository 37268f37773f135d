import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { atMost, noted } from './figure.ts'
import { processorMsOf } from './processor.ts'
import { startServerProcess } from './server-process.ts'

const LOOK_EVERY_MS = 2_000
const IDLE_SHARE = 0.05
/** Nothing to do for so many looks: jobs that are waited for are begun within a few seconds. */
const IDLE_LOOKS = 5
const LONGEST_MS = 600_000

/** As who tries the product has it: simulated vendors in the process, sample accounts read, judged and lived through from nothing. */
export const demonstration: Bench = async () => {
  buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const server = await startServerProcess(folder, { DEMO_HISTORY: '1' })
  const startedAt = performance.now()
  let used = processorMsOf(server.pid)
  for (let idle = 0; idle < IDLE_LOOKS && performance.now() - startedAt < LONGEST_MS; ) {
    await sleep(LOOK_EVERY_MS)
    const before = used
    used = processorMsOf(server.pid)
    idle = used - before < LOOK_EVERY_MS * IDLE_SHARE ? idle + 1 : 0
  }
  const peak = server.memory?.peak()
  await server.stop()
  rmSync(folder, { recursive: true })
  return [
    ...(peak === undefined
      ? []
      : [atMost('demonstration: peak memory', 700, { value: peak, unit: 'MB', n: 1 })]),
    noted('demonstration: processor', { value: used / 1000, unit: 's', n: 1 }),
  ]
}
