import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadLookedPages } from '#account-data/snapshot/load-looked-pages.ts'
import { analyseAccount } from '#features/recommendations/contract/recommendations.ts'
import { enqueueLooking } from '#features/sync/actions/follow-up.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { adGroups, ads, campaigns } from '#platform/db/schema/entities.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { connectAccount } from '../../../tests/connected-account.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { lookAtPages } from './actions/look-at-pages.ts'
import { landingPageJobs } from './jobs.ts'

const it = testApp({ looksAtPages: true })
const HOUR_MS = 3_600_000
let nextCustomer = 501
let owner: Person

beforeAll(async () => {
  owner = await it.signIn()
})

/** An account whose ads lead to `pages` of a site of its own; each costs more than the next, and had clicks yesterday. */
async function advertiser(pages: readonly string[], over: { adStatus?: string } = {}) {
  const customerId = nextCustomer++
  const host = `tienda${customerId}.example`
  const googleCustomerId = String(5_000_000_000 + customerId)
  await connectAccount(it, { customerId, userId: owner.userId, googleCustomerId, name: 'Tienda' })
  const { db } = it.ctx
  const campaign = { customerId, campaignId: 1, name: 'Búsqueda', status: 'ENABLED' }
  await db.insert(campaigns).values({ ...campaign, channelType: 'SEARCH' })
  await db
    .insert(adGroups)
    .values({ customerId, adGroupId: 2, campaignId: 1, name: 'Grupo', status: 'ENABLED' })
  for (const [i, page] of pages.entries()) {
    await db.insert(ads).values({
      customerId,
      adGroupId: 2,
      adId: i + 10,
      campaignId: 1,
      type: 'RESPONSIVE_SEARCH_AD',
      status: over.adStatus ?? 'ENABLED',
      finalUrls: [`https://${host}${page}`],
      headlines: [],
      descriptions: [],
    })
    await db.execute(sql`
      insert into ad_day (customer_id, campaign_id, day, ad_group_id, ad_id, impressions, clicks, cost_micros, conversions_micros, value_micros)
      values (${customerId}, 1, '2026-11-19', 2, ${i + 10}, 100, 5, ${(pages.length - i) * 1_000_000}, 0, 0)`)
  }
  const at = (path: string) => `https://${host}${path}`
  return { customerId, googleCustomerId, host, at }
}

type Advertiser = Awaited<ReturnType<typeof advertiser>>

const askedOf = ({ host }: Advertiser) =>
  it.simulators.web.requests().filter((address) => new URL(address).host === host)
const pagesAskedOf = (shop: Advertiser) =>
  askedOf(shop).filter((address) => !address.endsWith('/robots.txt'))
const pagesOf = ({ customerId }: Advertiser) =>
  it.ctx.db.select().from(lookedPages).where(eq(lookedPages.customerId, customerId))
const analysesOf = async ({ customerId }: Advertiser) => {
  const kept = await it.ctx.db.select().from(jobs).where(eq(jobs.kind, analyseAccount.name))
  return kept.filter(({ payload }) => (payload as { customerId: number }).customerId === customerId)
}

test('after a sync the pages of ads are opened, the most expensive first, and once a day', async () => {
  const shop = await advertiser(['/botas?gclid=1', '/zapatos', '/caja'])
  it.simulators.web.put(shop.at('/'), { robots: 'User-agent: *\nDisallow: /caja' })
  it.simulators.web.put(shop.at('/botas'), { title: 'Botas', headings: ['Botas', 'De piel'] })
  await enqueueLooking(it.ctx, shop.customerId)
  await runDueJobs(it.ctx, landingPageJobs)
  expect(askedOf(shop)).toEqual(['/robots.txt', '/botas', '/zapatos'].map(shop.at))
  expect(await pagesOf(shop)).toMatchObject([
    { address: shop.at('/botas'), status: 200, title: 'Botas', headings: ['Botas', 'De piel'] },
    { address: shop.at('/zapatos'), status: 404, brokenSince: expect.any(Date) },
  ])
  const known = await owner.get(`/api/google-accounts/${shop.googleCustomerId}/objetivos`)
  expect(known.body, known.text).toMatchObject({
    paginasAbiertas: { cuantas: 2, ultima: expect.stringMatching(/^2026-11-20T10:/) },
  })
  expect(await analysesOf(shop)).toHaveLength(1)
  await lookAtPages(it.ctx, shop.customerId)
  expect(pagesAskedOf(shop)).toHaveLength(2)
})

test('a broken page is opened again after an hour, and then counts', async () => {
  const shop = await advertiser(['/zapatos'])
  it.simulators.web.put(shop.at('/zapatos'), { status: 500 })
  await enqueueLooking(it.ctx, shop.customerId)
  await runDueJobs(it.ctx, landingPageJobs)
  const [first] = await pagesOf(shop)
  await runDueJobs(it.ctx, landingPageJobs)
  expect(await pagesOf(shop)).toEqual([first])
  await it.ctx.db.delete(jobs).where(eq(jobs.kind, analyseAccount.name))
  it.clock.advance(HOUR_MS)
  await runDueJobs(it.ctx, landingPageJobs)
  const [second] = await pagesOf(shop)
  expect(second!.brokenSince).toEqual(first!.brokenSince)
  expect(second!.lookedAt.getTime()).toBeGreaterThanOrEqual(first!.lookedAt.getTime() + HOUR_MS)
  expect(await analysesOf(shop)).toHaveLength(1)
})

test('what rules see: pages broken twice through which nothing is sold, and nothing that is old', async () => {
  const shop = await advertiser(['/zapatos', '/botas'])
  const lookedPages = async () =>
    (await loadLookedPages(it.ctx, shop.customerId)).lookedPages?.map(
      ({ address, broken, isFine }) => [new URL(address).pathname, broken?.way, isFine],
    )
  expect(await lookedPages()).toBeUndefined()
  it.simulators.web.put(shop.at('/botas'), { title: 'Botas', headings: [] })
  await lookAtPages(it.ctx, shop.customerId)
  const once = [
    ['/botas', undefined, true],
    ['/zapatos', undefined, false],
  ]
  expect((await lookedPages())!.toSorted()).toEqual(once)
  it.clock.advance(HOUR_MS)
  await lookAtPages(it.ctx, shop.customerId)
  expect((await lookedPages())!.toSorted()[1]).toEqual(['/zapatos', 'missing', false])
  await it.ctx.db.execute(sql`
    insert into ad_day (customer_id, campaign_id, day, ad_group_id, ad_id, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (${shop.customerId}, 1, '2026-11-21', 2, 10, 100, 5, 1000000, 1000000, 0)`)
  expect((await lookedPages())!.toSorted()).toEqual(once)
  it.clock.advance(73 * HOUR_MS)
  expect(await lookedPages()).toBeUndefined()
})

test('fifty pages a day, and no more', async () => {
  const shop = await advertiser(Array.from({ length: 60 }, (_, i) => `/p${i}`))
  await lookAtPages(it.ctx, shop.customerId)
  await lookAtPages(it.ctx, shop.customerId)
  it.clock.advance(2 * HOUR_MS)
  await lookAtPages(it.ctx, shop.customerId)
  expect(pagesAskedOf(shop)).toHaveLength(50)
})

test('a site that has enough is left alone', async () => {
  const shop = await advertiser(['/a', '/b', '/c'])
  it.simulators.web.put(shop.at('/a'), { status: 429 })
  await lookAtPages(it.ctx, shop.customerId)
  expect(askedOf(shop)).toEqual(['/robots.txt', '/a'].map(shop.at))
  expect(await pagesOf(shop)).toMatchObject([{ status: 429, brokenSince: null }])
})

test('an owner who does not want it is heard at once', async () => {
  const shop = await advertiser(['/zapatos'])
  await lookAtPages(it.ctx, shop.customerId)
  expect(await pagesOf(shop)).toHaveLength(1)
  const path = `/api/google-accounts/${shop.googleCustomerId}/objetivos`
  const said = { cpaObjetivo: null, palabrasDeMarca: [], palabrasProtegidas: [] }
  const no = await owner.send('PUT', path, { ...said, abrePaginas: false })
  expect(no.body, no.text).toMatchObject({ abrePaginas: false, paginasAbiertas: null })
  expect(await pagesOf(shop)).toEqual([])
  it.clock.advance(25 * HOUR_MS)
  await lookAtPages(it.ctx, shop.customerId)
  expect(await pagesOf(shop)).toEqual([])
  const asked = askedOf(shop).length
  await owner.send('PUT', path, { ...said, abrePaginas: true })
  await runDueJobs(it.ctx, landingPageJobs)
  expect(await pagesOf(shop)).toHaveLength(1)
  expect(askedOf(shop).length).toBeGreaterThan(asked)
})

test('paused ads, disconnected accounts and those without a saying are left out', async () => {
  const paused = await advertiser(['/zapatos'], { adStatus: 'PAUSED' })
  const gone = await advertiser(['/zapatos'])
  await it.ctx.db
    .update(adAccounts)
    .set({ connected: false })
    .where(eq(adAccounts.customerId, gone.customerId))
  for (const shop of [paused, gone]) {
    await lookAtPages(it.ctx, shop.customerId)
    expect(askedOf(shop)).toEqual([])
  }
})

test('of an account erased meanwhile nothing stays', async () => {
  const shop = await advertiser(Array.from({ length: 50 }, (_, i) => `/p${i}`))
  const goals = { brandWords: [], protectedWords: [], updatedAt: it.clock.now() }
  await it.ctx.db.insert(accountGoals).values({ customerId: shop.customerId, ...goals })
  const looking = lookAtPages(it.ctx, shop.customerId)
  await vi.waitFor(() => expect(pagesAskedOf(shop).length).toBeGreaterThan(1), { interval: 1 })
  await it.ctx.db.delete(adAccounts).where(eq(adAccounts.customerId, shop.customerId))
  await looking
  expect(await pagesOf(shop)).toEqual([])
})
