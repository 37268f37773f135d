import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import * as tables from '../../platform/db/schema/recommendations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'

import type { previewChange } from './contract/changes.ts'

// What keeps a recommendation from being applied, and what is noted where nothing is changed.
const it = testApp()
const { recommendations } = tables
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})
beforeEach(() => shop.reset())

test('an entity removed meanwhile, and one that is already there', async () => {
  const gone = shop.keywords[1]!
  await shop.mutate({ adGroupCriterionOperation: { remove: gone } })
  const pause = { resourceName: gone, status: 'PAUSED' }
  const id = await shop.recommend([
    { adGroupCriterionOperation: { updateMask: 'status', update: pause } },
  ])
  const preview = await shop.preview(id)
  expect(preview.body).toMatchObject({ refusals: [expect.stringContaining('eliminado')] })
  expect((await shop.apply(id)).status).toBe(409)

  const first = await shop.recommend([shop.negative('gato')])
  await shop.apply(first)
  const second = await shop.apply(await shop.recommend([shop.negative('gato')]))
  expect([second.status, second.text]).toEqual([409, expect.stringContaining('Ya existe')])
  await shop.undo(first)
})

test('a negative that would stop a keyword added since is refused', async () => {
  await shop.mutate({
    adGroupCriterionOperation: {
      create: {
        adGroup: shop.adGroup,
        status: 'ENABLED',
        keyword: { text: 'zueco nuevo', matchType: 'EXACT' },
      },
    },
  })
  const refused = await shop.apply(await shop.recommend([shop.negative('zueco')]))
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('«zueco nuevo»')])
})

test('what the card does not say is refused before anything is sent', async () => {
  const budget = await shop.recommend([shop.raise(1.2)], { after: 'Presupuesto de 1,00 € al día.' })
  const preview = await shop.preview(budget)
  expect(preview.body).toMatchObject({
    refusals: [expect.stringContaining('no dice este cambio')],
    steps: [{ conflicts: [{ kind: 'contradicts_card', blocking: true }] }],
  })
  expect((await shop.apply(budget)).status).toBe(409)
  const other = await shop.recommend([shop.negative('lobo')], { after: 'Negativa «oveja».' })
  const refused = await shop.apply(other)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('«lobo»')])
  expect(await shop.liveBudget()).toBe(shop.budget.micros)
  expect(await shop.log()).toEqual([])
})

test('money that moves between budgets moves whole or not at all', async () => {
  const update = {
    resourceName: 'customers/{customerId}/campaignBudgets/1',
    amountMicros: '10000000',
  }
  const gone = { campaignBudgetOperation: { updateMask: 'amountMicros', update } }
  const refused = await shop.apply(await shop.recommend([shop.raise(1.1), gone]))
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('eliminado')])
  expect(await shop.liveBudget()).toBe(shop.budget.micros)
})

const limits = (path: string, body: object) =>
  shop.owner.send('PUT', `/api/google-accounts/${SHOP}/${path}`, body)

test('limits: read-only, and so many a day', async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  expect((await limits('solo-lectura', { soloLectura: true })).body).toEqual({
    soloLectura: true,
    cambiosPorDia: 50,
    cambiosHoy: 0,
  })
  const preview = await shop.preview(id)
  expect(preview.body).toMatchObject({
    isReadOnly: true,
    refusals: [expect.stringContaining('lectura')],
  })
  expect((await shop.apply(id)).status).toBe(403)
  await limits('solo-lectura', { soloLectura: false })
  await limits('limites', { cambiosPorDia: 1 })
  expect((await limits('limites', { cambiosPorDia: 0 })).status).toBe(400)
  expect((await shop.apply(id)).status).toBe(200)
  const second = await shop.apply(await shop.recommend([shop.negative('loro')]))
  expect([second.status, second.text]).toEqual([409, expect.stringContaining('hoy quedan 0')])
  await limits('solo-lectura', { soloLectura: true })
  expect((await shop.undo(id)).status).toBe(403)
  await limits('solo-lectura', { soloLectura: false })
  await limits('limites', { cambiosPorDia: 50 })
  expect((await shop.undo(id)).status).toBe(200)
})

test('more than the day ever admits: told so, and not to go on tomorrow', async () => {
  const id = await shop.recommend([shop.negative('tejon'), shop.negative('nutria')])
  await limits('limites', { cambiosPorDia: 1 })
  const { refusals, stops } = (await shop.preview(id)).body as ReplyOf<typeof previewChange>
  expect(refusals).toEqual([expect.stringMatching(/esto son 2 de una vez: sube el límite/)])
  expect(stops).toEqual([])
  expect((await shop.apply(id)).text).toContain('sube el límite')
  await limits('limites', { cambiosPorDia: 2_000 })
  expect((await shop.preview(id)).body).toMatchObject({ refusals: [] })
})

test('what cannot be made is neither asked for nor counted in the day', async () => {
  await shop.apply(await shop.recommend([shop.negative('lince')]))
  const id = await shop.recommend([shop.negative('lince'), shop.negative('garza')])
  await limits('limites', { cambiosPorDia: 2 })
  const preview = (await shop.preview(id)).body as ReplyOf<typeof previewChange>
  expect(preview.refusals).toEqual([])
  expect(preview.confirmation).toContain('Se hará 1 cambio en Google Ads.')
  expect(preview.confirmation).toContain('Otro no se hará: abajo se dice por qué.')
  expect((await shop.apply(id)).body).toMatchObject({ estado_cambio: 'aplicada_en_parte' })
})

test('of those who press at once no more is made than the day has left', async () => {
  const ids = [
    await shop.recommend([shop.negative('buho')]),
    await shop.recommend([shop.negative('cuervo')]),
  ]
  await limits('limites', { cambiosPorDia: 1 })
  const answers = await Promise.all(ids.map((id) => shop.apply(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await shop.log()).toHaveLength(1)
  const [left] = ids.filter((_, i) => answers[i]!.status === 409)
  expect(await shop.pending()).toContain(left)
  await limits('limites', { cambiosPorDia: 50 })
})

test('what is made read-only while Google rehearses a change stays as it is', async () => {
  const id = await shop.recommend([shop.negative('grajo')])
  const { faults } = it.simulators.googleAds
  faults.arm('slow', 1, 'googleAds:mutate')
  const late = shop.apply(id)
  await vi.waitFor(() => expect(faults.armed()).toEqual([]), { timeout: 20_000 })
  await limits('solo-lectura', { soloLectura: true })
  faults.clear()
  const { status } = await late
  await limits('solo-lectura', { soloLectura: false })
  expect(status).toBe(403)
  expect(await shop.log()).toHaveLength(0)
  expect(await shop.pending()).toContain(id)
})

test('without operations it is noted as done by hand, with the assumed figure where there is no forecast', async () => {
  const id = await shop.recommend([], { forecast: null })
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'hecha_a_mano', steps: [] })
  const [shown] = await shop.history()
  expect(shown).toMatchObject({ canUndo: true, daysToMeasure: 43 })
  expect(shown?.resultado).toMatchObject({ kpiVariation: 12.3, comparisonPeriod: '7 días' })
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
})

test('refused the second time: what is taken back is what was applied before', async () => {
  const id = await shop.recommend([shop.negative('gallo')])
  expect((await shop.apply(id)).status).toBe(200)
  const { recommendationApplications: applications } = tables
  const [applied] = await it.ctx.db
    .select()
    .from(applications)
    .where(eq(applications.recommendationId, id))
  const later = new Date(applied!.appliedAt.getTime() + 60_000)
  const refused = { id: randomUUID(), state: 'failed', appliedAt: later } as const
  await it.ctx.db.insert(applications).values({ ...applied!, ...refused })
  await it.ctx.db
    .update(recommendations)
    .set({ status: 'pending' })
    .where(eq(recommendations.id, id))
  const shown = await shop.history()
  expect(shown.map(({ canUndo }) => canUndo)).toEqual([false, true])
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await shop.liveNegatives('gallo')).toEqual([])
  const again = await shop.undo(id)
  expect(again.body).toMatchObject({ message: expect.stringContaining('ya está deshecha') })
})

test('dismissed after its problem came back: stays that when what was applied before is taken back', async () => {
  const id = await shop.recommend([shop.negative('cabra')])
  await shop.apply(id)
  const ofCard = eq(recommendations.id, id)
  await it.ctx.db.update(recommendations).set({ status: 'pending' }).where(ofCard)
  await shop.owner.send('POST', `/api/recomendaciones/${id}/descartar`, {})
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  const [card] = await it.ctx.db.select().from(recommendations).where(ofCard)
  expect(card?.status).toBe('dismissed')
})

test('several: each says how it went, and nothing is counted twice', async () => {
  const [a, b] = [
    await shop.recommend([shop.negative('pez')]),
    await shop.recommend([shop.negative('oso')]),
  ]
  const bad = await shop.recommend([shop.negative('raro?')])
  const ids = [a, b, bad]
  const total = await shop.owner.get(`/api/recomendaciones/total?ids=${ids.join(',')}`)
  expect(total.body, total.text).toMatchObject({
    totals: [{ currencyCode: 'EUR', steps: 3, forecast: { midMicros: 30_000_000 } }],
    confirmation: expect.stringContaining('3 cambios'),
  })
  const made = await shop.owner.send('POST', '/api/recomendaciones/aplicar-varias', { ids })
  const { results, totals } = made.body as {
    results: { applied: boolean }[]
    totals: { forecast: { midMicros: number } }[]
  }
  expect(results.map(({ applied }) => applied)).toEqual([true, true, false])
  expect(totals[0]?.forecast.midMicros).toBe(20_000_000)
  const stranger = await it.signIn()
  const theirs = await stranger.send('POST', '/api/recomendaciones/aplicar-varias', { ids })
  expect(theirs.status).toBe(404)
  for (const id of [a, b]) await shop.undo(id)
})

test('dismissed: no longer shown, nor applied', async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  const path = `/api/recomendaciones/${id}/descartar`
  expect((await shop.owner.send('POST', path, { motivo: 'Es mi marca' })).status).toBe(200)
  expect((await shop.owner.send('POST', path, {})).status).toBe(200)
  expect(await shop.pending()).toEqual([])
  expect((await shop.apply(id)).status).toBe(409)
  const [row] = await it.ctx.db.select().from(recommendations).where(eq(recommendations.id, id))
  expect(row).toMatchObject({ dismissedReason: 'Es mi marca' })
  expect(row?.dismissedEvidence).toEqual({
    expectedValueMicros: 10_000_000,
    costMicros: 40_000_000,
    probability: 0.97,
  })
})
