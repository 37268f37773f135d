import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { evidenceText } from '../../../kit/evidence-text.ts'
import type { EvidenceCard, Recommendation } from '../contract/recommendations.ts'
import { ApplyButton } from './apply-button.tsx'
import { forecastPlaces, labelPlaces } from './evidence-values.ts'
import { filterChoices, shownRecommendations, withApplied } from './recommendation-list.ts'
import { probabilityText } from './recommendation-words.ts'

const CARD: EvidenceCard = {
  currencyCode: 'EUR',
  window: { from: '2026-10-01', to: '2026-10-31', days: 31 },
  figures: [],
  table: { columns: [], rows: [] },
  test: { name: '', sentence: '', numbers: [] },
  counterEvidence: [],
  change: null,
  forecast: null,
}

function recommendation(fields: Partial<Recommendation>): Recommendation {
  return {
    id: 'a',
    titulo: '',
    descripcion: '',
    categoria: 'keywords',
    prioridad: 'media',
    impacto_estimado: '',
    tipo_objeto: 'campaign',
    objeto_id: '1',
    estado: 'pendiente',
    fecha_creacion: '2026-11-01',
    fecha_aplicacion: null,
    rule: 'wasted-search-terms',
    ruleTitle: '',
    probability: 0.95,
    whyNow: '',
    campaignId: '1',
    adGroupId: null,
    evidence: CARD,
    ...fields,
  }
}

const all = [
  recommendation({ id: 'low', prioridad: 'baja' }),
  recommendation({ id: 'first', categoria: 'presupuesto' }),
  recommendation({ id: 'second', objeto_id: '2' }),
  recommendation({ id: 'high', prioridad: 'alta', tipo_objeto: 'adgroup' }),
]
const ids = (filter: Partial<Parameters<typeof shownRecommendations>[1]>) =>
  shownRecommendations(all, { category: null, priority: null, campaignId: null, ...filter }).map(
    (one) => one.id,
  )

test('in the order in which the server gave them, whatever it is', () => {
  const given = all.map(({ id }) => id)
  expect(ids({})).toEqual(given)
  const turned = shownRecommendations(all.toReversed(), {
    category: null,
    priority: null,
    campaignId: null,
  })
  expect(turned.map(({ id }) => id)).toEqual(given.toReversed())
})

test('what several campaigns have in common is shown in each of them', () => {
  const evidence = { ...CARD, campaignIds: ['1', '2'] }
  const both = recommendation({ id: 'both', objeto_id: '', campaignId: null, evidence })
  const within = (campaignId: string) =>
    shownRecommendations([both], { category: null, priority: null, campaignId })
  expect(within('2')).toEqual([both])
  expect(within('3')).toEqual([])
})

test('filters by category, priority and, inside a campaign, by that campaign', () => {
  expect(ids({ category: 'presupuesto' })).toEqual(['first'])
  expect(ids({ priority: 'baja' })).toEqual(['low'])
  expect(ids({ campaignId: '1' })).toEqual(['low', 'first'])
  expect(filterChoices(all, { category: null, priority: null })).toEqual({
    categories: ['keywords', 'presupuesto'],
    priorities: ['alta', 'media', 'baja'],
  })
})

test('a filter whose last recommendation was decided can still be seen, and left', () => {
  const left = filterChoices(all.slice(0, 1), { category: 'presupuesto', priority: 'media' })
  expect(left).toEqual({ categories: ['keywords', 'presupuesto'], priorities: ['media', 'baja'] })
})

test('evidence prints by unit', () => {
  const text = (...args: Parameters<typeof evidenceText>) =>
    evidenceText(...args).replace(/\u00a0/g, ' ')
  expect(text('money', 12_340_000, 'EUR')).toBe('12,34 €')
  expect(text('percent', 0.0312, 'EUR')).toBe('3,12 %')
  expect(text('percent', 0.9834, 'EUR')).toBe('98,3 %')
  expect(text('percent', 1, 'EUR')).toBe('100 %')
  expect(text('decimal', 0.0012, 'EUR')).toBe('0,0012')
  expect(text('day', '2026-11-01', 'EUR')).toBe('1 nov 2026')
  expect(text('integer', null, 'EUR')).toBe('—')
  expect(text('text', 'zapatos gratis', 'EUR')).toBe('zapatos gratis')
})

test('the forecast bar holds zero, the interval and its middle in order', () => {
  const { low, zero, mid, high } = forecastPlaces(forecast(-10, 20, 90))
  expect(low).toBe(0)
  expect([low, zero, mid, high]).toEqual([low, zero, mid, high].toSorted((a, b) => a - b))
  expect(high).toBeLessThan(100)
  expect(Object.values(forecastPlaces(forecast(0, 0, 0)))).toEqual([0, 0, 0, 0])
})

test('no probability is 100 %', () => {
  const texts = [0.884, 0.994, 0.999].map((one) => probabilityText(one).replace(/\u00a0/g, ' '))
  expect(texts).toEqual(['88 %', '99 %', 'más del 99 %'])
})

function forecast(low: number, mid: number, high: number) {
  return {
    monthlyLowMicros: low,
    monthlyMidMicros: mid,
    monthlyHighMicros: high,
    kpi: 'coste' as const,
  }
}

test('what has just been applied is shown as applied, and cannot be applied again', () => {
  const [high, first] = withApplied([all[3]!, all[1]!], ['high'])
  expect([high?.estado, first?.estado]).toEqual(['aplicada', 'pendiente'])
  const button = (one: Recommendation) =>
    renderToStaticMarkup(createElement(ApplyButton, { recommendation: one, onApply: () => {} }))
  expect(button(high!)).toMatch(/title="Ya aplicada".* disabled="".*Aplicado/)
  expect(button({ ...first!, estado: 'aplicando' })).toContain('Aplicando...')
  expect(button(first!)).not.toMatch(/ disabled=""|Aplicado/)
})

test('the figures of the forecast stand below their marks, and never on one another', () => {
  expect(labelPlaces({ low: 5, mid: 45, high: 92 })).toEqual([5, 45, 92])
  for (const [low, mid, high] of [
    [80, 90, 95],
    [0, 1, 2],
    [0, 90, 92],
    [0, 0, 0],
  ] as const) {
    const places = labelPlaces({ low, mid, high })
    expect(places[1] - places[0]).toBeGreaterThanOrEqual(34)
    expect(places[2] - places[1]).toBeGreaterThanOrEqual(34)
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(places[2]).toBeLessThanOrEqual(100)
  }
})
