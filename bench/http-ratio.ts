import { addDays, dayInZone } from '../src/shared/dates.ts'
import type { Bench } from './bench.ts'
import { atMost, median, noted } from './figure.ts'
import { LARGEST } from './google-side.ts'
import { startServerProcess } from './server-process.ts'

const WARM_UP = 30
const ENDS = 35
const YEAR_DAYS = 365

/** A year of account metrics beside the cheapest answer of the same server, asked in turns. */
export const httpRatio: Bench = async ({ full, history }) => {
  const { dataDir, environment, cookie } = await history()
  const server = await startServerProcess(dataDir, environment)
  const ask = async (path: string) => {
    const askedAt = performance.now()
    const answer = await fetch(`${server.origin}${path}`, { headers: { cookie } })
    await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - askedAt
  }
  const times = { health: [] as number[], fresh: [] as number[], repeated: [] as number[] }
  const ranges = yearsInTurn(full ? 10 : 5)
  for (let i = 0; i < WARM_UP; i++) {
    await ask('/api/health')
    await ask(ranges[0] ?? '')
  }
  for (const range of ranges.slice(1)) {
    times.health.push(await ask('/api/health'))
    times.fresh.push(await ask(range))
    times.repeated.push(await ask(range))
  }
  await server.stop()
  const n = times.health.length
  const health = median(times.health)
  const share = (samples: number[]) => ({ value: median(samples) / health, unit: '× health', n })
  return [
    noted('health p50', { value: health, unit: 'ms', n }),
    atMost('http-ratio', 3, share(times.fresh)),
    noted('http-ratio repeated', share(times.repeated)),
  ]
}

/** Addresses of ranges no two of which are equal, so that no cache knows them; a few days short of a year at most. */
function yearsInTurn(lengths: number): string[] {
  const today = dayInZone(new Date(), 'Europe/Madrid')
  return Array.from({ length: ENDS * lengths }, (_, i) => {
    const to = addDays(today, -(i % ENDS))
    const from = addDays(to, 1 - YEAR_DAYS + Math.floor(i / ENDS))
    return `/api/account-metrics/${LARGEST.customerId}?from=${from}&to=${to}`
  })
}
