import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { eraseAccountData } from '#account-data/erase-tenant.ts'
import { keepSums } from '#account-data/kept-sums.ts'
import { type SumsQuestion, sumLevel } from '#account-data/sums.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { addDays, eachDay } from '#shared/dates.ts'
import { testContext } from '../../../tests/database.ts'
import { writeFacts } from './actions/write-facts.ts'
import type { FactRow } from './rules/fact-row.ts'

const it = testContext()
const TODAY = '2026-11-20'
/** Of a write: the first day, how many days from there, how much of them has rows, and what their sums are made of. */
const WRITE = fc.record({
  back: fc.integer({ min: 0, max: 100 }),
  length: fc.integer({ min: 1, max: 40 }),
  percent: fc.integer({ min: 0, max: 100 }),
  seed: fc.nat(),
})
type Write = { back: number; length: number; percent: number; seed: number }

let customerId = 0
beforeEach(async () => {
  customerId = await newAccount()
})

async function newAccount(): Promise<number> {
  const id = randomInt(1, 2 ** 40)
  const userId = randomUUID()
  await it.ctx.db.execute(sql`
    insert into users (id, email, name, password_hash, role, is_active, created_at)
    values (${userId}, ${`${userId}@prueba.test`}, 'Prueba', '-', 'user', true, now())`)
  await it.ctx.db.execute(sql`
    insert into ad_accounts (customer_id, user_id, google_customer_id, name, is_manager, currency_code, time_zone, source,
      granularity, connected, sync_version, created_at)
    values (${id}, ${userId}, '1000000001', 'Cuenta', false, 'EUR', 'Europe/Madrid', 'google', 'day', true, 0, now())`)
  return id
}

function rowsOf({ back, length, percent, seed }: Write): FactRow[] {
  const from = addDays(TODAY, -back)
  return eachDay(from, lastDayOf({ back, length })).flatMap((day, d) =>
    Array.from({ length: 12 }, (_, k) => k)
      .filter((k) => (seed + d * 31 + k * 17) % 100 < percent)
      .map((k) => ({
        day,
        keys: [k % 3, k % 4, k],
        sums: Array.from({ length: 8 }, (_, i) => (seed + d * 7 + k * 3 + i) % 1000),
      })),
  )
}

const lastDayOf = ({ back, length }: Pick<Write, 'back' | 'length'>) =>
  addDays(TODAY, Math.min(0, length - 1 - back))

async function write(one: Write, id = customerId): Promise<void> {
  const group = { from: addDays(TODAY, -one.back), to: lastDayOf(one), rows: rowsOf(one) }
  await writeFacts(it.ctx, { customerId: id, level: 'keyword' }, group)
}

/** Every kept range as sums by keyword, by campaign, of one campaign, in all and as the largest, from the sums or from the days. */
async function answers(byDays?: true, to = TODAY): Promise<unknown[]> {
  const found: unknown[] = []
  for (const days of [7, 30, 90]) {
    const from = addDays(to, 1 - days)
    const ask = async (question: Partial<SumsQuestion>) => {
      const asked = { customerId, level: 'keyword', from, to, ...question } as const
      const rows = await sumLevel(it.ctx, byDays ? { ...asked, byDays } : asked)
      return rows.toSorted((a, b) => (JSON.stringify(a.keys) < JSON.stringify(b.keys) ? -1 : 1))
    }
    const entity = ['ad_group_id', 'criterion_id'] as const
    found.push(
      await ask({ groupBy: entity }),
      await ask({ groupBy: entity, where: { campaign_id: 1 } }),
      await ask({ groupBy: ['campaign_id'] }),
      await ask({}),
      (await ask({ groupBy: entity, top: 5 })).map((row) => row.impressions).sort(),
      (await ask({ groupBy: ['campaign_id'], top: 2 })).map((row) => row.impressions).sort(),
    )
  }
  return found
}

test('kept sums are those of the days, whatever is written before, between and after', async () => {
  const writes = fc.array(WRITE, { minLength: 1, maxLength: 5 })
  const keepings = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(writes, keepings, async (all, keepAfter) => {
      customerId = await newAccount()
      for (const [i, one] of all.entries()) {
        await write(one)
        if (keepAfter.includes(i)) await keepSums(it.ctx, customerId, TODAY)
        expect(await answers()).toEqual(await answers(true))
      }
      const [tomorrow, yesterday] = [addDays(TODAY, 1), addDays(TODAY, -1)]
      await keepSums(it.ctx, customerId, tomorrow)
      for (const to of [yesterday, TODAY, tomorrow])
        expect(await answers(undefined, to)).toEqual(await answers(true, to))
    }),
    { numRuns: 12 },
  )
})

/** Where the kept sums answer, and only there, it shows. */
async function falsifyKept(): Promise<void> {
  await it.ctx.db.execute(
    sql`update keyword_kept set clicks = clicks + 1000000 where customer_id = ${customerId}`,
  )
}

const answersFromKept = async () =>
  JSON.stringify(await answers()) !== JSON.stringify(await answers(true))

const FULL = { back: 95, length: 96, percent: 60, seed: 3 }

test('they answer until a day of theirs changes', async () => {
  await write(FULL)
  await falsifyKept()
  expect(await answersFromKept()).toBe(false)
  await keepSums(it.ctx, customerId, TODAY)
  await falsifyKept()
  expect(await answersFromKept()).toBe(true)
  // Nothing changes, or only what is older than they reach.
  await write(FULL)
  await write({ back: 95, length: 3, percent: 10, seed: 9 })
  expect(await answersFromKept()).toBe(true)
  await write({ back: 89, length: 1, percent: 10, seed: 9 })
  expect(await answersFromKept()).toBe(false)
  expect(await answers()).toEqual(await answers(true))
})

test('what is kept already is not written again, what was kept to another day is', async () => {
  await write(FULL)
  await keepSums(it.ctx, customerId, TODAY)
  await falsifyKept()
  await keepSums(it.ctx, customerId, TODAY)
  expect(await answersFromKept()).toBe(true)
  await keepSums(it.ctx, customerId, addDays(TODAY, -1))
  await keepSums(it.ctx, customerId, TODAY)
  expect(await answers()).toEqual(await answers(true))
})

test('of those who keep and write at once none leaves sums of older days', async () => {
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      keepSums(it.ctx, customerId, TODAY),
      write({ back: 40 + round, length: 41, percent: 50, seed: round }),
      keepSums(it.ctx, customerId, round % 2 === 0 ? TODAY : addDays(TODAY, -1)),
    ])
    expect(await answers()).toEqual(await answers(true))
  }
})

test('what a writer has not committed yet is waited for', async () => {
  await write(FULL)
  let keeping: Promise<void> | undefined
  await inTransaction(it.ctx, async (ctx) => {
    const group = { from: TODAY, to: TODAY, rows: [] }
    await writeFacts(ctx, { customerId, level: 'keyword' }, group)
    keeping = keepSums(it.ctx, customerId, TODAY)
    // Who does not wait is done long before.
    await Promise.race([keeping, sleep(400)])
  })
  await keeping
  expect(await answers()).toEqual(await answers(true))
  await falsifyKept()
  expect(await answersFromKept()).toBe(true)
})

test('a write that is taken back leaves them true, and an erased account leaves none', async () => {
  await write(FULL)
  await keepSums(it.ctx, customerId, TODAY)
  await inTransaction(it.ctx, async (ctx) => {
    await writeFacts(ctx, { customerId, level: 'keyword' }, { from: TODAY, to: TODAY, rows: [] })
    throw new Error('taken back')
  }).catch(() => {})
  await falsifyKept()
  expect(await answersFromKept()).toBe(true)
  await eraseAccountData(it.ctx, customerId)
  const { rows } = await it.ctx.db.execute(sql`
    select 1 from kept_ranges where customer_id = ${customerId}
    union all select 1 from keyword_kept where customer_id = ${customerId}`)
  expect(rows).toEqual([])
})
