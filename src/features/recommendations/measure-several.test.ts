import { inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import {
  type About,
  alsoApplied,
  applyBefore,
  changedByOthers,
  fillDays,
  forgetDays,
  judge,
  OTHERS,
  sharedSearch,
  stepBudgets,
} from '../../../tests/measured-shop.ts'
import { CUSTOMER, openShop, type Shop } from '../../../tests/recommendation-shop.ts'
import { readBudgetResponses } from '../../account-data/budget-responses.ts'
import { usualExponent } from '../../engine/statistics/budget-response.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges } from '../../platform/db/schema/changes.ts'
import { adGroups, campaigns } from '../../platform/db/schema/entities.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { verdictMails } from '../../platform/db/schema/watch.ts'
import { addDays, type Day } from '../../shared/dates.ts'

// A card about several campaigns: they are judged by their sum, and are no control for others.
const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})

beforeEach(async () => {
  await shop.reset()
  await forgetDays(it)
})

const [SECOND = 0, ...REST] = OTHERS
const HALF = REST.slice(0, 12)
const same = { clicks: 1, conversions: 1 }
const twice = { clicks: 2, conversions: 2 }
const both = () => [String(shop.campaignId), String(SECOND)]

test('two campaigns are judged by what they did together, against the third ones', async () => {
  const applied = await applyBefore(it, shop, { about: both() })
  const more = { clicks: 1.8, conversions: 2.2 }
  await fillDays(it, shop, applied, (id) => (id === shop.campaignId ? more : same))
  const measured = await judge(it, shop)
  expect(measured).toMatchObject({ verdict: 'mejorado', note: null })
  expect(measured!.kpi.change.estimate).toBeCloseTo(0.6, 1)
  const { campaignIds, campaignShares } = measured!.money!
  // Both cost alike before, of which the total counts what no other card's figures hold.
  expect([campaignIds, campaignShares]).toEqual([
    both(),
    [expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)],
  ])
})

test('neither of the two is a control of the other', async () => {
  const applied = await applyBefore(it, shop, {
    about: [String(shop.campaignId), ...HALF.map(String)],
  })
  await fillDays(it, shop, applied, (id) => (HALF.includes(id) ? twice : same))
  const { estimate } = (await judge(it, shop))!.kpi.change
  // 12 of 13 did twice as much; half of the controls would have as well.
  expect(estimate).toBeCloseTo(12 / 13, 1)
})

test('what shares a budget with any of them is no control', async () => {
  const applied = await applyBefore(it, shop, { about: both() })
  await fillDays(it, shop, applied, (id) => (HALF.includes(id) ? twice : same))
  await it.ctx.db
    .update(campaigns)
    .set({ budgetId: SECOND })
    .where(inArray(campaigns.campaignId, HALF))
  expect(await estimateNow()).toBeCloseTo(0, 1)
})

test('what others changed in any of them is listed', async () => {
  const applied = await applyBefore(it, shop, { about: both() })
  await fillDays(it, shop, applied, () => same)
  await changedByOthers(it, { applied, campaignId: SECOND, times: 1 })
  await changedByOthers(it, { applied, campaignId: shop.campaignId, times: 1 })
  await changedByOthers(it, { applied, campaignId: HALF[0]!, times: 1 })
  const { confounders } = (await judge(it, shop))!
  expect(confounders).toHaveLength(2)
  for (const text of confounders) expect(text).toMatch(/^[^@]+ \([^@]+\)$/)
})

test.each([
  { times: 4, note: null },
  {
    times: 5,
    note: 'Hubo demasiados cambios más en esas campañas: no se puede separar su efecto.',
  },
])(
  'of $times changes by others in each of two campaigns as many are counted, not their sum',
  async ({ times, note }) => {
    const applied = await applyBefore(it, shop, { about: both() })
    await fillDays(it, shop, applied, (id) => (both().includes(String(id)) ? twice : same))
    for (const campaignId of [SECOND, shop.campaignId])
      await changedByOthers(it, { applied, campaignId, times })
    const { verdict, note: said } = (await judge(it, shop))!
    expect([verdict, said]).toEqual([note ? 'no_concluyente' : 'mejorado', note])
  },
)

test('when hardly anything else is left, it says so', async () => {
  const applied = await applyBefore(it, shop, { about: [...both(), ...REST.map(String)] })
  await fillDays(it, shop, applied, () => same)
  expect(await judge(it, shop)).toMatchObject({
    verdict: 'no_concluyente',
    monthlyMicros: null,
    note: expect.stringContaining('casi todo lo que se parece a estas campañas'),
  })
})

test.each([
  {
    what: 'all campaigns',
    about: () => [...both(), ...REST.map(String)],
    said: 'casi todo lo que se parece',
  },
  {
    what: "the account's settings",
    about: () => 'account' as const,
    said: 'Afecta a toda la cuenta',
  },
] satisfies { what: string; about: () => About; said: string }[])(
  'of $what it is said on the day that it will not be measured, and no mail tells it',
  async ({ about, said }) => {
    const applied = await applyBefore(it, shop, { daysAgo: 0, about: about() })
    await fillWeeksBefore(applied)
    const told = await it.ctx.db.select().from(verdictMails)
    expect(await judge(it, shop)).toMatchObject({ verdict: 'no_concluyente' })
    const { measured, daysToMeasure } = (await shop.history())[0]!
    expect(measured!.note).toContain(said)
    expect(daysToMeasure).toBe(0)
    expect(await it.ctx.db.select().from(verdictMails)).toEqual(told)
  },
)

test('while one like them is left alone, days are counted to a verdict', async () => {
  const applied = await applyBefore(it, shop, {
    daysAgo: 0,
    about: [...both(), ...REST.slice(1).map(String)],
  })
  await fillWeeksBefore(applied)
  expect(await judge(it, shop)).toBeNull()
  expect((await shop.history())[0]!.daysToMeasure).toBe(43)
})

async function fillWeeksBefore(applied: Day) {
  await fillDays(it, shop, addDays(applied, -41), () => same)
  await it.ctx.db.update(adAccounts).set({ dataFrom: addDays(applied, -69) })
}

test.each<{ about: About }>([{ about: 'unlisted' }, { about: [] }])(
  'a card that lists no campaigns is judged where its operations lead: $about',
  async ({ about }) => {
    const applied = await applyBefore(it, shop, { about })
    await fillDays(it, shop, applied, (id) => (id === shop.campaignId ? twice : same))
    expect(await estimateNow()).toBeCloseTo(1, 1)
  },
)

test('the campaigns of another card are no controls, whether listed or led to', async () => {
  const named = HALF.map(String)
  expect(await estimateBeside({ campaignIds: named, change: null })).toBeCloseTo(0, 1)
  await it.ctx.db
    .insert(adGroups)
    .values(
      HALF.map((campaignId) => ({
        customerId: CUSTOMER,
        adGroupId: campaignId + 5_000,
        campaignId,
        name: 'Grupo',
        status: 'ENABLED',
      })),
    )
    .onConflictDoNothing()
  const places = [
    (id: number) => `campaigns/${id}`,
    (id: number) => `campaignCriteria/${id}~77`,
    (id: number) => `campaignBudgets/${id}`,
    (id: number) => `adGroupCriteria/${id + 5_000}~77`,
  ]
  for (const place of places) {
    const operations = HALF.map((id) => ({
      someOperation: { remove: `customers/{customerId}/${place(id)}` },
    }))
    expect(await estimateBeside({ change: { operations } }), place(1)).toBeCloseTo(0, 1)
  }
})

/** What is measured of the shop's campaign, where nothing happened, beside a card on half of the others, which did twice as much. */
async function estimateBeside(evidence: Parameters<typeof alsoApplied>[2]) {
  await shop.reset()
  await forgetDays(it)
  const applied = await applyBefore(it, shop)
  await alsoApplied(it, applied, evidence)
  await fillDays(it, shop, applied, (id) => (HALF.includes(id) ? twice : same))
  return await estimateNow()
}

async function estimateNow(): Promise<number> {
  return (await judge(it, shop))!.kpi.change.estimate
}

test('money moved from one budget to another teaches how conversions follow each', async () => {
  const applied = await applyBefore(it, shop, { about: both() })
  await alsoLowered(String(SECOND))
  // More money bought nothing there, and less lost more than its share here.
  await fillDays(it, shop, applied, (id) => {
    if (id === SECOND) return { clicks: 0.8, conversions: 0.6 }
    return id === shop.campaignId ? { clicks: 1.2, conversions: 0.7 } : same
  })
  await judge(it, shop)
  const { campaigns: learned, usual } = await readBudgetResponses(it.ctx, CUSTOMER)
  expect(Object.keys(learned).sort()).toEqual(both().sort())
  const [raised, lowered] = both().map((id) => learned[id]!.mean)
  expect(raised).toBeLessThan(lowered!)
  expect(usual.sd).toBeLessThan(usualExponent().sd)
  expect((await shop.history())[0]!.measured).not.toHaveProperty('budgets')
})

/** The card lowered that budget by a fifth as well. */
async function alsoLowered(budgetId: string) {
  const [made] = await it.ctx.db.select().from(accountChanges)
  const update = {
    resourceName: `customers/1/campaignBudgets/${budgetId}`,
    amountMicros: '8000000',
  }
  await it.ctx.db.insert(accountChanges).values({
    ...made!,
    id: crypto.randomUUID(),
    before: { image: { amountMicros: '10000000' } },
    after: {
      ...(made!.after as object),
      operation: { campaignBudgetOperation: { updateMask: 'amountMicros', update } },
    },
  })
}

test('what goes on by the same searches in another campaign is counted with the change', async () => {
  const applied = await applyBefore(it, shop)
  await fillDays(it, shop, applied, (id) => {
    if (id === shop.campaignId) return { clicks: 0.5, conversions: 0.5 }
    return id === SECOND ? { clicks: 1.5, conversions: 1.5 } : same
  })
  const without = (await judge(it, shop))!
  expect(without.kpi.change.estimate).toBeCloseTo(-0.5, 1)

  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  await sharedSearch(it, applied, { from: shop.campaignId, to: SECOND })
  const counted = (await judge(it, shop))!
  expect(Math.abs(counted.money!.cost.estimate)).toBeLessThan(0.1)
  expect(Math.abs(counted.money!.conversions.estimate)).toBeLessThan(0.1)
})

test('a small step of every other budget leaves the controls what they are, a large one does not', async () => {
  const applied = await applyBefore(it, shop)
  const more = { clicks: 1.4, conversions: 1.4 }
  await fillDays(it, shop, applied, (id) => (id === shop.campaignId ? more : same))
  await stepBudgets(it, applied, 1.05)
  expect((await judge(it, shop))!.verdict).toBe('mejorado')

  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  await stepBudgets(it, applied, 1.5)
  expect(await judge(it, shop)).toMatchObject({
    verdict: 'no_concluyente',
    note: expect.stringContaining('con lo que comparar'),
  })
})
