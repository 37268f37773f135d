import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import {
  applyBefore,
  changedByOthers,
  fillDays,
  judge,
  measuredShop,
  SAME,
} from '../../../tests/measured-shop.ts'
import { CUSTOMER, SHOP } from '../../../tests/recommendation-shop.ts'
import { readBudgetResponses } from '../../account-data/budget-responses.ts'
import { usualExponent } from '../../engine/statistics/budget-response.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges, changeEvents } from '../../platform/db/schema/changes.ts'
import {
  accountGoals,
  recommendationApplications,
} from '../../platform/db/schema/recommendations.ts'
import { addDays, type Day } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { MICROS } from '../../shared/metrics.ts'
import type { getCalibration } from './contract/calibration.ts'
import type { getResults } from './contract/results.ts'
import { readCompanions } from './queries/companions.ts'
import { readLoneOutlook } from './queries/lone-outlook.ts'

// Cards that were applied on one day to one campaign, as 'aplicar varias' does.
const it = testApp()
const shop = measuredShop(it)

const WORDS = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis']

/** A budget that was raised, and on the same day or later six negatives by another card; as Google's history tells them. */
async function bothApplied(
  what: string,
  { daysAgo, daysLater = 0 }: { daysAgo?: number; daysLater?: number } = {},
): Promise<Day> {
  const id = await shop.recommend(WORDS.map((word) => shop.negative(`${word} ${what}`)))
  const made = await shop.apply(id)
  expect(made.status, made.text).toBe(200)
  const applied = await applyBefore(it, shop, { ...(daysAgo !== undefined && { daysAgo }) })
  const names = (await shop.log())
    .filter(({ recommendationId }) => recommendationId === id)
    .flatMap(({ resourceName }) => resourceName ?? [])
  const madeOn = addDays(applied, daysLater)
  const at = new Date(`${madeOn}T11:00:00Z`)
  const { recommendationId } = recommendationApplications
  await it.ctx.db
    .update(recommendationApplications)
    .set({ appliedAt: at })
    .where(eq(recommendationId, id))
  await it.ctx.db.update(accountChanges).set({ at }).where(eq(accountChanges.recommendationId, id))
  await it.ctx.db.insert(changeEvents).values(
    names.map((resourceName) => ({
      customerId: CUSTOMER,
      eventId: resourceName,
      at: `${madeOn} 12:00:00`,
      userEmail: 'marta.demo@gmail.test',
      clientType: 'GOOGLE_ADS_API',
      resourceType: 'CAMPAIGN_CRITERION',
      resourceName,
      operation: 'CREATE',
      changedFields: [],
      oldResource: {},
      newResource: {},
      campaignId: shop.campaignId,
    })),
  )
  return applied
}

test('they are measured as one, told as one, counted once, and teach nothing of either', async () => {
  const applied = await bothApplied('gratis')
  await it.ctx.db.insert(accountGoals).values({
    ...{ customerId: CUSTOMER, targetCpaMicros: 30 * MICROS, updatedAt: it.clock.now() },
    ...{ brandWords: [], protectedWords: [] },
  })
  await fillDays(it, shop, applied, (id) =>
    id === shop.campaignId ? { clicks: 1.4, conversions: 1.4 } : SAME,
  )
  await judge(it, shop)
  const history = await shop.history()
  expect(history).toHaveLength(2)
  for (const { measured } of history) {
    expect(measured).toMatchObject({ verdict: 'mejorado', confounders: [] })
    expect(measured!.note).toMatch(
      /^Se mide junto con «Una recomendación», que se aplicó aquí el mismo día: el efecto es de todas\.$/,
    )
  }
  const results = (await shop.owner.get('/api/resultados?periodo=todo')).body as ReplyOf<
    typeof getResults
  >
  const [account] = results.accounts
  expect(account!.total!.cards).toBe(1)
  expect(account!.rows.filter(({ within }) => within !== null)).toHaveLength(1)
  const ledger = (await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)).body as ReplyOf<
    typeof getCalibration
  >
  expect(ledger.rules).toEqual([])
  const { usual } = await readBudgetResponses(it.ctx, CUSTOMER)
  expect(usual.mean).toBeCloseTo(usualExponent().mean, 9)
})

test('what a card changed there on another day is one other change, however many parts it has', async () => {
  const applied = await bothApplied('roto', { daysLater: 10 })
  await fillDays(it, shop, applied, (id) =>
    id === shop.campaignId ? { clicks: 1.4, conversions: 1.4 } : SAME,
  )
  await judge(it, shop)
  const [, raised] = await shop.history()
  expect(raised!.measured).toMatchObject({
    verdict: 'mejorado',
    confounders: [expect.stringMatching(/, 6 veces/)],
  })
  expect(raised!.measured!.note).toBe(
    'También se aplicó aquí «Una recomendación» en los días que se comparan: parte de lo que se ve puede ser suyo.',
  )
})

test('a card of one ad group is not measured as one with that of another', async () => {
  const appliedOn = await bothApplied('feo', { daysAgo: 0 })
  const { body } = recommendationApplications
  const [first, second] = await it.ctx.db.select().from(recommendationApplications)
  for (const [id, group] of [[first!.id, '11'] as const, [second!.id, '12'] as const])
    await it.ctx.db
      .update(recommendationApplications)
      .set({ body: sql`jsonb_set(${body}, '{adGroupId}', ${`"${group}"`}::jsonb)` })
      .where(eq(recommendationApplications.id, id))
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, CUSTOMER))
  const campaignIds = [String(shop.campaignId)]
  const idsBeside = async (adGroupId: string | null) => {
    const named = { id: randomUUID(), appliedOn, adGroupId, campaignIds }
    return (await readCompanions(it.ctx, account!, named)).map(({ id }) => id)
  }
  expect(await idsBeside('11')).toEqual([first!.id])
  expect(await idsBeside('12')).toEqual([second!.id])
  // Of the whole campaign they are both in what is seen.
  expect(await idsBeside(null)).toHaveLength(2)
})

test('where others changed too much besides it is said at once, by the dialog as well', async () => {
  const applied = await bothApplied('barato', { daysAgo: 0 })
  await fillDays(it, shop, addDays(applied, -41), () => SAME)
  await it.ctx.db.update(adAccounts).set({ dataFrom: addDays(applied, -69) })
  expect(await judge(it, shop)).toBeNull()
  expect((await outlook()).together).toEqual(['Una recomendación', 'Una recomendación'])
  await changedByOthers(it, {
    applied: addDays(applied, -20),
    campaignId: shop.campaignId,
    times: 5,
  })
  expect((await outlook()).reason).toBe('too-many-changes')
  await judge(it, shop)
  for (const { measured } of await shop.history())
    expect(measured!.note).toContain('Hubo demasiados cambios más en lo mismo')
})

test('of what not even all of them show, no other card is promised to tell', async () => {
  const applied = await bothApplied('usado')
  await fillDays(it, shop, applied, () => SAME)
  await it.ctx.db.execute(
    sql`update campaign_day set conversions_micros = conversions_micros / 70 where customer_id = ${CUSTOMER}`,
  )
  await judge(it, shop)
  for (const { measured } of await shop.history()) {
    expect(measured!.note).toContain('Se mide junto con')
    expect(measured!.note).not.toContain('de su tipo')
  }
})

/** Of a third card of the same campaign. */
async function outlook() {
  const [one] = await it.ctx.db.select().from(recommendationApplications)
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, CUSTOMER))
  const card = { body: one!.body as never, campaignIds: [String(shop.campaignId)], worth: null }
  return await readLoneOutlook(it.ctx, account!, card)
}
