import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { median, noted } from './figure.ts'
import { startServerProcess } from './server-process.ts'

/** As after `npm start` in a fresh clone, without the installation: simulators, empty folder, first page. */
export const firstBoot: Bench = async ({ full }) => {
  buildWeb()
  const seconds: number[] = []
  const peaks: number[] = []
  for (let round = 0; round < (full ? 5 : 2); round++) {
    const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
    const server = await startServerProcess(folder, { DEMO_HISTORY: '1' })
    seconds.push(server.bootSeconds)
    if (server.memory) peaks.push(server.memory.peak())
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  const n = seconds.length
  return [
    noted('first-boot', { value: median(seconds), unit: 's', n }),
    ...(peaks.length > 0
      ? [noted('first-boot peak memory', { value: median(peaks), unit: 'MB', n })]
      : []),
  ]
}
