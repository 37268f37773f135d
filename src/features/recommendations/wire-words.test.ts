import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import {
  recommendationApplications,
  recommendations,
} from '../../platform/db/schema/recommendations.ts'
import type { Measured } from '../../shared/measured.ts'
import { CATEGORY_WORDS, PRIORITY_WORDS } from './contract/wire-words.ts'

// The specification's keys and words, to the letter; inside these things have English names.
const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})
beforeEach(() => shop.reset())

const CARD = {
  id: expect.any(String),
  titulo: 'Una recomendación',
  descripcion: '',
  categoria: 'presupuesto',
  prioridad: 'alta',
  impacto_estimado: '',
  tipo_objeto: 'campaign',
  objeto_id: '',
  estado: 'pendiente',
  fecha_creacion: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  fecha_aplicacion: null,
  rule: 'limited-budgets',
  ruleTitle: expect.any(String),
  probability: 0.97,
  whyNow: '',
  campaignId: null,
  adGroupId: null,
  evidence: expect.objectContaining({ forecast: expect.objectContaining({ kpi: 'coste' }) }),
}

const PENDING = { ...CARD, visto: expect.stringMatching(/^[0-9a-f]{16}$/) }

test('a recommendation', async () => {
  await shop.recommend([shop.raise(1.2)])
  expect((await shop.owner.get(`/api/recomendaciones/${SHOP}`)).body).toEqual([PENDING])
  const [ofAll] = (await shop.owner.get('/api/recomendaciones')).body as object[]
  const account = { customerId: SHOP, accountName: 'Zapatería', expectedValueMicros: 10_000_000 }
  expect(ofAll).toEqual({ ...PENDING, ...account })
})

test('what is in the tables as well as on the wire', async () => {
  await shop.recommend([shop.raise(1.2)])
  for (const [category, categoria] of Object.entries(CATEGORY_WORDS))
    expect(await stored({ category })).toMatchObject({ categoria })
  for (const [priority, prioridad] of Object.entries(PRIORITY_WORDS))
    expect(await stored({ priority })).toMatchObject({ prioridad })
  expect(Object.values(CATEGORY_WORDS)).toEqual([
    'medicion',
    'pujas',
    'anuncios',
    'keywords',
    'landing_pages',
    'segmentacion',
    'presupuesto',
  ])
  expect(Object.values(PRIORITY_WORDS)).toEqual(['alta', 'media', 'baja'])
})

test('an entry of the history, while it holds and after it was taken back', async () => {
  const id = await shop.recommend([shop.raise(1.2)], { forecast: null })
  const made = await shop.apply(id)
  const steps = [{ summary: expect.any(String), outcome: 'done', message: null }]
  const told = { id, titulo: CARD.titulo, message: expect.any(String) }
  expect(made.body).toEqual({ ...told, estado_cambio: 'aplicada', steps })
  const entry = {
    ...CARD,
    id,
    estado: 'aplicada',
    fecha_aplicacion: CARD.fecha_creacion,
    evidence: expect.objectContaining({ forecast: null }),
    applicationId: expect.any(String),
    estado_cambio: 'aplicada',
    canUndo: true,
    fecha_deshecha: null,
    problemas: [],
    resultado: {
      status: 'improved',
      actualImprovement: 12.3,
      comparisonPeriod: '7 días',
      kpiVariation: 12.3,
      isForecast: true,
    },
    measureAfter: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    daysToMeasure: expect.any(Number),
    held: null,
    looked: null,
    measured: null,
    second: null,
    experiment: null,
  }
  expect(await shop.history()).toEqual([entry])
  expect((await shop.undo(id)).body).toEqual({ ...told, estado_cambio: 'deshecha', steps })
  expect(await shop.history()).toMatchObject([
    { estado_cambio: 'deshecha', fecha_deshecha: CARD.fecha_creacion },
  ])
})

test('what came of a change: in the history, the results and the ledger', async () => {
  await shop.apply(await shop.recommend([shop.raise(1.2)]))
  const change = { estimate: 0.2, low: 0.1, high: 0.3 }
  const rest = { kpi: { label: 'Coste', change }, monthlyMicros: null, measuredOn: '2026-01-01' }
  const none = { mejorado: 0, sin_cambios: 0, empeorado: 0, no_concluyente: 0 }
  for (const [verdict, word] of [
    ['improved', 'mejorado'],
    ['unchanged', 'sin_cambios'],
    ['worsened', 'empeorado'],
    ['inconclusive', 'no_concluyente'],
  ] as const) {
    const measured: Measured = { verdict, ...rest, confounders: [], note: null }
    await it.ctx.db.update(recommendationApplications).set({ measured })
    expect((await shop.history())[0]!.measured).toEqual({ ...measured, verdict: word })
    const results = await shop.owner.get('/api/resultados?periodo=todo')
    expect(results.body).toMatchObject({ accounts: [{ rows: [{ verdict: word }] }] })
    const ledger = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
    expect(ledger.body).toMatchObject({ rules: [{ verdicts: { ...none, [word]: 1 } }] })
  }
})

test('a preview, a dismissal, the limits, the goals and the values', async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  expect((await shop.preview(id)).body).toMatchObject({ id, titulo: CARD.titulo })
  const put = await shop.owner.send('POST', `/api/recomendaciones/${id}/descartar`, { motivo: 'x' })
  expect(put.body).toEqual({ id, estado: 'descartada' })
  const account = `/api/google-accounts/${SHOP}`
  const limits = { soloLectura: false, cambiosPorDia: 50, cambiosHoy: 0 }
  expect((await shop.owner.get(`${account}/limites`)).body).toEqual(limits)
  const words = { palabrasDeMarca: ['lumbre'], palabrasProtegidas: ['bota'] }
  const decided = {
    sociosDeBusqueda: 'quitar',
    minimoMaximoRendimiento: 50,
    modoDeConsentimiento: 'no',
    abrePaginas: false,
    comparteAprendizaje: false,
  }
  const goals = { cpaObjetivo: 12.5, ...words, ...decided }
  const kept = await shop.owner.send('PUT', `${account}/objetivos`, goals)
  expect(kept.body).toEqual({ ...goals, paginasAbiertas: null, moneda: 'EUR' })
  const place = { ambito: 'campana', id: String(shop.campaignId) }
  const cambios = [{ ...place, valor: 30 }]
  const said = await shop.owner.send('PUT', `${account}/valores`, { cambios })
  const value = { ...place, nombre: 'Búsqueda', valor: 30, anterior: null }
  expect(said.body).toEqual({ moneda: 'EUR', valores: [value] })
})

/** The one recommendation as it is sent once it is stored so. */
async function stored(patch: { category?: string; priority?: string }): Promise<object> {
  const [row] = await it.ctx.db.select().from(recommendations)
  const body = { ...(row!.body as object), ...patch }
  await it.ctx.db.update(recommendations).set({ ...patch, body } as { body: unknown })
  const answer = await shop.owner.get(`/api/recomendaciones/${SHOP}`)
  return (answer.body as object[])[0]!
}
