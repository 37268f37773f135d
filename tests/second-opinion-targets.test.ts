import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { measureAutomaticChanges } from '../src/features/second-opinion/actions/measure-automatic-changes.ts'
import type { GoogleRecommendation } from '../src/features/second-opinion/contract.ts'
import { pullEntities } from '../src/features/sync/actions/pull-entities.ts'
import { pullGoogleRecommendations } from '../src/features/sync/actions/pull-google-recommendations.ts'
import { openRun } from '../src/features/sync/actions/sync-run.ts'
import { changeEvents } from '../src/platform/db/schema/changes.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import {
  automaticChangeEffects,
  googleRecommendations,
} from '../src/platform/db/schema/google-recommendations.ts'
import { accountGoals } from '../src/platform/db/schema/recommendations.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import type { Measured } from '../src/shared/measured.ts'
import { MICROS } from '../src/shared/metrics.ts'
import { askGoogle } from './ask-google.ts'
import { fillQuarter } from './filled-campaigns.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, IDENTITY, openShop, SHOP, type Shop } from './recommendation-shop.ts'

// Google's advice of another target ROAS: from its answer to the campaign at Google.
const it = testApp()
const PATH = `/api/segunda-opinion/${SHOP}`
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
  await shop.reset()
  const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
  const run = (await openRun(it.ctx, CUSTOMER, noLease))!
  await pullEntities(it.ctx, run)
  await pullGoogleRecommendations(it.ctx, run)
})

test('the target of a portfolio is not changed from here, though Google names no campaign', async () => {
  const isIt = eq(googleRecommendations.type, 'LOWER_TARGET_ROAS')
  const [row] = await it.ctx.db.select().from(googleRecommendations).where(isIt)
  const adjusted = row!.proposal.targetAdjustment as object
  const proposal = {
    targetAdjustment: { ...adjusted, sharedSet: `customers/${SHOP}/sharedSets/5` },
  }
  await it.ctx.db.update(googleRecommendations).set({ proposal, campaignId: null }).where(isIt)
  const { body } = await shop.owner.get(PATH)
  const { recomendaciones } = body as { recomendaciones: GoogleRecommendation[] }
  const { id, visto, noAplicable, cambio } = recomendaciones.find(
    ({ tipo }) => tipo === 'LOWER_TARGET_ROAS',
  )!
  expect(noAplicable).toContain('todas las campañas que la usan')
  expect(cambio?.antes).toContain('de media')
  const applied = await shop.owner.send('POST', `${PATH}/${id}/aplicar`, { visto })
  expect([applied.status, applied.text]).toEqual([422, expect.stringContaining('una cartera')])
  await it.ctx.db.update(googleRecommendations).set(row!).where(isIt)
})

test('a lower target ROAS is shown as it would be, and applied as shown', async () => {
  const { body } = await shop.owner.get(PATH)
  const { recomendaciones } = body as { recomendaciones: GoogleRecommendation[] }
  const offered = recomendaciones.find(({ tipo }) => tipo === 'LOWER_TARGET_ROAS')!
  const present = await roasOf(offered.campaignId!)
  const told = (roas: number) => `ROAS objetivo del ${Math.round(roas * 100)}\u00a0%`
  expect(offered.cambio).toEqual({ antes: told(present), despues: told(present * 0.8) })
  const isIt = eq(googleRecommendations.recommendationId, offered.id)
  const [row] = await it.ctx.db.select().from(googleRecommendations).where(isIt)
  const { base, potential } = row!.impact!
  expect(potential.conversionsValue).toBeGreaterThan(base.conversionsValue!)

  const applied = await shop.owner.send('POST', `${PATH}/${offered.id}/aplicar`, {
    visto: offered.visto,
  })
  expect(applied.status, applied.text).toBe(200)
  expect(await roasOf(offered.campaignId!)).toBeCloseTo(present * 0.8)
})

test('what Google’s own raise of a target did is not priced at the raised one', async () => {
  const changed = addDays(dayInZone(it.clock.now(), 'Europe/Madrid'), -45)
  const others = Array.from({ length: 24 }, (_, i) => 900_000 + i)
  const other = { customerId: CUSTOMER, status: 'ENABLED', channelType: 'SEARCH', budgetMicros: 1 }
  await it.ctx.db
    .insert(campaigns)
    .values(others.map((id) => ({ ...other, campaignId: id, name: `Otra ${id}`, budgetId: id })))
  const isIt = eq(campaigns.campaignId, shop.campaignId)
  await it.ctx.db
    .update(campaigns)
    .set({ targetCpaMicros: 26 * MICROS })
    .where(isIt)
  await fillQuarter(it, [shop.campaignId, ...others], (id, day) => {
    const isRaised = id === shop.campaignId && day > changed
    return { clicks: isRaised ? 1_500 : 1_000, conversions: isRaised ? 80 : 72 }
  })
  const path = 'maximizeConversions.targetCpaMicros'
  await it.ctx.db.insert(changeEvents).values({
    ...{ customerId: CUSTOMER, eventId: 'raised', at: `${changed} 03:00:00.000000`, userEmail: '' },
    ...{ clientType: 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION', resourceType: 'CAMPAIGN' },
    resourceName: `customers/${SHOP}/campaigns/${shop.campaignId}`,
    ...{ operation: 'UPDATE', changedFields: [path], oldResource: {}, newResource: {} },
    ...{ campaignId: shop.campaignId, adGroupId: null },
  })
  const worth = async () => {
    await it.ctx.db.delete(automaticChangeEffects)
    await measureAutomaticChanges(it.ctx, CUSTOMER)
    const [effect] = await it.ctx.db.select().from(automaticChangeEffects)
    const { verdict, money } = effect!.measured as Measured
    return [verdict, money?.worthMicros]
  }
  // Nothing is said of what a conversion may cost: only what it would have to be worth can be told.
  expect(await worth()).toEqual(['inconclusive', null])
  const goals = { brandWords: [], protectedWords: [], updatedAt: it.clock.now() }
  await it.ctx.db
    .insert(accountGoals)
    .values({ customerId: CUSTOMER, targetCpaMicros: 12 * MICROS, ...goals })
  expect(await worth()).toEqual(['worsened', 12 * MICROS])
})

async function roasOf(campaignId: string) {
  const [row] = await askGoogle(
    it.simulators,
    IDENTITY,
    SHOP,
    `SELECT campaign.id, campaign.maximize_conversion_value.target_roas FROM campaign WHERE campaign.id = ${campaignId}`,
  )
  const { maximizeConversionValue } = row!.campaign as unknown as {
    maximizeConversionValue: { targetRoas: number }
  }
  return maximizeConversionValue.targetRoas
}
