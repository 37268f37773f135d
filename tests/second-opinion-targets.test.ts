import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { GoogleRecommendation } from '../src/features/second-opinion/contract.ts'
import { pullEntities } from '../src/features/sync/actions/pull-entities.ts'
import { pullGoogleRecommendations } from '../src/features/sync/actions/pull-google-recommendations.ts'
import { openRun } from '../src/features/sync/actions/sync-run.ts'
import { googleRecommendations } from '../src/platform/db/schema/google-recommendations.ts'
import { askGoogle } from './ask-google.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, IDENTITY, openShop, SHOP, type Shop } from './recommendation-shop.ts'

// Google's advice of another target ROAS: from its answer to the campaign at Google.
const it = testApp()
const PATH = `/api/segunda-opinion/${SHOP}`
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
  await shop.reset()
  const noLease = { id: 'test', attempt: 1, keepLease: async () => {} }
  const run = (await openRun(it.ctx, CUSTOMER, noLease, 1))!
  await pullEntities(it.ctx, run)
  await pullGoogleRecommendations(it.ctx, run)
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
