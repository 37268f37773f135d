import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'
import { payAtStripe } from '../tests/pay-at-stripe.ts'
import type { Bench, BenchStage } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { atMost, noted, quantile } from './figure.ts'
import { LARGEST } from './google-side.ts'
import { peopleToSync } from './people-to-sync.ts'
import { createPerson } from './person.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const SYNCING = 5
const BUYERS = 10
const MOST_MS = 3_000
const ASK_AGAIN_MS = 100

/** From the press on 'pay' at Stripe to the open dashboard, while five accounts sync in the same process. */
export const activation: Bench = async (stage) => {
  buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = {
    ...(await stage.google()).recordedEnvironment,
    // So much that all five are at it as long as people buy.
    GOOGLE_ADS_HISTORY_DAYS: '400',
  }
  const people = await prepare({ ...environment, DATA_DIR: folder, LOG_LEVEL: 'warn' }, stage)
  const server = await startServerProcess(folder, environment)
  try {
    const running = await startSyncs(server, people.syncing)
    const waits: number[] = []
    for (const buyer of people.buyers) {
      if ((await running()) < SYNCING) break
      const waited = await buy(server, buyer)
      // One that ended meanwhile would make it easier.
      if ((await running()) === SYNCING) waits.push(waited)
    }
    if (waits.length === 0) throw new Error('the five syncs ended before the first purchase')
    const of = (value: number) => ({ value, unit: 'ms', n: waits.length })
    return [
      atMost('activation, paid to open, worst', MOST_MS, of(Math.max(...waits))),
      noted('activation, paid to open, median', of(quantile(waits, 0.5))),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

type People = { syncing: string[]; buyers: string[] }

async function prepare(environment: Record<string, string>, stage: BenchStage): Promise<People> {
  const { refreshToken } = await stage.google()
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    const syncing = await peopleToSync(ctx, refreshToken, SYNCING)
    await ctx.db.execute(sql`update ad_accounts set last_synced_at = now()`)
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, () => createPerson(ctx, { isActive: false })),
    )
    return {
      syncing: syncing.map(({ cookie }) => cookie),
      buyers: buyers.map(({ cookie }) => cookie),
    }
  } finally {
    await close()
  }
}

/** Answers how to count those that are under way. */
async function startSyncs(server: ServerProcess, people: readonly string[]) {
  for (const cookie of people)
    await send(server, cookie, 'POST', `/api/google-accounts/${LARGEST.customerId}/sync`)
  const running = async () => {
    const states = people.map(async (cookie) => {
      const accounts = await send(server, cookie, 'GET', '/api/google-accounts')
      return (accounts as { hasSyncNews: boolean }[]).some(({ hasSyncNews }) => hasSyncNews)
    })
    return (await Promise.all(states)).filter(Boolean).length
  }
  return running
}

async function buy(server: ServerProcess, cookie: string): Promise<number> {
  const order = await send(server, cookie, 'POST', '/api/stripe/create-checkout-session', {})
  const startedAt = performance.now()
  await payAtStripe((order as { url: string }).url)
  while (!(await isOpen(server, cookie))) await sleep(ASK_AGAIN_MS)
  return performance.now() - startedAt
}

/** As the browser does when it comes back: asks for the activation, then for the first screen. */
async function isOpen(server: ServerProcess, cookie: string): Promise<boolean> {
  const activated = await ask(server, cookie, 'POST', '/api/auth/activate-subscription', {})
  if (activated.status === 409) return false
  if (!activated.ok) throw new Error(`the activation answered ${activated.status}`)
  return (await ask(server, cookie, 'GET', '/api/portfolio')).ok
}

async function send(
  server: ServerProcess,
  cookie: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await ask(server, cookie, method, path, body)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

function ask(
  { origin }: ServerProcess,
  cookie: string,
  method: string,
  path: string,
  body: object | undefined = method === 'GET' ? undefined : {},
): Promise<Response> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  return fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}
