import type { Bench } from './bench.ts'
import { median, noted } from './figure.ts'
import { startServerProcess } from './server-process.ts'

/** With 400 days of the largest account in the folder. */
export const reboot: Bench = async ({ full, history }) => {
  const { dataDir, environment } = await history()
  const seconds: number[] = []
  for (let round = 0; round < (full ? 7 : 3); round++) {
    const server = await startServerProcess(dataDir, environment)
    seconds.push(server.bootSeconds)
    await server.stop()
  }
  return [noted('reboot', { value: median(seconds), unit: 's', n: seconds.length })]
}
