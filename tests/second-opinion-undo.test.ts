import { expect, test } from 'vitest'
import type { LoggedOwnChange } from '../src/features/performance/contract/changes.ts'
import type { GoogleRecommendation } from '../src/features/second-opinion/contract.ts'
import { pullGoogleRecommendations } from '../src/features/sync/actions/pull-google-recommendations.ts'
import { openRun } from '../src/features/sync/actions/sync-run.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, openShop, SHOP } from './recommendation-shop.ts'

const it = testApp()
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
const PATH = `/api/segunda-opinion/${SHOP}`

test("what was done with Google's recommendations has no way back from here, and the API says so", async () => {
  const shop = await openShop(it)
  await shop.reset()
  await pullGoogleRecommendations(it.ctx, (await openRun(it.ctx, CUSTOMER, noLease))!)
  const { body } = await shop.owner.get(PATH)
  const found = (body as { recomendaciones: GoogleRecommendation[] }).recomendaciones
  const keyword = found.find(({ tipo, noAplicable }) => tipo === 'KEYWORD' && !noAplicable)!
  const { id, visto } = keyword
  expect((await shop.owner.send('POST', `${PATH}/${id}/aplicar`, { visto })).status).toBe(200)
  const other = found.find((one) => one.id !== id)!
  expect((await shop.owner.send('POST', `${PATH}/${other.id}/descartar`)).status).toBe(200)

  const { body: changes } = await shop.owner.get(`/api/own-changes/${SHOP}`)
  const made = Map.groupBy(changes as LoggedOwnChange[], ({ kind }) => kind)
  for (const [kind, why] of [
    ['apply_google_recommendation', 'Google no da marcha atrás'],
    ['dismiss_google_recommendation', 'no se deshace desde aquí'],
  ] as const) {
    const [change] = made.get(kind)!
    expect(change!.canUndo).toBe(false)
    const refused = await shop.owner.send('POST', `/api/changes/${change!.changeId}/deshacer`)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(why)])
  }
})
