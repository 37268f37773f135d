import type { Bench } from './bench.ts'
import { atMost, noted, quantile } from './figure.ts'

/** Memory of the server alone (the simulators run elsewhere) while 400 days of the largest account come in. */
export const backfillMemory: Bench = async ({ history }) => {
  const { memory, rows, seconds } = await history()
  const rate = noted('backfill 400 days', { value: rows / seconds, unit: 'rows/s', n: rows })
  if (!memory) return [rate]
  return [
    rate,
    noted('backfill idle memory', { value: memory.idle, unit: 'MB', n: 1 }),
    atMost('backfill-memory', 600, { value: memory.peak - memory.idle, unit: 'MB', n: rows }),
  ]
}

/** How long a small question waits meanwhile: a statement of PGlite blocks the process. */
export const lag: Bench = async ({ history }) => {
  const { waits } = await history()
  const of = (name: string, value: number) =>
    noted(`lag ${name}`, { value, unit: 'ms', n: waits.length })
  return [
    of('p50', quantile(waits, 0.5)),
    of('p99', quantile(waits, 0.99)),
    of('max', Math.max(...waits)),
  ]
}
