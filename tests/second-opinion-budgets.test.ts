import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { BUDGET_RESPONSE } from '../src/engine/effect/budget-learning.ts'
import type { GoogleRecommendation } from '../src/features/second-opinion/contract.ts'
import { pullEntities } from '../src/features/sync/actions/pull-entities.ts'
import { pullGoogleRecommendations } from '../src/features/sync/actions/pull-google-recommendations.ts'
import { openRun } from '../src/features/sync/actions/sync-run.ts'
import { changeEvents } from '../src/platform/db/schema/changes.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import { googleRecommendations } from '../src/platform/db/schema/google-recommendations.ts'
import { accountGoals, rulePools } from '../src/platform/db/schema/recommendations.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { fillQuarter } from './filled-campaigns.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, openShop, SHOP } from './recommendation-shop.ts'

// Google's advice on budgets and targets is judged by what measured and lately changed ones did.
const it = testApp()
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop(it)
  await shop.reset()
})

test('what other accounts learned of budgets is part of the calculation', async () => {
  const run = (await openRun(it.ctx, CUSTOMER, noLease))!
  await pullEntities(it.ctx, run)
  await pullGoogleRecommendations(it.ctx, run)
  const isBudget = eq(googleRecommendations.type, 'CAMPAIGN_BUDGET')
  const [row] = await it.ctx.db
    .select()
    .from(googleRecommendations)
    .where(and(eq(googleRecommendations.customerId, CUSTOMER), isBudget))
  await fillQuarter(it, [row!.campaignId!], () => ({ clicks: 200, conversions: 10 }))
  const price = async () => {
    const { body } = await shop.owner.get(`/api/segunda-opinion/${SHOP}`)
    const all = (body as { recomendaciones: GoogleRecommendation[] }).recomendaciones
    const shown = all.find(({ id }) => id === row!.recommendationId)!
    return Number(/costaría unos ([\d.]+),/.exec(shown.razon)![1]!.replace('.', ''))
  }
  const usual = await price()
  // Of a thousand measured budgets, where the next euro brings little.
  const pool = { owners: 50, cases: 1_000, weight: 10_000, value: 4_000 }
  await it.ctx.db
    .insert(rulePools)
    .values({ rule: BUDGET_RESPONSE, ...pool, pooledAt: it.clock.now() })
  expect(await price()).toBeGreaterThan(1.4 * usual)
  await it.ctx.db.delete(rulePools)
})

test('a budget that campaigns share is nobody’s alone: named after them, under each, without a verdict', async () => {
  const [row] = await it.ctx.db
    .select()
    .from(googleRecommendations)
    .where(eq(googleRecommendations.type, 'CAMPAIGN_BUDGET'))
  const { recommendationId, campaignId } = row!
  const all = await it.ctx.db.select().from(campaigns).where(eq(campaigns.customerId, CUSTOMER))
  const other = all.find((one) => one.campaignId !== campaignId)!
  const own = all.find((one) => one.campaignId === campaignId)!
  const isIt = eq(googleRecommendations.recommendationId, recommendationId)
  const ids = [own.campaignId, other.campaignId]
  await it.ctx.db
    .update(googleRecommendations)
    .set({ campaignId: null, campaignIds: ids })
    .where(isIt)
  const { body } = await shop.owner.get(`/api/segunda-opinion/${SHOP}`)
  const { recomendaciones } = body as { recomendaciones: GoogleRecommendation[] }
  const shown = recomendaciones.find(({ id }) => id === recommendationId)!
  expect(shown).toMatchObject({
    campaignId: null,
    campaignIds: ids.map(String),
    campaignName: `${own.name}, ${other.name}`,
    veredicto: 'sin_opinion',
  })
  expect(shown.razon).toContain('varias campañas a la vez')
  await it.ctx.db.update(googleRecommendations).set({ campaignId, campaignIds: null }).where(isIt)
})

test('what was changed within two weeks is not changed again for Google’s sake', async () => {
  const [row] = await it.ctx.db
    .select()
    .from(googleRecommendations)
    .where(
      and(
        eq(googleRecommendations.customerId, CUSTOMER),
        eq(googleRecommendations.type, 'CAMPAIGN_BUDGET'),
      ),
    )
  const campaignId = row!.campaignId!
  await it.ctx.db.execute(sql`update google_recommendations set type = 'SET_TARGET_CPA', impact = null,
    proposal = '{"recommendedTargetCpaMicros": "20000000"}'
    where customer_id = ${CUSTOMER} and recommendation_id = ${row!.recommendationId}`)
  const verdict = async () => {
    const { body } = await shop.owner.get(`/api/segunda-opinion/${SHOP}`)
    const all = (body as { recomendaciones: GoogleRecommendation[] }).recomendaciones
    return all.find(({ id }) => id === row!.recommendationId)!.veredicto
  }
  expect(['aplicar', 'probar']).toContain(await verdict())
  const at = `${addDays(dayInZone(it.clock.now(), 'Europe/Madrid'), -2)} 10:00:00.000000`
  await it.ctx.db.insert(changeEvents).values({
    ...{ customerId: CUSTOMER, eventId: 'moved', at, userEmail: 'a@b.test', campaignId },
    ...{ clientType: 'GOOGLE_ADS_WEB_CLIENT', operation: 'UPDATE', resourceType: 'CAMPAIGN' },
    resourceName: `customers/${SHOP}/campaigns/${campaignId}`,
    changedFields: ['target_cpa.target_cpa_micros'],
    ...{ oldResource: {}, newResource: {} },
  })
  expect(await verdict()).toBe('esperar')
})

test('what the owner decided of the account is heard', async () => {
  const goals = { brandWords: [], protectedWords: [], updatedAt: it.clock.now() }
  await it.ctx.db
    .insert(accountGoals)
    .values({ customerId: CUSTOMER, searchPartners: 'off', ...goals })
  await it.ctx.db
    .update(googleRecommendations)
    .set({ type: 'SEARCH_PARTNERS_OPT_IN' })
    .where(eq(googleRecommendations.customerId, CUSTOMER))
  const { body } = await shop.owner.get(`/api/segunda-opinion/${SHOP}`)
  const [first] = (body as { recomendaciones: GoogleRecommendation[] }).recomendaciones
  expect(first).toMatchObject({
    veredicto: 'descartar',
    razon: expect.stringContaining('sin socios de búsqueda'),
  })
})
