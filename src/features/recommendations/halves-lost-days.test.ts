import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DayRange } from '#shared/dates.ts'
import {
  application,
  applyInHalves,
  fillPast,
  fillSearches,
  measureAndGoOn,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../../tests/recommendation-shop.ts'
import { addDays, type Day, dayInZone, eachDay } from '../../shared/dates.ts'
import { MICROS } from '../../shared/metrics.ts'
import { longDay } from '../../shared/spanish-numbers.ts'

// A half that lost its sales, while for some days nothing was counted at all.
const it = testApp()

test.each([
  { since: 12, days: 12, isLost: false },
  { since: 12, days: 18, isLost: true },
  // The weeks before, but for one day: there is nothing that it could be held against.
  { since: -28, days: 27, isLost: true },
])(
  'of $days days without conversions, $since days since the change, a half is told what it did on the others',
  async (lost) => {
    const shop = await openShop(it)
    await shop.reset()
    await it.ctx.db.execute(
      sql`insert into account_goals (customer_id, target_cpa_micros, brand_words, protected_words, updated_at)
      values (${CUSTOMER}, ${30 * MICROS}, '{}', '{}', now())`,
    )
    await fillPast(it, shop)
    const made = await applyInHalves(shop)
    expect(made.answer.status, made.answer.text).toBe(200)
    const { now } = textsOf((await application(it)).halves)
    const sold = (text: string) => ({
      cost: now.includes(text) ? 0 : 1,
      sold: now.includes(text) ? 0 : 4,
    })
    await untilJudged(it, shop, sold)
    const { appliedAt, measureAfter } = await application(it)
    const applied = dayInZone(appliedAt, 'Europe/Madrid')
    const [from, to] = [addDays(applied, lost.since), addDays(applied, lost.since + lost.days - 1)]
    await it.ctx.db.execute(sql`
    update search_term_day set conversions_micros = 0 where customer_id = ${CUSTOMER} and day between ${from} and ${to}`)
    await fillSearches(it, shop, [measureAfter as Day], sold)
    await fillAccount(applied, { from, to })

    await measureAndGoOn(it)
    const [shown] = await shop.history()
    const told = `Del ${longDay(from)} al ${longDay(to)} no se contaron todas las conversiones`
    if (lost.isLost) {
      // Of the weeks after, later ones may tell; those before stay what they were.
      const isOpen = lost.since > 0
      expect(shown!.measured?.verdict).toBe(isOpen ? undefined : 'no_concluyente')
      expect(isOpen ? shown!.looked : shown!.measured!.note).toContain(told)
      expect(shown!.second!.state).toBe(isOpen ? 'waiting' : 'cancelled')
    } else {
      expect(shown!.measured!.money!.leftOut).toEqual([`${told}: no se cuenta nada de esos días.`])
      // 16 searches that would sell 4 a day at 30 €, and cost 77 € a day in all.
      const euros = shown!.measured!.monthlyMicros!.estimate / MICROS
      expect(euros).toBeGreaterThan(-(16 * 4 * 30 - 77) * 30 * 1.1)
      expect(euros).toBeLessThan(-(16 * 4 * 30 - 77) * 30 * 0.9)
    }
    await shop.undo(made.id)
  },
)

/** 100 clicks and 10 conversions a day, but for the days lost. */
async function fillAccount(applied: Day, lost: DayRange) {
  await it.ctx.db.execute(sql`delete from account_day where customer_id = ${CUSTOMER}`)
  const rows = eachDay(addDays(applied, -56), addDays(applied, 42)).map((day) => {
    const conversions = day >= lost.from && day <= lost.to ? 0 : 10 * MICROS
    return sql`(${CUSTOMER}, ${day}, 1000, 100, ${100 * MICROS}, ${conversions}, 0)`
  })
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values ${sql.join(rows, sql`, `)}`)
}
