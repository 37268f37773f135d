import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { raiseSyncVersion } from '#account-data/data-version.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { addDays } from '#shared/dates.ts'
import { testContext } from '../../../tests/database.ts'
import { claimDays, forgetPrints, keepPrints } from './actions/day-prints.ts'
import { setSyncState } from './actions/sync-state.ts'
import { writeFacts } from './actions/write-facts.ts'
import { storedPrints } from './queries/stored-prints.ts'
import { dayGroups } from './rules/day-groups.ts'
import type { FactRow } from './rules/fact-row.ts'
import { printDays, unlikeStored } from './rules/row-prints.ts'

const it = testContext()
const RANGE = { from: '2026-09-25', to: '2026-11-03' }

/** Repeatable chance: a failing round can be run again. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Keyword rows of a random part of all keyword-days, with random sums. */
function randomRows(random: () => number): FactRow[] {
  const rows: FactRow[] = []
  for (let back = 0; back < 40; back++)
    for (let keyword = 1; keyword <= 30; keyword++) {
      if (random() < 0.4) continue
      const sums = Array.from({ length: 8 }, () => Math.floor(random() * 1e6))
      rows.push({ day: addDays(RANGE.from, back), keys: [keyword % 3, keyword % 7, keyword], sums })
    }
  return rows
}

async function* inBatches(rows: readonly FactRow[]) {
  for (let start = 0; start < rows.length; start += 97) yield rows.slice(start, start + 97)
}

/** Writes group after group; `dieAfter` groups the process is gone. */
async function write(
  customerId: number,
  rows: readonly FactRow[],
  {
    dieAfter = Infinity,
    ...options
  }: { dieAfter?: number; partRows?: number; printedRows?: number } = {},
) {
  let written = 0
  let groups = 0
  for await (const group of dayGroups(inBatches(rows), RANGE, 60)) {
    if (groups++ >= dieAfter) return written
    written += await writeFacts(it.ctx, { customerId, level: 'keyword' }, group, options)
  }
  return written
}

async function stored(customerId: number) {
  const { rows } = await it.ctx.db.execute<Record<string, number | string>>(sql`
    select day::text as day, campaign_id, ad_group_id, criterion_id, impressions, clicks, cost_micros,
      conversions_micros, value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions
    from keyword_day where customer_id = ${customerId} order by day, campaign_id, ad_group_id, criterion_id`)
  return rows.map((row) => Object.values(row))
}

async function rollup(customerId: number) {
  const { rows } = await it.ctx.db.execute<Record<string, number | string>>(sql`
    select month::text, criterion_id, cost_micros, lost_rank_impressions from keyword_month
    where customer_id = ${customerId} order by 1, 2`)
  return rows
}

async function summedDays(customerId: number) {
  const { rows } = await it.ctx.db.execute<Record<string, number | string>>(sql`
    select date_trunc('month', day::timestamp)::date::text as month, criterion_id,
      sum(cost_micros)::bigint as cost_micros, sum(lost_rank_impressions)::bigint as lost_rank_impressions
    from keyword_day where customer_id = ${customerId} group by 1, 2 order by 1, 2`)
  return rows
}

const expected = (rows: readonly FactRow[]) =>
  rows
    .map((row) => [row.day, ...row.keys, ...row.sums])
    .toSorted((a, b) => (a.slice(0, 4).map(pad).join() < b.slice(0, 4).map(pad).join() ? -1 : 1))
const pad = (value: string | number | undefined) => String(value).padStart(12, '0')

describe('writing facts', () => {
  let customerId = 0
  beforeEach(async () => {
    customerId = randomInt(1, 2 ** 40)
    const [userId, now] = [randomUUID(), it.ctx.clock.now()]
    await it.ctx.db.insert(users).values({
      id: userId,
      email: `${userId}@prueba.test`,
      name: 'Prueba',
      passwordHash: '-',
      role: 'user',
      isActive: true,
      createdAt: now,
    })
    await it.ctx.db.insert(adAccounts).values({
      customerId,
      userId,
      googleCustomerId: '1000000001',
      name: 'Cuenta',
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'google',
      granularity: 'day',
      connected: true,
      syncVersion: 0,
      createdAt: now,
    })
  })

  test('of two who write the same new days at once, one begins when the other has ended', async () => {
    const rows = randomRows(chance(41))
    const target = { customerId, level: 'keyword' as const }
    const begun: number[] = []
    const second = Promise.withResolvers<void>()
    const alongside = (writer: number) => async () => {
      begun.push(writer)
      if (writer === 2) second.resolve()
      // Were the other one let in, both would find no days and write them.
      else await Promise.race([second.promise, setTimeout(500)])
    }
    const writeAs = (writer: number) =>
      writeFacts(
        it.ctx,
        target,
        { ...RANGE, rows },
        { alongside: alongside(writer), partRows: 10_000 },
      )
    const written = await Promise.all([writeAs(1), writeAs(2)])
    expect(begun).toHaveLength(2)
    expect(written.toSorted((a, b) => a - b)).toEqual([0, rows.length])
    expect(await stored(customerId)).toEqual(expected(rows))
    expect(await rollup(customerId)).toEqual(await summedDays(customerId))
  })

  test.each([
    [1, {}],
    [2, {}],
    [3, {}],
    [4, { partRows: 24 }],
    [5, { partRows: 24 }],
    [6, { printedRows: 0 }],
    [7, { printedRows: 0, partRows: 24 }],
    [8, { printedRows: 60, partRows: 24 }],
  ])('leaves rows and rollup equal to the last answer, seed %i, %o', async (seed, inParts) => {
    const random = chance(seed)
    for (let round = 0; round < 4; round++) {
      const rows = randomRows(random)
      // Some rounds break off: the groups after it keep what an older round wrote.
      if (random() < 0.5) {
        await write(customerId, randomRows(random), {
          ...inParts,
          dieAfter: 1 + Math.floor(random() * 5),
        })
        expect(await rollup(customerId)).toEqual(await summedDays(customerId))
      }
      await write(customerId, rows, inParts)
      expect(await stored(customerId)).toEqual(expected(rows))
      expect(await rollup(customerId)).toEqual(await summedDays(customerId))
    }
  })

  test.each([{}, { partRows: 24 }, { printedRows: 0, partRows: 24 }])(
    'writes only what differs, %o',
    async (inParts) => {
      const rows = randomRows(chance(7))
      expect(await write(customerId, rows, inParts)).toBe(rows.length)
      expect(await write(customerId, rows, inParts)).toBe(0)
      const [first, ...others] = rows
      const changed = { ...first!, sums: first!.sums.map((sum) => sum + 1) }
      expect(await write(customerId, [changed, ...others], inParts)).toBe(1)
      expect(await write(customerId, others, inParts)).toBe(1)
    },
  )

  test('in parts, between which others see whole entities', async () => {
    const rows = randomRows(chance(8))
    await write(customerId, rows, { partRows: 24 })
    const fewer = rows.filter(({ keys }) => keys[2]! < 20)
    const differences: unknown[] = []
    const writing = write(customerId, fewer, { partRows: 24 })
    // One statement, which sees one moment.
    for (let i = 0; i < 10; i++)
      differences.push(
        ...(
          await it.ctx.db.execute(sql`
            select criterion_id from (
              select criterion_id, cost_micros from keyword_month where customer_id = ${customerId}
              union all select criterion_id, -cost_micros from keyword_day where customer_id = ${customerId}) both_of
            group by 1 having sum(cost_micros) <> 0`)
        ).rows,
      )
    await writing
    expect(differences).toEqual([])
    expect(await stored(customerId)).toEqual(expected(fewer))
    expect(await rollup(customerId)).toEqual(await summedDays(customerId))
  })

  test('leaves the other source of a shared level alone', async () => {
    const day = RANGE.from
    const part = (zero: boolean) => ({
      customerId,
      level: 'audience' as const,
      part: { name: `${zero}`, [zero ? 'zero' : 'other']: ['ad_group_id'] },
    })
    const row = (adGroup: number): FactRow => ({
      day,
      keys: [1, adGroup, 9],
      sums: [1, 2, 3, 4, 5],
    })
    await writeFacts(it.ctx, part(false), { from: day, to: day, rows: [row(5)] })
    await writeFacts(it.ctx, part(true), { from: day, to: day, rows: [row(0)] })
    await writeFacts(it.ctx, part(true), { from: day, to: day, rows: [] })
    const { rows } = await it.ctx.db.execute(
      sql`select ad_group_id from audience_day where customer_id = ${customerId}`,
    )
    expect(rows).toEqual([{ ad_group_id: 5 }])
  })

  describe('by the prints of its days', () => {
    const printed = { printedRows: 0 }
    const rows = randomRows(chance(9))
    const others = randomRows(chance(10))
    const target = () => ({ customerId, level: 'keyword' as const })
    const spoil = () =>
      it.ctx.db.execute(
        sql`update keyword_day set clicks = clicks + 1 where customer_id = ${customerId} and criterion_id = 3`,
      )
    const known = async () =>
      (
        await it.ctx.db.execute<{ n: number; known: number }>(sql`
          select count(*)::int as n, count(prints)::int as known from day_prints where customer_id = ${customerId}`)
      ).rows[0]

    test('rows that did not change are not looked at, and all of them once a day', async () => {
      await write(customerId, rows, printed)
      // Days that are written for the first time are seldom told again.
      expect(await known()).toEqual({ n: 0, known: 0 })
      await spoil()
      expect(await write(customerId, rows, printed)).toBeGreaterThan(0)
      expect(await stored(customerId)).toEqual(expected(rows))
      expect(await known()).toEqual({ n: 40, known: 40 })
      await spoil()
      expect(await write(customerId, rows, printed)).toBe(0)
      it.clock.advance(12 * 3_600_000)
      expect(await write(customerId, rows, printed)).toBe(0)
      it.clock.advance(12 * 3_600_000)
      expect(await write(customerId, rows, printed)).toBeGreaterThan(0)
      expect(await stored(customerId)).toEqual(expected(rows))
    })

    test('the database makes of stored rows what is made of rows told', async () => {
      const values = [0, 1, -1, -7, 2 ** 31, 2 ** 32, 2 ** 32 + 1, -(2 ** 40) - 3, 2 ** 53 - 1]
      const odd = values.map(
        (_, i): FactRow => ({
          day: RANGE.from,
          keys: [1, 2, i],
          sums: values.map((_, k) => values[(i + k) % values.length]!).slice(0, 8),
        }),
      )
      const told = [...odd, ...rows.filter(({ day }) => day > RANGE.from)]
      await write(customerId, told)
      const printed = printDays({ ...RANGE, rows: told })
      const question = { days: [...printed.keys()], rows: 100_000 }
      const unlike = unlikeStored(printed, await storedPrints(it.ctx, target(), question))
      expect(unlike).toEqual({ rows: [], stored: told.length })
    })

    test('nor are they believed where a worker of an older version has written since', async () => {
      for (let round = 0; round < 2; round++) await write(customerId, rows, printed)
      await raiseSyncVersion(it.ctx, customerId)
      await spoil()
      expect(await write(customerId, rows, printed)).toBe(0)
      // All that it tells: it leaves prints, and the other version, where they are.
      await it.ctx.db.execute(
        sql`update ad_accounts set sync_version = sync_version + 1 where customer_id = ${customerId}`,
      )
      await raiseSyncVersion(it.ctx, customerId)
      expect(await write(customerId, rows, printed)).toBeGreaterThan(0)
      expect(await stored(customerId)).toEqual(expected(rows))
      expect(await known()).toEqual({ n: 40, known: 40 })
      await spoil()
      expect(await write(customerId, rows, printed)).toBe(0)
    })

    test('nor where one writes at this moment, or died before it could tell', async () => {
      await setSyncState(it.ctx, customerId, { status: 'running' })
      for (let round = 0; round < 2; round++) await write(customerId, rows, printed)
      it.clock.advance(1_000)
      await setSyncState(it.ctx, customerId, { step: 'Palabras clave' })
      await spoil()
      expect(await write(customerId, rows, printed)).toBe(0)
      it.clock.advance(1_000)
      // All that it tells before it writes.
      await it.ctx.db
        .update(syncStates)
        .set({ step: 'Palabras clave', updatedAt: it.clock.now() })
        .where(eq(syncStates.customerId, customerId))
      await spoil()
      it.clock.advance(1_000)
      await setSyncState(it.ctx, customerId, { step: 'Palabras clave' })
      expect(await write(customerId, rows, printed)).toBeGreaterThan(0)
      expect(await stored(customerId)).toEqual(expected(rows))
      await spoil()
      expect(await write(customerId, rows, printed)).toBe(0)
    })

    test('who writes fewer rows takes them away', async () => {
      for (let round = 0; round < 2; round++) await write(customerId, rows, printed)
      await write(customerId, others, { printedRows: 1_000 })
      expect(await known()).toEqual({ n: 0, known: 0 })
      await write(customerId, rows, printed)
      expect(await stored(customerId)).toEqual(expected(rows))
    })

    test('of two who write at once neither leaves prints that are not true', async () => {
      for (let round = 0; round < 2; round++) await write(customerId, rows, printed)
      for (let round = 0; round < 5; round++) {
        await Promise.all(
          [rows, others].map((told) => write(customerId, told, { ...printed, partRows: 24 })),
        )
        await write(customerId, others, printed)
        expect(await stored(customerId)).toEqual(expected(others))
        expect(await rollup(customerId)).toEqual(await summedDays(customerId))
      }
    })

    test('a claim ends where another begins, and where its days are written without it', async () => {
      const days = printDays({ ...RANGE, rows })
      await write(customerId, rows, printed)
      const first = await claimDays(it.ctx, target(), RANGE)
      const second = await claimDays(it.ctx, target(), RANGE)
      await keepPrints(it.ctx, target(), { ...first, checkedAt: it.clock.now() }, days)
      expect(await known()).toEqual({ n: 40, known: 0 })
      await forgetPrints(it.ctx, target(), RANGE, first)
      await keepPrints(it.ctx, target(), { ...second, checkedAt: it.clock.now() }, days)
      expect(await known()).toEqual({ n: 0, known: 0 })
    })
  })
})
