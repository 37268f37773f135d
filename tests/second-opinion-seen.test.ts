import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { GoogleRecommendation } from '../src/features/second-opinion/contract.ts'
import { pullGoogleRecommendations } from '../src/features/sync/actions/pull-google-recommendations.ts'
import { openRun } from '../src/features/sync/actions/sync-run.ts'
import { googleRecommendations } from '../src/platform/db/schema/google-recommendations.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, openShop, SHOP } from './recommendation-shop.ts'

const it = testApp()
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
const PATH = `/api/segunda-opinion/${SHOP}`

test('what Google has changed since it was asked is shown after the refusal, and can be applied then', async () => {
  const shop = await openShop(it)
  await shop.reset()
  await pullGoogleRecommendations(it.ctx, (await openRun(it.ctx, CUSTOMER, noLease))!)
  const shown = async () => {
    const { body } = await shop.owner.get(PATH)
    const { recomendaciones } = body as { recomendaciones: GoogleRecommendation[] }
    return recomendaciones.find(({ tipo }) => tipo === 'CAMPAIGN_BUDGET')!
  }
  const apply = ({ id, visto }: GoogleRecommendation) =>
    shop.owner.send('POST', `${PATH}/${id}/aplicar`, { visto })
  const real = await shown()
  const proposal = {
    currentBudgetAmountMicros: '1000000',
    recommendedBudgetAmountMicros: '2000000',
  }
  await it.ctx.db
    .update(googleRecommendations)
    .set({ proposal, impact: null })
    .where(eq(googleRecommendations.recommendationId, real.id))
  const stale = await shown()
  expect(stale.visto).not.toBe(real.visto)
  expect((await apply(stale)).status).toBe(409)
  const now = await shown()
  expect([now.visto, now.figures]).toEqual([real.visto, real.figures])
  expect((await apply(now)).status).toBe(200)
})

test('what Google has withdrawn since it was shown is dismissed all the same, and leaves the list', async () => {
  const shop = await openShop(it)
  await shop.reset()
  await pullGoogleRecommendations(it.ctx, (await openRun(it.ctx, CUSTOMER, noLease))!)
  const shown = async () => {
    const { body } = await shop.owner.get(PATH)
    return (body as { recomendaciones: GoogleRecommendation[] }).recomendaciones
  }
  const [{ id } = { id: '' }] = await shown()
  const dismiss = () => shop.owner.send('POST', `${PATH}/${id}/descartar`)
  const isIt = eq(googleRecommendations.recommendationId, id)
  const rows = await it.ctx.db.select().from(googleRecommendations).where(isIt)
  expect((await dismiss()).status).toBe(200)
  // As on a page that was opened before.
  await it.ctx.db.insert(googleRecommendations).values(rows)
  expect((await shown()).map((one) => one.id)).toContain(id)
  const again = await dismiss()
  expect(again.status, again.text).toBe(200)
  expect((await shown()).map((one) => one.id)).not.toContain(id)
})
