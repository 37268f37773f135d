import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { ruleForecasts, rulePools } from '../../platform/db/schema/recommendations.ts'
import { poolRulesWhenDue } from './actions/pool-rules.ts'
import { calibrationFactors } from './queries/calibration.ts'

const it = testApp()

test('an account learns from the others at once a day, and from no single one of them', async () => {
  const { db } = it.ctx
  // Ten accounts whose forecasts of the rule came half true, one whose came true.
  const rows = Array.from({ length: 11 }, (_, i) => ({
    customerId: 70_000 + i,
    rule: 'pooled-rule',
    cases: 10,
    weight: 30,
    value: i === 0 ? 30 : 15,
  }))
  await db.delete(rulePools)
  await db.insert(ruleForecasts).values(rows)
  const factor = async (customerId: number) =>
    (await calibrationFactors(it.ctx, customerId))['pooled-rule']
  expect(await factor(99_999)).toBeUndefined()
  await poolRulesWhenDue(it.ctx)
  const stranger = (await factor(99_999))!
  expect(stranger).toBeGreaterThan(0.5)
  expect(stranger).toBeLessThan(0.65)
  expect(await factor(70_000)).toBeGreaterThan(0.8)

  // Its own figures are not among those it is drawn towards: taking it out of the pool changes nothing for it.
  const before = await factor(70_000)
  await db.delete(rulePools)
  const others = rows.filter(({ customerId }) => customerId !== 70_000)
  await db.delete(ruleForecasts)
  await db.insert(ruleForecasts).values(others)
  await poolRulesWhenDue(it.ctx)
  await db.insert(ruleForecasts).values(rows[0]!)
  expect(await factor(70_000)).toBeCloseTo(before!, 9)

  // What changes during the day waits for the next.
  await db.update(ruleForecasts).set({ value: 45 }).where(eq(ruleForecasts.rule, 'pooled-rule'))
  await poolRulesWhenDue(it.ctx)
  expect(await factor(99_999)).toBeLessThan(0.65)
})
