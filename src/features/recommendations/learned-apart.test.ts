import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, raisedBefore } from '../../../tests/measured-shop.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { readShown } from '../../account-data/budget-responses.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { STATE } from '../../shared/change-states.ts'
import { addDays } from '../../shared/dates.ts'
import type { Measured } from '../../shared/measured.ts'
import { amountsOf, readCases } from './queries/calibration.ts'

// Cards that were applied one after the other to the same campaign.
const it = testApp()
const shop = measuredShop(it)

test('cards whose effects are in each other’s figures are told, and neither held to their forecasts nor to their budgets’ steps', async () => {
  await raisedBefore(it, shop, { clicks: 1.4, conversions: 1.4 })
  await judge(it, shop)
  const { db } = it.ctx
  const [row] = await db.select().from(recommendationApplications)
  const counted = async () => {
    const cases = await readCases(it.ctx, CUSTOMER)
    const steps = (await readShown(it.ctx, CUSTOMER)).length
    return { cases: cases.length, amounts: amountsOf(cases).length, steps }
  }
  const also = async (other: typeof recommendationApplications.$inferInsert) => {
    await db.insert(recommendationApplications).values(other)
    const found = await counted()
    await db.delete(recommendationApplications).where(eq(recommendationApplications.id, other.id))
    return found
  }
  expect(await counted()).toEqual({ cases: 1, amounts: 1, steps: 1 })
  // Only the card itself has steps of a budget; half of the weeks after the earlier one are those after the later.
  expect(await also(daysBefore(row!, 14))).toEqual({ cases: 2, amounts: 0, steps: 0 })
  expect(await also(daysBefore(row!, 100))).toEqual({ cases: 2, amounts: 2, steps: 1 })
  // What is not measured yet acts as well; what Google refused does not.
  const unmeasured = { ...daysBefore(row!, -14), measured: null }
  expect(await also(unmeasured)).toEqual({ cases: 1, amounts: 0, steps: 0 })
  expect(await also({ ...unmeasured, state: STATE.failed })).toEqual({
    cases: 1,
    amounts: 1,
    steps: 1,
  })
  // Nor does what is foreseen to do hardly anything keep one from being learned from, though it is itself no measure of it.
  const small = daysBefore(row!, 14)
  const body = structuredClone(small.body) as {
    evidence: { forecast: { monthlyMidMicros: number } }
  }
  body.evidence.forecast.monthlyMidMicros /= 100
  expect(await also({ ...small, body })).toEqual({ cases: 2, amounts: 1, steps: 1 })
})

/** The same card, applied and measured earlier. */
function daysBefore(row: typeof recommendationApplications.$inferSelect, days: number) {
  const measured = row.measured as Measured
  const money = { ...measured.money!, measuredTo: addDays(measured.money!.measuredTo!, -days) }
  return {
    ...row,
    id: randomUUID(),
    appliedAt: new Date(row.appliedAt.getTime() - days * 86_400_000),
    measured: { ...measured, money },
  }
}
