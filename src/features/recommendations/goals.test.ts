import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { ruleForecasts } from '../../platform/db/schema/recommendations.ts'
import { handle, runNextJob } from '../../platform/jobs.ts'
import { poolRulesWhenDue } from './actions/pool-rules.ts'
import { analyseAccount } from './contract/recommendations.ts'
import { calibrationFactors } from './queries/calibration.ts'

// What the owner says of an account is kept, read by the analysis, and makes it run again.
const it = testApp()
const PATH = `/api/google-accounts/${SHOP}/objetivos`
const SAID = {
  cpaObjetivo: 12.5,
  palabrasDeMarca: ['Lumbre', ' calzados lumbre ', 'LUMBRE'],
  palabrasProtegidas: ['zapatos de novia'],
}
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})

beforeEach(() => shop.reset())

test('nothing is said at first; what is said reaches the analysis, which runs again', async () => {
  const before = await shop.owner.get(PATH)
  expect(before.body).toEqual({
    cpaObjetivo: null,
    palabrasDeMarca: [],
    palabrasProtegidas: [],
    sociosDeBusqueda: 'datos',
    minimoMaximoRendimiento: null,
    modoDeConsentimiento: null,
    abrePaginas: true,
    paginasAbiertas: null,
    comparteAprendizaje: true,
    moneda: 'EUR',
  })
  const answer = await shop.owner.send('PUT', PATH, SAID)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toEqual({
    cpaObjetivo: 12.5,
    palabrasDeMarca: ['Lumbre', 'calzados lumbre'],
    palabrasProtegidas: ['zapatos de novia'],
    sociosDeBusqueda: 'datos',
    minimoMaximoRendimiento: null,
    modoDeConsentimiento: null,
    abrePaginas: true,
    paginasAbiertas: null,
    comparteAprendizaje: true,
    moneda: 'EUR',
  })
  expect((await shop.owner.get(PATH)).body).toEqual(answer.body)
  const snapshot = await loadSnapshot(it.ctx, CUSTOMER)
  expect(snapshot).toMatchObject({
    targetCpaMicros: 12_500_000,
    ownWords: { brand: ['Lumbre', 'calzados lumbre'], protected: ['zapatos de novia'] },
  })
  let analysed = 0
  const run = handle(analyseAccount, async (_ctx, { customerId }) => {
    if (customerId === CUSTOMER) analysed += 1
  })
  while (await runNextJob(it.ctx, [run]));
  expect(analysed).toBe(1)
})

test('taken back it no longer counts', async () => {
  await shop.owner.send('PUT', PATH, SAID)
  const nothing = { cpaObjetivo: null, palabrasDeMarca: [], palabrasProtegidas: [] }
  await shop.owner.send('PUT', PATH, nothing)
  const snapshot = await loadSnapshot(it.ctx, CUSTOMER)
  expect(snapshot?.targetCpaMicros).toBeUndefined()
  expect(snapshot?.ownWords).toEqual({ brand: [], protected: [] })
})

test('what a call does not name stays, the target and the words too', async () => {
  await shop.owner.send('PUT', PATH, { abrePaginas: true })
  expect((await shop.owner.get(PATH)).body).toMatchObject({ palabrasDeMarca: [] })
  await shop.owner.send('PUT', PATH, SAID)
  const answer = await shop.owner.send('PUT', PATH, { abrePaginas: false })
  expect(answer.body, answer.text).toMatchObject({
    cpaObjetivo: 12.5,
    palabrasDeMarca: ['Lumbre', 'calzados lumbre'],
    palabrasProtegidas: ['zapatos de novia'],
    abrePaginas: false,
  })
  const words = await shop.owner.send('PUT', PATH, { palabrasProtegidas: [] })
  expect(words.body).toMatchObject({ cpaObjetivo: 12.5, palabrasProtegidas: [] })
})

test('what the owner decided where the trade disagrees reaches the rules, and stays when it is not spoken of', async () => {
  const preferences = async () => (await loadSnapshot(it.ctx, CUSTOMER))?.inventory?.preferences
  expect(await preferences()).toBeUndefined()
  const decided = { sociosDeBusqueda: 'mantener', minimoMaximoRendimiento: 50 }
  const answer = await shop.owner.send('PUT', PATH, { ...SAID, ...decided })
  expect(answer.body, answer.text).toMatchObject(decided)
  expect(await preferences()).toEqual({ searchPartners: 'on', performanceMaxConversions: 50 })
  expect((await shop.owner.send('PUT', PATH, SAID)).body).toMatchObject(decided)
  const byData = { sociosDeBusqueda: 'datos', minimoMaximoRendimiento: null }
  await shop.owner.send('PUT', PATH, { ...SAID, ...byData })
  expect(await preferences()).toEqual({ searchPartners: 'data' })
})

test('what the owner says of the consent mode reaches the rule, and may be unsaid', async () => {
  const told = async () =>
    (await loadSnapshot(it.ctx, CUSTOMER))?.inventory?.preferences?.consentMode
  await shop.owner.send('PUT', PATH, SAID)
  expect(await told()).toBeUndefined()
  const no = await shop.owner.send('PUT', PATH, { ...SAID, modoDeConsentimiento: 'no' })
  expect(no.body, no.text).toMatchObject({ modoDeConsentimiento: 'no' })
  expect(await told()).toBe('off')
  await shop.owner.send('PUT', PATH, { ...SAID, modoDeConsentimiento: 'si' })
  expect(await told()).toBe('on')
  await shop.owner.send('PUT', PATH, { ...SAID, modoDeConsentimiento: null })
  expect(await told()).toBeUndefined()
})

test.each([
  [{ modoDeConsentimiento: 'quizá' }, /modo de consentimiento/],
  [{ sociosDeBusqueda: 'quizá' }, /socios de búsqueda/],
  [{ minimoMaximoRendimiento: 0 }, /entre 1 y 1.000/],
  [{ abrePaginas: 'no' }, /abrir las páginas/],
  [{ comparteAprendizaje: 'no' }, /enseña a las demás/],
  [{ cpaObjetivo: 0 }, /mayor que cero/],
  [{ cpaObjetivo: 0.0000001 }, /mayor que cero/],
  [{ cpaObjetivo: 'gratis' }, /Escribe un importe/],
  [{ palabrasDeMarca: ['x'] }, /dos letras/],
  [{ palabrasProtegidas: Array.from({ length: 51 }, (_, n) => `palabra ${n}`) }, /Como mucho 50/],
])('%j is refused in words and nothing is lost', async (wrong, words) => {
  await shop.owner.send('PUT', PATH, SAID)
  const answer = await shop.owner.send('PUT', PATH, { ...SAID, ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(words)
  expect((await shop.owner.get(PATH)).body).toMatchObject({ cpaObjetivo: 12.5 })
})

test('an account that does not teach leaves what the others learn at once, as if it had never been among them', async () => {
  const { db } = it.ctx
  const rule = 'taught-rule'
  const sums = { rule, cases: 10, weight: 30 }
  const others = Array.from({ length: 8 }, (_, i) => ({
    ...sums,
    customerId: 80_000 + i,
    value: 15,
  }))
  const poolNextDay = async () => {
    it.clock.advance(25 * 3_600_000)
    await poolRulesWhenDue(it.ctx)
  }
  const factor = async (customerId: number) => (await calibrationFactors(it.ctx, customerId))[rule]
  await db.insert(ruleForecasts).values(others)
  await poolNextDay()
  const without = await factor(99_998)
  await db.insert(ruleForecasts).values({ ...sums, customerId: CUSTOMER, value: 45 })
  const own = await factor(CUSTOMER)
  await poolNextDay()
  expect(await factor(99_998)).toBeGreaterThan(without!)

  const silent = { ...SAID, comparteAprendizaje: false }
  const answer = await shop.owner.send('PUT', PATH, silent)
  expect(answer.body, answer.text).toMatchObject({ comparteAprendizaje: false })
  expect(await factor(99_998)).toBe(without)
  // It goes on learning from them.
  expect(await factor(CUSTOMER)).toBeCloseTo(own!, 12)
  await poolNextDay()
  expect(await factor(99_998)).toBe(without)
  expect((await shop.owner.send('PUT', PATH, SAID)).body).toMatchObject({
    comparteAprendizaje: false,
  })

  await shop.owner.send('PUT', PATH, { ...SAID, comparteAprendizaje: true })
  expect(await factor(99_998)).toBe(without)
  await poolNextDay()
  expect(await factor(99_998)).toBeGreaterThan(without!)
})
