import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { fillDays, measuredShop, OTHERS, SAME, stepBudgets } from '../../../tests/measured-shop.ts'
import { CUSTOMER, cardOf } from '../../../tests/recommendation-shop.ts'
import type { Recommendation as Analysed } from '../../engine/findings/recommendation.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { addDays, type Day } from '../../shared/dates.ts'
import { MICROS } from '../../shared/metrics.ts'
import { readLoneOutlook } from './queries/lone-outlook.ts'

// What a change applied at once could tell, by what 4, 8 and 12 weeks of the past told.
const it = testApp()
const shop = measuredShop(it)
const LAST: Day = '2026-11-19'

test('what eight and twelve weeks of the past told counts as soon as they are known', async () => {
  await fillWeeks(30)
  await sellOtherwiseUntil(addDays(LAST, -13 * 7))
  // The windows of eight weeks begin 119 days before the last, those of twelve 175; a day later they are not known.
  for (const days of [119, 175]) {
    const [without, withIt] = [await lastLook(1 - days), await lastLook(-days)]
    expect(without.weeks).toBe(12)
    expect(withIt.weeks).toBe(12)
    expect(Math.abs(withIt.leastMicros / without.leastMicros - 1)).toBeGreaterThan(0.005)
  }
})

const lastLook = async (days: number) =>
  (await outlookSince(addDays(LAST, days))).promise!.looks.at(-1)!

test('of fewer than nine weeks nothing is promised', async () => {
  await fillWeeks(10)
  expect(await outlookSince(addDays(LAST, -8 * 7))).toMatchObject({
    promise: null,
    reason: 'no-data',
  })
})

test('what was changed weeks ago makes no promise, what was lately leaves nothing to compare with', async () => {
  await fillWeeks(12)
  const reasonFor = async (changedOn: Day) => {
    await it.ctx.db.execute(sql`delete from change_events where customer_id = ${CUSTOMER}`)
    await stepBudgets(it, addDays(changedOn, -12), 1.5)
    return (await outlookSince(addDays(LAST, -80))).reason
  }
  expect(await reasonFor(addDays(LAST, -50))).toBe('no-past')
  // As is said once it is applied: that day is among the weeks before.
  expect(await reasonFor(addDays(LAST, -20))).toBe('no-control')
})

/** Windows of a day more each, so that those of all weeks are there. */
async function fillWeeks(weeks: number): Promise<void> {
  for (
    let applied = addDays(LAST, -40);
    applied > addDays(LAST, -weeks * 7 - 28);
    applied = addDays(applied, -69)
  )
    await fillDays(it, shop, applied, () => SAME)
}

/** Half of the others more, half of them less: weeks of then are no measure. */
async function sellOtherwiseUntil(day: Day): Promise<void> {
  await it.ctx.db.execute(sql`
    update campaign_day set conversions_micros = conversions_micros * case when campaign_id % 2 = 0 then 1.08 else 0.93 end
    where customer_id = ${CUSTOMER} and campaign_id >= ${OTHERS[0]} and day < ${day}`)
}

async function outlookSince(dataFrom: Day) {
  const [account] = await it.ctx.db
    .update(adAccounts)
    .set({ dataFrom, dataTo: LAST })
    .where(eq(adAccounts.customerId, CUSTOMER))
    .returning()
  const body = {
    ...cardOf([shop.raise(1.2)], shop.budget.micros),
    rule: 'limited-budgets',
    campaignId: String(shop.campaignId),
  } as unknown as Analysed
  const worth = { micros: 30 * MICROS, sd: 0.1, source: 'actions' as const }
  return readLoneOutlook(it.ctx, account!, { body, campaignIds: [body.campaignId!], worth })
}
