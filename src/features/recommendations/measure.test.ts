import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import {
  applyBefore,
  changedByOthers,
  type Factor,
  fillDays,
  forgetDays,
  judge,
} from '../../../tests/measured-shop.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { readBudgetResponses } from '../../account-data/budget-responses.ts'
import { BUDGET_RESPONSE } from '../../engine/effect/budget-learning.ts'
import { usualExponent } from '../../engine/statistics/budget-response.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountInventory, campaigns } from '../../platform/db/schema/entities.ts'
import {
  accountGoals,
  recommendationApplications,
  ruleForecasts,
} from '../../platform/db/schema/recommendations.ts'
import { verdictMails } from '../../platform/db/schema/watch.ts'
import { EXPERIMENT } from '../../shared/applied-experiment.ts'
import { STATE } from '../../shared/change-states.ts'
import { addDays, type Day } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import type { getCalibration } from './contract/calibration.ts'
import type { getResults } from './contract/results.ts'
import { calibrationFactors, readCases } from './queries/calibration.ts'

// What an applied recommendation did, from its windows in the tables to the verdict in the history.
const it = testApp()
let shop: Shop
let applied: Day

beforeAll(async () => {
  shop = await openShop(it)
})

test('a budget that brought conversions at a good price has improved, and says by how much', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  const measured = await judge(it, shop)
  expect(measured).toMatchObject({ verdict: 'mejorado', confounders: [], note: null })
  const { estimate, low, high } = measured!.kpi.change
  expect(low).toBeLessThan(0.4)
  expect(high).toBeGreaterThan(0.4)
  expect(estimate).toBeCloseTo(0.4, 1)
  // 28.8 conversions a day more at 30 €, for 400 clicks a day more at 1 €.
  expect(measured!.monthlyMicros!.estimate / MICROS).toBeGreaterThan(8_000)
  const [shown] = await shop.history()
  expect(shown!.resultado).toMatchObject({ status: 'improved', isForecast: false })
  expect(shown!.resultado.actualImprovement! / 10).toBeCloseTo(4.6, 0) // (864 − 400) / 1,000
  expect(shown!.daysToMeasure).toBe(0)

  const ledger = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
  expect(ledger.status, ledger.text).toBe(200)
  expect(ledger.body).toMatchObject({
    rules: [
      {
        rule: 'limited-budgets',
        cases: 1,
        predictedMicros: 10 * MICROS,
        casesOfAll: 1,
        verdicts: { mejorado: 1, sin_cambios: 0, empeorado: 0, no_concluyente: 0 },
      },
    ],
  })
  const factors = await calibrationFactors(it.ctx, CUSTOMER)
  expect(factors['limited-budgets']).toBeGreaterThan(1)
})

test('what a raised budget did is learned for the next ones of its account, and leaves it as sums without a unit', async () => {
  await applyOne()
  // Two fifths more are spent, and a tenth less is sold.
  await fill({ clicks: 1.4, conversions: 0.9 })
  const usual = usualExponent()
  expect((await readBudgetResponses(it.ctx, CUSTOMER)).usual.mean).toBeCloseTo(usual.mean, 9)
  const measured = (await judge(it, shop))!
  const { perCost, campaignIds } = measured.money!
  expect(perCost!.estimate).toBeCloseTo(0.9 / 1.4 - 1, 1)

  const learned = await readBudgetResponses(it.ctx, CUSTOMER)
  expect(learned.usual.mean).toBeLessThan(usual.mean)
  expect(learned.campaigns[campaignIds![0]!]!.mean).toBeLessThan(learned.usual.mean)
  expect(learned.usual.sd).toBeLessThan(usual.sd)
  const [kept] = await it.ctx.db
    .select()
    .from(ruleForecasts)
    .where(and(eq(ruleForecasts.customerId, CUSTOMER), eq(ruleForecasts.rule, BUDGET_RESPONSE)))
  expect(kept).toMatchObject({ cases: 1 })
  expect(kept!.value / kept!.weight).toBeLessThan(0.6)
  // No forecast is multiplied by it, and another account knows nothing of it.
  expect(await calibrationFactors(it.ctx, CUSTOMER)).not.toHaveProperty(BUDGET_RESPONSE)
  expect((await readBudgetResponses(it.ctx, CUSTOMER + 1)).usual.mean).toBeCloseTo(usual.mean, 9)

  // Looked at again it is counted once.
  await judge(it, shop)
  expect((await readBudgetResponses(it.ctx, CUSTOMER)).usual).toEqual(learned.usual)
})

test('a card of which some steps were not made is told by its verdict, and not held to its forecast', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await it.ctx.db.update(recommendationApplications).set({ state: STATE.partlyApplied })
  expect(await judge(it, shop)).toMatchObject({ verdict: 'mejorado', isPartly: true })
  const { body } = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
  const [line] = (body as ReplyOf<typeof getCalibration>).rules
  expect(line).toMatchObject({ verdicts: { mejorado: 1 }, cases: 0, measuredMicros: 0 })
  expect(await calibrationFactors(it.ctx, CUSTOMER)).not.toHaveProperty('limited-budgets')
  // Taken back it is still not one that was made whole.
  await it.ctx.db.update(recommendationApplications).set({ state: STATE.undone })
  expect((await readCases(it.ctx, CUSTOMER))[0]!.amounts).toBeNull()
})

test('what was measured in a former currency has its verdict in the ledger, and no amount', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await judge(it, shop)
  const line = async () => {
    const { body } = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
    return (body as ReplyOf<typeof getCalibration>).rules[0]!
  }
  const now = await line()
  expect(now.cases).toBe(1)
  await it.ctx.db.update(adAccounts).set({ currencyCode: 'USD' })
  expect(await line()).toMatchObject({
    ...{ verdicts: now.verdicts, factor: now.factor },
    ...{ cases: 0, predictedMicros: 0, measuredMicros: 0 },
  })
})

test('five cards of a rule are told as one, those within another left out', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  const { monthlyMicros, money } = (await judge(it, shop))!
  const together = async () => {
    const { body } = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
    return (body as ReplyOf<typeof getCalibration>).rules[0]!.together
  }
  expect(await together()).toBeNull()
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  const earlier = [100, 200, 300, 400].map((days) => daysBefore(row!, days))
  await it.ctx.db.insert(recommendationApplications).values(earlier)
  expect((await together())!.cards).toBe(5)
  expect((await together())!.share.estimate).toBeCloseTo(
    monthlyMicros!.estimate / money!.usualMicros!,
    6,
  )
  // A trial of its campaign holds nothing that was done in it besides: all six count, and the trial whole.
  const trial = { ...daysBefore(row!, 1), experimentState: EXPERIMENT.running }
  await it.ctx.db.insert(recommendationApplications).values(trial)
  expect((await together())!.cards).toBe(6)
  await it.ctx.db
    .delete(recommendationApplications)
    .where(eq(recommendationApplications.id, trial.id))
  // Over the same days four of them are in the figures of the first.
  const { appliedAt, measured } = row!
  await it.ctx.db.update(recommendationApplications).set({ appliedAt, measured })
  expect(await together()).toBeNull()
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

test('a conversion counts with what its owner said that it may cost', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await it.ctx.db.insert(accountGoals).values({
    customerId: CUSTOMER,
    targetCpaMicros: 44 * MICROS,
    brandWords: [],
    protectedWords: [],
    updatedAt: it.clock.now(),
  })
  const measured = await judge(it, shop)
  expect(measured!.money).toMatchObject({
    worthMicros: 44 * MICROS,
    worthText: 'lo máximo que pagas por una conversión',
  })
  await it.ctx.db.delete(accountGoals)
})

test('a moved target is judged by what its owner said, not by itself', async () => {
  await applyOne()
  // 400 clicks a day more at 1 € for 28.8 conversions: at 44 € they pay, at the 10 € that the campaign is told they do not.
  await fill({ clicks: 1.4, conversions: 1.4 })
  await it.ctx.db.update(campaigns).set({ targetCpaMicros: 10 * MICROS })
  const worth = { key: 'worth', label: 'Lo que puede costar', unit: 'money', value: 44 * MICROS }
  await it.ctx.db.update(recommendationApplications).set({
    body: sql`jsonb_set(jsonb_set(${recommendationApplications.body}, '{rule}', '"bid-targets"'),
      '{evidence,figures,1}', ${JSON.stringify(worth)}::jsonb)`,
  })
  // Nothing is said of the account: it counts as it was advised, and not with the target before.
  const advised = await judge(it, shop)
  expect(advised).toMatchObject({ verdict: 'mejorado', money: { worthMicros: 44 * MICROS } })
  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  await it.ctx.db.insert(accountGoals).values({
    customerId: CUSTOMER,
    targetCpaMicros: 43 * MICROS,
    brandWords: [],
    protectedWords: [],
    updatedAt: it.clock.now(),
  })
  const said = await judge(it, shop)
  expect(said).toMatchObject({ verdict: 'mejorado', money: { worthMicros: 43 * MICROS } })
  await it.ctx.db.delete(accountGoals)
})

test('where conversions take weeks to come in, each counts for those that are still to come', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  const soon = (await judge(it, shop))!
  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  // Connected before these days, which were read last at an age of 29.
  await it.ctx.db
    .update(adAccounts)
    .set({ createdAt: new Date(`${addDays(applied, -30)}T10:00:00Z`) })
    .where(eq(adAccounts.customerId, CUSTOMER))
  const slow = ['LESS_THAN_ONE_DAY', 'THIRTY_TO_FORTY_FIVE_DAYS'].map((bucket, i) => ({
    bucket,
    conversionsMicros: (i ? 30 : 70) * MICROS,
  }))
  await it.ctx.db.insert(accountInventory).values({
    ...{ customerId: CUSTOMER, part: 'conversionLags', fetchedAt: it.clock.now(), rows: slow },
  })
  const late = (await judge(it, shop))!
  await it.ctx.db.delete(accountInventory).where(eq(accountInventory.customerId, CUSTOMER))
  // 28.8 a day more that count for 41.1 at 30 €, for 400 € a day more.
  const monthly = ({ monthlyMicros }: typeof soon) => monthlyMicros!.estimate / MICROS
  expect(monthly(late) - monthly(soon)).toBeGreaterThan(9_000)
  expect(late.money!.worthMicros).toBe(30 * MICROS)
  expect(late.money!.worthText).toContain('falta por llegar el 30')
})

test('the same rise everywhere is not its doing', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 }, { clicks: 1.4, conversions: 1.4 })
  const measured = await judge(it, shop)
  expect(measured!.verdict).not.toBe('mejorado')
  expect(Math.abs(measured!.kpi.change.estimate)).toBeLessThan(0.1)
})

test('before its day, or while days are missing, nothing is said', async () => {
  await applyOne({ daysAgo: 42 })
  await fill({ clicks: 1.4, conversions: 1.4 })
  expect(await judge(it, shop)).toBeNull()
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await it.ctx.db.execute(
    sql`update ad_accounts set data_to = ${addDays(applied, 20)} where customer_id = ${CUSTOMER}`,
  )
  expect(await judge(it, shop)).toBeNull()
})

test('what others changed in the campaign meanwhile is listed and widens the interval', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await changedHere(2)
  const measured = await judge(it, shop)
  expect(measured!.confounders).toHaveLength(2)
  expect(measured!.confounders.join()).not.toContain('@')
  const { low, high } = measured!.kpi.change
  expect(high - low).toBeGreaterThan(0.5)
})

test('with too many other changes it is inconclusive, and says why', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await changedHere(6)
  expect(await judge(it, shop)).toMatchObject({
    verdict: 'no_concluyente',
    note: expect.stringContaining('demasiados cambios'),
  })
})

test('a change to the whole account is never judged: nothing is left to compare with', async () => {
  await applyOne({ about: 'account' })
  await fill({ clicks: 1, conversions: 1 })
  expect(await judge(it, shop)).toMatchObject({
    verdict: 'no_concluyente',
    monthlyMicros: null,
    note: expect.stringContaining('toda la cuenta'),
  })
})

async function applyOne(options: Parameters<typeof applyBefore>[2] = {}) {
  await shop.reset()
  await forgetDays(it)
  applied = await applyBefore(it, shop, options)
}

function fill(change: Factor, ofOthers: Factor = { clicks: 1, conversions: 1 }) {
  return fillDays(it, shop, applied, (id) => (id === shop.campaignId ? change : ofOthers))
}

const changedHere = (times: number) =>
  changedByOthers(it, { applied, campaignId: shop.campaignId, times })

test('where more weeks may tell it is looked at again after eight and twelve, on a day that is said', async () => {
  await applyOne()
  await fill({ clicks: 1, conversions: 1.055 })
  // The history shows no effect that is looked at again.
  expect(await judge(it, shop)).toBeNull()
  const first = await stored()
  expect(first.verdict).toBe('inconclusive')
  const { next, fractions } = first.looks!
  expect(fractions).toHaveLength(1)
  expect(next).toEqual({ weeks: 8, on: addDays(applied, 71) })
  // What it says of the days is said where they are counted, and only while they are.
  expect(first.note).not.toContain('se vuelve a mirar')
  const [shown] = await shop.history()
  expect(shown!.looked).toMatch(/^El \d+ \S+ \d+ aún podía ser casualidad: se vuelve a mirar el /)
  const { body } = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
  expect(body).toMatchObject({ rules: [] })
  // Again on the same day: nothing is looked at before its time, even if its days were there.
  const to = addDays(applied, 64)
  await it.ctx.db.execute(
    sql`update ad_accounts set data_to = ${to} where customer_id = ${CUSTOMER}`,
  )
  await judge(it, shop)
  expect(await stored()).toEqual(first)
})

test('its owner is told once when a verdict falls, and none while it is still open', async () => {
  await applyOne()
  await fill({ clicks: 1, conversions: 1.055 })
  const before = await untold()
  await judge(it, shop)
  expect((await stored()).looks!.next).not.toBeNull()
  expect(await untold()).toBe(before)
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await judge(it, shop)
  expect(await untold()).toBe(before + 1)
  await judge(it, shop)
  expect(await untold()).toBe(before + 1)
})

async function stored(): Promise<Measured> {
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  return row!.measured as Measured
}

const untold = async () => (await it.ctx.db.select().from(verdictMails))[0]?.untold.length ?? 0

test('what was measured is added up among the results of its owner, by quarter', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  const measured = (await judge(it, shop))!
  const reply = await shop.owner.get('/api/resultados?periodo=todo')
  expect(reply.status, reply.text).toBe(200)
  const account = (reply.body as ReplyOf<typeof getResults>).accounts[0]!
  expect(account.total!.estimate).toBeCloseTo(measured.monthlyMicros!.estimate, 0)
  expect(account.total!.range80.low).toBeGreaterThan(0)
  expect(account.rows[0]).toMatchObject({
    title: expect.stringMatching(/./),
    standing: 'measured',
    verdict: 'mejorado',
    canUndo: true,
  })
  expect(account.running.at(-1)!.estimate).toBeGreaterThan(account.total!.estimate)
  const none = await shop.owner.get('/api/resultados?periodo=2001-T1')
  expect(none.body).toMatchObject({ accounts: [] })
})

test('what the untouched leave unsure is kept apart, and a result from before that still adds up', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  const { controlMicros, controlValueMicros, controlCostMicros } = (await judge(it, shop))!.money!
    .spread!
  expect(controlValueMicros).toBeGreaterThan(controlCostMicros!)
  expect(controlMicros).toBeLessThan(controlValueMicros! + controlCostMicros!)
  const kept = await totalOf()
  await it.ctx.db.execute(sql`
    update recommendation_applications set measured =
      measured #- '{money,spread,controlValueMicros}' #- '{money,spread,controlCostMicros}'
    where customer_id = ${CUSTOMER}`)
  const [earlier] = await shop.history()
  expect(earlier!.measured!.money!.spread).not.toHaveProperty('controlValueMicros')
  expect((await totalOf()).range95.low).toBeCloseTo(kept.range95.low, -3)
})

async function totalOf() {
  const reply = await shop.owner.get('/api/resultados?periodo=todo')
  return (reply.body as ReplyOf<typeof getResults>).accounts[0]!.total!
}
