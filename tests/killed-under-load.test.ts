import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysOf, LEVELS, type Level, sumsOf } from '../src/platform/db/levels.ts'
import { accountNotes } from '../src/platform/db/schema/changes.ts'
import { changeLimits } from '../src/platform/db/schema/recommendations.ts'
import { jobs } from '../src/platform/db/schema/work.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import {
  type KilledWorld,
  type Outcome,
  openKilledWorld,
  SETTLED_WITHIN_MS,
  SHOP,
} from './killed-world.ts'
import type { HangUp, LoadOrder, LoadReport, ToldLoad } from './load-thread.ts'
import { type RoleProcess, startRole } from './role-process.ts'

/**
 * Two web and two workers on one PostgreSQL, one of each killed at every turn and started again, while people read, write
 * and have accounts read: nothing acknowledged is lost, nothing is made twice, and every read is answered by the web
 * process that lives. `npm run test:faults -- --only killed-under-load --rounds 15` is five minutes of it; not in `npm test`,
 * where one turn would wait for a dead worker's lease for a minute.
 */
const ROUNDS = process.env.TEST_ROUNDS
const TURNS = Math.min(15, Number(ROUNDS ?? 0))
const TURN_MS = 20_000
/** Before the first kill: compilers are done, and syncs are under way. */
const WARM_UP_MS = 5_000
const ROLES = ['web', 'web', 'worker', 'worker', 'scheduler'] as const
const OWNERS = 4

type OwnerOfShop = Awaited<ReturnType<KilledWorld['ownerOfShop']>>

describe.skipIf(!process.env.TEST_DATABASE_URL || !ROUNDS)('killed under load', () => {
  let world: KilledWorld
  let programs: RoleProcess[] = []
  /** When, by the address that a process had to itself. */
  const killedAt = new Map<string, number>()
  const owners: OwnerOfShop[] = []

  beforeAll(async () => {
    world = await openKilledWorld()
    programs = await Promise.all(ROLES.map(start))
    for (let i = 0; i < OWNERS; i++) owners.push(await world.ownerOfShop())
    const { ctx } = world
    // What people change by hand in a day is changed here in seconds.
    const limits = { isReadOnly: false, dailyChanges: 100_000, updatedAt: ctx.clock.now() }
    for (const { customerId } of owners)
      await ctx.db.insert(changeLimits).values({ customerId, ...limits })
  })
  afterAll(async () => {
    for (const { child } of programs) child.kill('SIGKILL')
    await world?.close()
  })

  test(
    `${TURNS} turns`,
    async () => {
      const { waits, written, odd, unanswered } = await underLoad(async (tellWhere) => {
        await sleep(WARM_UP_MS)
        for (let turn = 0; turn < TURNS; turn++) {
          const next = sleep(TURN_MS)
          await Promise.all([killOne('web', turn), killOne('worker', turn)])
          tellWhere()
          await next
        }
      })
      for (const [what, ms] of Object.entries(waits)) process.stdout.write(`${told(what, ms)}\n`)
      expect(odd).toEqual([])
      // On a busy machine one that waited for the first until it was killed is still with the second when that one's turn comes.
      const isKilled = ({ url, at }: HangUp) =>
        (killedAt.get(url) ?? Number.POSITIVE_INFINITY) <= at
      process.stdout.write(`reads that both were killed under: ${unanswered.length}\n`)
      expect(unanswered.filter(({ hungUp }) => !hungUp.every(isKilled))).toEqual([])
      await world.atRest()
      for (const outcomes of Object.values(written))
        expect(outcomes.some(({ acknowledged }) => acknowledged)).toBe(true)
      await expectNotes(written.note)
      for (const outcome of written.negative) await world.expectOnceAtGoogle(outcome)
      await expectMails(written.mail)
      expect(await world.ctx.db.select().from(jobs).where(eq(jobs.status, 'failed'))).toEqual([])
      for (const owner of owners) await expectDaysAsAtGoogle(owner)
    },
    (TURN_MS + 60_000) * TURNS + 4 * SETTLED_WITHIN_MS,
  )

  function start(role: RoleProcess['role']): Promise<RoleProcess> {
    const settings = { GOOGLE_ADS_HISTORY_DAYS: '30', GOOGLE_ADS_DAILY_OPERATIONS: '10000000' }
    return startRole(role, { ...world.environment, ...settings, TRUST_PROXY: '1' })
  }

  async function killOne(role: 'web' | 'worker', turn: number): Promise<void> {
    const at = ROLES.indexOf(role) + (turn % 2)
    const { child, url } = programs[at]!
    killedAt.set(url, Date.now())
    child.kill('SIGKILL')
    programs[at] = await start(role)
  }

  async function underLoad(during: (tellWhere: () => void) => Promise<void>): Promise<LoadReport> {
    const people = owners.map(({ id, cookie }) => ({ id, cookie }))
    const order: LoadOrder = { people, account: SHOP, campaignId: world.campaignId }
    const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: order })
    const reported = once(thread, 'message') as Promise<[LoadReport]>
    const tell = (told: ToldLoad) => thread.postMessage(told)
    const tellWhere = () => tell([programs[0]!.url, programs[1]!.url])
    tellWhere()
    try {
      await Promise.race([during(tellWhere), reported])
    } finally {
      tell(null)
    }
    const [report] = await reported
    return report
  }

  async function expectNotes(outcomes: readonly Outcome[]): Promise<void> {
    const kept = (await world.ctx.db.select().from(accountNotes)).map(({ body }) => body)
    expect(new Set(kept).size, 'none twice').toBe(kept.length)
    const promised = outcomes.filter(({ acknowledged }) => acknowledged).map(({ text }) => text)
    expect(promised.filter((text) => !kept.includes(text))).toEqual([])
  }

  /** A worker that dies between the mail server's answer and its commit tries again, and only that makes a second mail. */
  async function expectMails(outcomes: readonly Outcome[]): Promise<void> {
    const writing = await world.ctx.db
      .select({ attempts: jobs.attempts })
      .from(jobs)
      .where(inArray(jobs.kind, ['writeRegistrationMail', 'sendMail']))
    const triesMore = writing.reduce((sum, { attempts }) => sum + attempts - 1, 0)
    const outbox = world.google.smtp.outbox().map(({ to }) => to)
    const missing = outcomes.filter(
      ({ text, acknowledged }) => acknowledged && !outbox.includes(text),
    )
    expect(missing).toEqual([])
    const doubled = outcomes.map(({ text }) => outbox.filter((to) => to === text).length - 1)
    const twice = doubled.filter((more) => more > 0).reduce((sum, more) => sum + more, 0)
    expect(twice).toBeLessThanOrEqual(triesMore)
  }

  /** However often a sync was cut short: no day is missing or counted twice, and months are what their days add up to. */
  async function expectDaysAsAtGoogle({ customerId }: OwnerOfShop): Promise<void> {
    const { db, clock } = world.ctx
    const to = addDays(dayInZone(clock.now(), 'Europe/Madrid'), -1)
    const from = addDays(to, -20)
    const rows = await world.ask(
      `SELECT segments.date, metrics.clicks, metrics.cost_micros FROM customer WHERE segments.date BETWEEN '${from}' AND '${to}'`,
    )
    const atGoogle = rows.map(({ segments, metrics }) => {
      const [clicks, cost] = [Number(metrics?.clicks ?? 0), Number(metrics?.costMicros ?? 0)]
      return { day: segments?.date ?? '', clicks, cost }
    })
    const { rows: days } = await db.execute(sql`
      select day::text as day, clicks, cost_micros as cost from account_day
      where customer_id = ${customerId} and day between ${from}::date and ${to}::date order by day`)
    expect(days).toEqual(atGoogle.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    for (const level of Object.keys(LEVELS) as Level[])
      expect([level, await monthsApart(customerId, level)]).toEqual([level, 0])
  }

  /** How many rows of months are not what their days add up to, or the other way round. */
  async function monthsApart(customerId: number, level: Level): Promise<number> {
    const keys = keysOf(level)
    const added = ["date_trunc('month', day::timestamp)::date", ...keys].join(', ')
    const sums = sumsOf(level).map((sum) => `sum(${sum})::bigint`)
    const kept = ['month', ...keys, ...sumsOf(level)].join(', ')
    const { rows } = await world.ctx.db.execute<{ n: number }>(sql`
      with added as (
        select ${sql.raw(`${added}, ${sums.join(', ')} from ${level}_day`)}
        where customer_id = ${customerId} group by ${sql.raw(added)}),
      kept as (select ${sql.raw(`${kept} from ${level}_month`)} where customer_id = ${customerId})
      select count(*)::int as n
      from ((table added except table kept) union all (table kept except table added)) apart`)
    return rows[0]!.n
  }
})

function told(what: string, waits: readonly number[]): string {
  const sorted = waits.toSorted((a, b) => a - b)
  const ms = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return `${what}: ${sorted.length}, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, slowest ${Math.round(sorted.at(-1) ?? 0)} ms`
}
