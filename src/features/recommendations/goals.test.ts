import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { handle, runNextJob } from '../../platform/jobs.ts'
import { analyseAccount } from './contract/recommendations.ts'

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

test.each([
  [{ sociosDeBusqueda: 'quizá' }, /socios de búsqueda/],
  [{ minimoMaximoRendimiento: 0 }, /entre 1 y 1.000/],
  [{ cpaObjetivo: 0 }, /mayor que cero/],
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
