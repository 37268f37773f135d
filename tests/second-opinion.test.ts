import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { measureAutomaticChanges } from '../src/features/second-opinion/actions/measure-automatic-changes.ts'
import type {
  AutomaticChange,
  GoogleRecommendation,
} from '../src/features/second-opinion/contract.ts'
import { adviceOnWire, type JudgedAdvice } from '../src/features/second-opinion/rules/on-wire.ts'
import { pullChangeEvents } from '../src/features/sync/actions/pull-change-events.ts'
import { pullEntities } from '../src/features/sync/actions/pull-entities.ts'
import { pullGoogleRecommendations } from '../src/features/sync/actions/pull-google-recommendations.ts'
import { openRun } from '../src/features/sync/actions/sync-run.ts'
import { syncKeyOf } from '../src/features/sync/contract.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { accountChanges, changeEvents } from '../src/platform/db/schema/changes.ts'
import { accountInventory, campaigns } from '../src/platform/db/schema/entities.ts'
import {
  automaticChangeEffects,
  googleRecommendationPulls,
  googleRecommendations,
} from '../src/platform/db/schema/google-recommendations.ts'
import { jobs } from '../src/platform/db/schema/work.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { MICROS } from '../src/shared/metrics.ts'
import { askGoogle } from './ask-google.ts'
import { fillQuarter } from './filled-campaigns.ts'
import { lossyShop } from './lossy-shop.ts'
import { CUSTOMER, IDENTITY, SHOP } from './recommendation-shop.ts'

// Google's own recommendations and what it changes by itself, from Google's answer to the verdict and back.
const { proxy, it, shop } = await lossyShop()
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
const PATH = `/api/segunda-opinion/${SHOP}`
const AUTOMATIC = `/api/cambios-automaticos/${SHOP}`

beforeEach(async () => {
  const { db } = it.ctx
  for (const table of [
    googleRecommendations,
    googleRecommendationPulls,
    automaticChangeEffects,
    changeEvents,
    accountInventory,
  ])
    await db.delete(table).where(eq(table.customerId, CUSTOMER))
  await db.delete(jobs).where(eq(jobs.uniqueKey, syncKeyOf(CUSTOMER)))
  await db.execute(sql`delete from campaign_day where customer_id = ${CUSTOMER}`)
})

async function run() {
  const opened = await openRun(it.ctx, CUSTOMER, noLease)
  if (!opened) throw new Error('nothing to pull')
  return opened
}

async function pull(): Promise<GoogleRecommendation[]> {
  await pullGoogleRecommendations(it.ctx, await run())
  return await open()
}

async function open(): Promise<GoogleRecommendation[]> {
  const answer = await shop.owner.get(PATH)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { recomendaciones: GoogleRecommendation[] }).recomendaciones
}

async function log() {
  return await it.ctx.db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.customerId, CUSTOMER))
}

const apply = (one: GoogleRecommendation, visto = one.visto) =>
  shop.owner.send('POST', `${PATH}/${one.id}/aplicar`, { visto })

test('Google is asked once a day, and every recommendation gets a verdict with its reason', async () => {
  const found = await pull()
  expect(new Set(found.map(({ tipo }) => tipo)).size).toBeGreaterThanOrEqual(5)
  for (const one of found) expect(one.razon.length).toBeGreaterThan(20)
  const before = it.simulators.googleAds.requests().length
  await pullGoogleRecommendations(it.ctx, await run())
  expect(it.simulators.googleAds.requests()).toHaveLength(before)
})

test('on the wire it has the names it always had', async () => {
  const answer = await shop.owner.get(PATH)
  expect(answer.body).toEqual({
    currencyCode: 'EUR',
    preguntadoEl: null,
    problema: null,
    recomendaciones: [],
  })
  const found = await pull()
  const keyword = found.find(({ tipo }) => tipo === 'KEYWORD')
  expect(keyword).toEqual({
    id: expect.any(String),
    tipo: 'KEYWORD',
    titulo: expect.stringMatching(/palabra/),
    campaignId: expect.any(String),
    campaignIds: [],
    campaignName: null,
    veredicto: expect.stringMatching(/^(aplicar|probar|descartar|esperar|sin_opinion)$/),
    razon: expect.any(String),
    figures: expect.any(Array),
    reparos: expect.any(Array),
    cambio: { antes: 'No está', despues: expect.any(String) },
    monthlyBudgetMicros: null,
    noAplicable: null,
    visto: expect.any(String),
  })
  const words = { apply: 'aplicar', try: 'probar', discard: 'descartar', wait: 'esperar' } as const
  for (const [verdict, veredicto] of Object.entries({ ...words, no_opinion: 'sin_opinion' }))
    expect(adviceOnWire({ ...JUDGED, verdict: verdict as keyof typeof words })).toMatchObject({
      veredicto,
    })
  await budgetEvent(addDays(today(), -3))
  expect((await automatic()).cambios[0]).toEqual({
    id: expect.any(String),
    dia: addDays(today(), -3),
    origen: expect.any(String),
    clientType: expect.any(String),
    lugar: 'Búsqueda',
    campaignIds: [expect.stringMatching(/^\d+$/)],
    cambios: [
      {
        hora: expect.stringMatching(/^\d\d:\d\d$/),
        que: expect.any(String),
        campos: [{ name: 'Importe diario', before: expect.any(String), after: expect.any(String) }],
      },
    ],
    mas: 0,
    measured: null,
    daysToMeasure: expect.any(Number),
    held: null,
  })
})

const JUDGED: Omit<JudgedAdvice, 'verdict'> = {
  id: '1',
  type: 'KEYWORD',
  title: '',
  campaignId: null,
  campaignIds: [],
  campaignName: null,
  reason: '',
  figures: [],
  caveats: [],
  change: null,
  monthlyBudgetMicros: null,
  obstacle: null,
  seen: '',
}

test('the numbers of a verdict are those of Google and of the campaign', async () => {
  await pullEntities(it.ctx, await run())
  await pull()
  const [row] = await it.ctx.db
    .select()
    .from(googleRecommendations)
    .where(
      and(
        eq(googleRecommendations.customerId, CUSTOMER),
        eq(googleRecommendations.type, 'KEYWORD'),
      ),
    )
  const { base, potential } = row!.impact!
  await fillQuarter(it, [row!.campaignId!], () => ({ clicks: 200, conversions: 10 }))
  const shown = (await open()).find(({ id }) => id === row!.recommendationId)!
  const value = (key: string) => shown.figures.find((one) => one.key === key)?.value
  expect(value('extraCost')).toBeCloseTo(potential.costMicros! - base.costMicros!, 3)
  expect(value('conversions')).toBeGreaterThan(500)
  expect(value('marginal')).toBeCloseTo(
    (potential.costMicros! - base.costMicros!) / (potential.conversions! - base.conversions!),
    0,
  )
})

test('applying changes the account at Google, is logged with its request, and is not offered again', async () => {
  const found = await pull()
  const display = found.find(({ tipo }) => tipo === 'DISPLAY_EXPANSION_OPT_IN')!
  expect((await apply(display)).status).toBe(200)
  expect(await displayOf(display.campaignId!)).toBe(true)
  const [logged] = await log()
  expect(logged).toMatchObject({ kind: 'apply_google_recommendation', outcome: 'done' })
  expect(logged!.requestId).toEqual(expect.stringMatching(/^[\w-]{8,}$/))
  expect((await open()).map(({ id }) => id)).not.toContain(display.id)
  // Asked again, it is gone; nothing is applied twice.
  expect((await apply(display)).status).toBe(404)
})

test('what would take a campaign out of its portfolio is not applied from here', async () => {
  const found = await pull()
  const offered = found.find(({ tipo }) => tipo === 'TARGET_CPA_OPT_IN')!
  expect(offered.noAplicable).toBeNull()
  await it.ctx.db
    .update(campaigns)
    .set({ campaignId: Number(offered.campaignId), portfolioId: 9, portfolioName: 'Cartera Norte' })
    .where(eq(campaigns.customerId, CUSTOMER))
  const shown = (await open()).find(({ id }) => id === offered.id)!
  expect(shown.noAplicable).toContain('«Cartera Norte»')
  const refused = await apply(shown)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('«Cartera Norte»')])
  expect(await log()).toEqual([])
  // What is no bidding may be applied as ever.
  const keyword = (await open()).find(
    ({ campaignId, tipo }) => campaignId === offered.campaignId && tipo === 'KEYWORD',
  )!
  expect(keyword.noAplicable).toBeNull()
})

async function displayOf(campaignId: string) {
  const [row] = await askGoogle(
    it.simulators,
    IDENTITY,
    SHOP,
    `SELECT campaign.id, campaign.network_settings.target_content_network FROM campaign WHERE campaign.id = ${campaignId}`,
  )
  const { networkSettings } = row!.campaign as unknown as {
    networkSettings: { targetContentNetwork: boolean }
  }
  return networkSettings.targetContentNetwork
}

test('dismissing is told to Google, and the next question does not bring it back', async () => {
  const [first] = await pull()
  const answer = await shop.owner.send('POST', `${PATH}/${first!.id}/descartar`)
  expect(answer.status, answer.text).toBe(200)
  expect((await log())[0]).toMatchObject({ kind: 'dismiss_google_recommendation', outcome: 'done' })
  await it.ctx.db
    .delete(googleRecommendationPulls)
    .where(eq(googleRecommendationPulls.customerId, CUSTOMER))
  expect((await pull()).map(({ id }) => id)).not.toContain(first!.id)
})

test('what was seen must still be what Google proposes', async () => {
  const found = await pull()
  const keyword = found.find(({ tipo }) => tipo === 'KEYWORD')!
  const refused = await apply(keyword, 'otra cosa')
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('propone ahora otra cosa')
  expect(await log()).toHaveLength(0)
})

test('read-only accounts and the limit of the day are respected', async () => {
  const [first] = await pull()
  await shop.owner.send('PUT', `/api/google-accounts/${SHOP}/solo-lectura`, { soloLectura: true })
  expect((await apply(first!)).status).toBe(403)
  const dismissed = await shop.owner.send('POST', `${PATH}/${first!.id}/descartar`)
  expect(dismissed.status).toBe(403)
  expect(await log()).toHaveLength(0)
})

test('a stranger sees none of it', async () => {
  const [first] = await pull()
  const stranger = await it.signIn()
  expect((await stranger.get(PATH)).status).toBe(404)
  expect((await stranger.get(AUTOMATIC)).status).toBe(404)
  const answer = await stranger.send('POST', `${PATH}/${first!.id}/aplicar`, { visto: 'x' })
  expect(answer.status).toBe(404)
})

test('when the answer is lost, the log tells what Google did; nothing is applied twice', async () => {
  const found = await pull()
  const partners = found.find(({ tipo }) => tipo === 'SEARCH_PARTNERS_OPT_IN')!
  proxy.mode = 'fail before'
  const silent = await apply(partners)
  expect([silent.status, silent.text]).toEqual([502, expect.stringContaining('todavía no se sabe')])
  const [logged] = await log()
  expect(logged!.outcome).toBe('unknown')
  const undone = await shop.owner.send('POST', `/api/changes/${logged!.id}/deshacer`)
  expect([undone.status, undone.text]).toEqual([409, expect.stringContaining('Todavía no se sabe')])
  proxy.mode = 'pass'
  proxy.mode = 'fail after'
  const made = await apply(partners)
  expect(made.status, made.text).toBe(200)
  expect(proxy.mutations).toBe(1)
  expect((await log()).map(({ outcome }) => outcome).sort()).toEqual(['done', 'unknown'])
  expect((await open()).map(({ id }) => id)).not.toContain(partners.id)
})

test('what Google applied by itself is listed, counted, and its type can be switched off', async () => {
  await pullEntities(it.ctx, await run())
  await pullChangeEvents(it.ctx, await run())
  await it.ctx.db.insert(accountInventory).values({
    customerId: CUSTOMER,
    part: 'autoApply',
    rows: [{ id: 'RESPONSIVE_SEARCH_AD', type: 'RESPONSIVE_SEARCH_AD', status: 'ENABLED' }],
    fetchedAt: it.clock.now(),
    problem: null,
  })
  const listed = await automatic()
  expect(listed.cambios.length).toBeGreaterThanOrEqual(2)
  expect(listed.cambios[0]!.daysToMeasure).toBeGreaterThan(30)
  expect((await shop.owner.get(`${AUTOMATIC}/nuevos`)).body).toEqual({ nuevos: 1 })
  expect(listed.tipos).toEqual([
    { id: 'RESPONSIVE_SEARCH_AD', titulo: 'Añadir un anuncio adaptable' },
  ])
  const paused = await shop.owner.send('POST', `${AUTOMATIC}/RESPONSIVE_SEARCH_AD/desactivar`)
  expect(paused.status, paused.text).toBe(200)
  expect((await automatic()).tipos).toEqual([])
  const query =
    "SELECT recommendation_subscription.status FROM recommendation_subscription WHERE recommendation_subscription.type = 'RESPONSIVE_SEARCH_AD'"
  const answer = await askGoogle(it.simulators, IDENTITY, SHOP, query)
  const [row] = answer as unknown as { recommendationSubscription: { status: string } }[]
  expect(row!.recommendationSubscription.status).toBe('PAUSED')
})

async function automatic() {
  const answer = await shop.owner.get(AUTOMATIC)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { tipos: { id: string }[] | null; cambios: AutomaticChange[] }
}

test('the effect of an automatic change is measured against what nobody touched', async () => {
  const changed = addDays(today(), -45)
  const others = Array.from({ length: 24 }, (_, i) => 900_000 + i)
  await it.ctx.db.insert(campaigns).values(
    others.map((campaignId) => ({
      customerId: CUSTOMER,
      campaignId,
      name: `Otra ${campaignId}`,
      status: 'ENABLED',
      channelType: 'SEARCH',
      budgetId: campaignId,
      budgetMicros: 1,
    })),
  )
  await fillQuarter(it, [shop.campaignId, ...others], (id, day) => {
    const factor = id === shop.campaignId && day > changed ? 1.5 : 1
    return { clicks: 1_000 * factor, conversions: 72 }
  })
  await budgetEvent(changed)
  await measureAutomaticChanges(it.ctx, CUSTOMER)
  const [one] = (await automatic()).cambios
  expect(one).toMatchObject({ lugar: 'Búsqueda', daysToMeasure: null })
  expect(one!.cambios[0]!.campos[0]).toMatchObject({ name: 'Importe diario' })
  // Half as much again was spent for the same conversions.
  expect(one!.measured).toMatchObject({ verdict: 'empeorado', confounders: [] })
  expect(one!.measured!.monthlyMicros!.estimate).toBeLessThan(-5_000 * MICROS)
  // Harmless to repeat.
  await measureAutomaticChanges(it.ctx, CUSTOMER)
  expect((await automatic()).cambios).toHaveLength(1)
})

test('too soon, nothing is said of it', async () => {
  await fillQuarter(it, [shop.campaignId], () => ({ clicks: 10, conversions: 1 }))
  await budgetEvent(addDays(today(), -41))
  await measureAutomaticChanges(it.ctx, CUSTOMER)
  expect((await automatic()).cambios[0]).toMatchObject({
    measured: null,
    daysToMeasure: 2,
    held: null,
  })
  await it.ctx.db.update(adAccounts).set({ connected: false })
  expect((await automatic()).cambios[0]!.held).toContain('La cuenta no está conectada')
})

const today = () => dayInZone(it.clock.now(), 'Europe/Madrid')

async function budgetEvent(day: string) {
  const amount = (euros: number) => ({ campaignBudget: { amountMicros: String(euros * MICROS) } })
  await it.ctx.db.insert(changeEvents).values({
    customerId: CUSTOMER,
    eventId: 'auto',
    at: `${day} 03:00:00.000000`,
    userEmail: '',
    clientType: 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION',
    resourceType: 'CAMPAIGN_BUDGET',
    resourceName: shop.budget.name,
    operation: 'UPDATE',
    changedFields: ['amountMicros'],
    oldResource: amount(100),
    newResource: amount(150),
    campaignId: null,
    adGroupId: null,
  })
}

test('what Google makes of it is read at once, and our own advice judged anew; what is dismissed changes nothing', async () => {
  const found = await pull()
  const first = found.find(({ tipo }) => tipo !== 'CAMPAIGN_BUDGET')!
  const other = found.find(({ tipo }) => tipo === 'CAMPAIGN_BUDGET')!
  expect((await shop.owner.send('POST', `${PATH}/${first.id}/descartar`)).status).toBe(200)
  expect(await openSyncs()).toEqual([])
  expect((await apply(other)).status).toBe(200)
  expect(await openSyncs()).toEqual([{ customerId: CUSTOMER, reason: 'requested' }])
})

const openSyncs = async () =>
  (
    await it.ctx.db
      .select({ payload: jobs.payload })
      .from(jobs)
      .where(and(eq(jobs.uniqueKey, syncKeyOf(CUSTOMER)), eq(jobs.status, 'waiting')))
  ).map(({ payload }) => payload)
