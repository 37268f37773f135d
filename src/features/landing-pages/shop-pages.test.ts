import { beforeAll, expect, test } from 'vitest'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { recommendationJobs } from '#features/recommendations/jobs.ts'
import { enqueueLooking } from '#features/sync/actions/follow-up.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { askGoogle } from '../../../tests/ask-google.ts'
import { IDENTITY, readShop, SHOP } from '../../../tests/read-shop.ts'
import { landingPageJobs } from './jobs.ts'

// The demonstration's shop, one of whose pages is gone and one of which tells of something else.
const it = readShop({}, { looksAtPages: true })
const DEAD = 'https://www.zapateriaalameda.test/running/promo'
const HOUR_MS = 3_600_000

/** As after a sync. */
async function look(): Promise<void> {
  const [account] = await it.ctx.db.select().from(adAccounts)
  await enqueueLooking(it.ctx, account!.customerId)
  await runDueJobs(it.ctx, [...landingPageJobs, ...recommendationJobs])
}

async function cardsAbout(rule: string): Promise<Recommendation[]> {
  const { body } = await it.owner.get(`/api/recomendaciones/${SHOP}`)
  return (body as Recommendation[]).filter((one) => one.rule === rule)
}

/** Of the ads that lead to the dead page, in the campaigns of Search. */
async function deadAds(): Promise<string[]> {
  const rows = await askGoogle(
    it.simulators,
    IDENTITY,
    SHOP,
    "SELECT ad_group_ad.ad.final_urls, ad_group_ad.status FROM ad_group_ad WHERE campaign.status = 'ENABLED' AND campaign.advertising_channel_type = 'SEARCH'",
  )
  const ads = rows as unknown as { adGroupAd: { status: string; ad: { finalUrls: string[] } } }[]
  return ads
    .filter(({ adGroupAd }) => adGroupAd.ad.finalUrls.includes(DEAD))
    .map(({ adGroupAd }) => adGroupAd.status)
}

beforeAll(async () => {
  await look()
  expect(await cardsAbout('dead-landing-pages')).toEqual([])
  it.clock.advance(HOUR_MS)
  await look()
})

test('the shop is told of its dead page, pauses the ads, takes it back and repairs it', async () => {
  const cards = await cardsAbout('dead-landing-pages')
  const card = cards.find(({ titulo }) => titulo.includes('«Búsqueda · Mujer»'))!
  expect(card).toMatchObject({ categoria: 'landing_pages', ruleTitle: 'Páginas que no funcionan' })
  expect(card.descripcion).toContain('tiene otro anuncio cuya página sí funciona')
  expect(card.evidence.table.rows).toHaveLength(2)
  for (const row of card.evidence.table.rows) expect(row.page).toBe(DEAD)
  expect(card.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
  expect(await deadAds()).toEqual(['ENABLED', 'ENABLED'])

  const path = `/api/recomendaciones/${card.id}`
  const resultado = {
    estado: 'improved',
    mejora_real: 12.3,
    periodo_comparacion: '7 días',
    variacion_kpi: 12.3,
  }
  const made = await it.owner.send('POST', `${path}/aplicar`, { resultado })
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await deadAds()).toEqual(['PAUSED', 'PAUSED'])
  const undone = await it.owner.send('POST', `${path}/deshacer`)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await deadAds()).toEqual(['ENABLED', 'ENABLED'])

  it.simulators.web.put(DEAD, { title: 'Zapatillas running', headings: ['Zapatillas running'] })
  it.clock.advance(25 * HOUR_MS)
  await look()
  expect(await cardsAbout('dead-landing-pages')).toEqual([])
})

test('it is told of the page that does not name what is searched for', async () => {
  const [card, ...others] = await cardsAbout('message-match')
  expect(others).toEqual([])
  for (const row of card!.evidence.table.rows)
    expect(row).toMatchObject({
      keyword: expect.stringMatching(/novia|boda/),
      pageTitle: 'Nueva temporada',
    })
  expect(card!.impacto_estimado).toMatch(/^Sin importe/)
  expect(card!.evidence.change!.operations).toEqual([])
})
