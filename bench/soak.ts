import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAllAccounts } from '../src/features/accounts/actions/connect-all-accounts.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { bareClient } from './bare-client.ts'
import type { Bench } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { atMost, type Figure, noted } from './figure.ts'
import { startGoogleSide } from './google-side.ts'
import { createPerson } from './person.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const SMALL = { email: 'pablo.nuevo@gmail.test', customerId: '8090112244' }
const SECOND_MS = 1_000
const ASK_EVERY_MS = 20
const SYNC_EVERY_MS = 10_000
/** More ranges than the cache of results has room for, so that it is full and turned over when the measure begins. */
const RANGES = 900
/** Of a process of some 300 MB: what a day of it would be counts, and within ten minutes noise is as large as this. */
const MOST_MB_A_MINUTE = 1

/**
 * Reads and syncs in one process with everything on PGlite for ten minutes with `--full`, else one and a half: whether its
 * memory still grows once caches are full. Of the short one the slope is told and not judged: garbage outweighs it.
 */
export const soak: Bench = async ({ full }) => {
  buildWeb()
  const google = await startGoogleSide({ email: SMALL.email })
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = { ...google.recordedEnvironment, GOOGLE_ADS_HISTORY_DAYS: '30' }
  try {
    const cookie = await prepare(folder, environment, google.refreshToken)
    const server = await startServerProcess(folder, environment)
    try {
      return figuresOf(await watch(server, cookie, full ? 600 : 90), full)
    } finally {
      await server.stop()
    }
  } finally {
    await google.close()
    rmSync(folder, { recursive: true })
  }
}

async function prepare(
  folder: string,
  environment: Record<string, string>,
  refreshToken: string,
): Promise<string> {
  const config = readConfig({ ...environment, DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const { ctx, close } = await openContext(config)
  try {
    const person = await createPerson(ctx)
    await connectAllAccounts(person.ctx, { email: SMALL.email, scopes: [], refreshToken })
    await syncNow(ctx, SMALL.customerId)
    return person.cookie
  } finally {
    await close()
  }
}

/** Seconds since the start, and MB. */
type Sample = { at: number; megabytes: number }
type Watched = { samples: Sample[]; reads: number; syncs: number }

async function watch(server: ServerProcess, cookie: string, seconds: number): Promise<Watched> {
  const client = bareClient(4)
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / SECOND_MS
  const watched: Watched = { samples: [], reads: 0, syncs: 0 }
  const every = async (ms: number, act: () => Promise<void>) => {
    while (elapsed() < seconds) {
      const startedAt = performance.now()
      await act()
      await sleep(Math.max(1, ms - (performance.now() - startedAt)))
    }
  }
  await Promise.all([
    every(ASK_EVERY_MS, async () => {
      await client.ask(`${server.origin}${pathOf(watched.reads++)}`, cookie)
    }),
    every(SYNC_EVERY_MS, async () => {
      const path = `${server.origin}/api/google-accounts/${SMALL.customerId}/sync`
      const answer = await fetch(path, { method: 'POST', headers: { cookie } })
      await answer.text()
      if (answer.ok) watched.syncs++
    }),
    every(SECOND_MS, async () => {
      const megabytes = server.memory?.now()
      if (megabytes !== undefined) watched.samples.push({ at: elapsed(), megabytes })
    }),
  ])
  client.close()
  return watched
}

function pathOf(read: number): string {
  const today = dayInZone(new Date(), 'Europe/Madrid')
  const view = read % 2 === 0 ? 'campaign-metrics' : 'account-metrics'
  const back = 1 + Math.floor((read % RANGES) / 2)
  return `/api/${view}/${SMALL.customerId}?from=${addDays(today, -back)}&to=${today}`
}

function figuresOf({ samples, reads, syncs }: Watched, full: boolean): Figure[] {
  // The first half fills caches and compiles.
  const settled = samples.slice(Math.floor(samples.length / 2))
  if (settled.length < 2) return []
  const n = settled.length
  const slope = { value: slopeOf(settled) * 60, unit: 'MB/min', n }
  return [
    noted('soak: reads', { value: reads, unit: '', n: reads }),
    noted('soak: syncs asked for', { value: syncs, unit: '', n: syncs }),
    noted('soak: memory at the end', { value: settled.at(-1)?.megabytes ?? 0, unit: 'MB', n: 1 }),
    full
      ? atMost('soak: growth of memory', MOST_MB_A_MINUTE, slope)
      : noted('soak: growth of memory', slope),
  ]
}

/** Least squares: MB a second. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [at, megabytes] = [
    mean(samples.map((one) => one.at)),
    mean(samples.map((one) => one.megabytes)),
  ]
  const together = samples.map((one) => (one.at - at) * (one.megabytes - megabytes))
  return mean(together) / mean(samples.map((one) => (one.at - at) ** 2))
}
