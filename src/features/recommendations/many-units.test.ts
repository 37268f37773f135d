import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../../tests/recommendation-shop.ts'
import { readUnitFigures } from './queries/unit-figures.ts'

// A card of ten thousand parts.
const it = testApp()
const UNITS = 10_000
/** Searches that each of them stops. */
const EACH = 3

test('each of ten thousand parts has its own figures, whatever so many searches ask of a statement', async () => {
  const shop = await openShop(it)
  await shop.reset()
  const of = sql.raw(`${CUSTOMER}, 31`)
  const all = sql.raw(`generate_series(0, ${UNITS * EACH - 1}) as n`)
  await it.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select ${of}, n + 1, 7, 'artefacto' || (n / ${sql.raw(`${EACH}`)}) || 'x palabra' || (n % ${sql.raw(`${EACH}`)}), 'NONE' from ${all}`)
  for (const [day, clicks] of [
    ['2026-09-28', 1],
    ['2026-11-10', 2],
  ] as const)
    await it.ctx.db.execute(sql`
      insert into search_term_day (customer_id, campaign_id, ad_group_id, criterion_id, term_id, day, impressions, clicks, cost_micros,
        conversions_micros, value_micros)
      select ${sql.raw(`${CUSTOMER}, 7, 31, 1`)}, n + 1, ${day}::date, 10, ${sql.raw(`${clicks}`)}, 1000000, 0, 0 from ${all}`)
  const units = Array.from({ length: UNITS }, (_, i) => ({
    key: `PHRASE artefacto${i}x`,
    operations: [i],
    place: {
      level: 'term' as const,
      texts: [{ text: `artefacto${i}x`, matchType: 'PHRASE' as const }],
    },
  }))
  // With a whole month in them each is asked for in three parts.
  const windows = [
    { from: '2026-09-25', to: '2026-11-05' },
    { from: '2026-11-06', to: '2027-01-05' },
  ]
  const figures = await readUnitFigures(it.ctx, CUSTOMER, { units, campaignIds: null }, windows)
  expect(figures.size).toBe(UNITS)
  for (const [before, after] of figures.values())
    expect([before!.clicks, after!.clicks]).toEqual([EACH, 2 * EACH])
}, 120_000)
