import { expect, test } from 'vitest'
import { priceRange, rateRange } from '#shared/count-ranges.ts'
import type { EvidenceCard, Recommendation } from '../../contract/recommendations.ts'
import type { RowsPicture } from './picture.ts'
import { pictureOf } from './picture-of.ts'
import { scaleEnd } from './scale-end.ts'

const COLUMNS: Record<string, EvidenceCard['table']['columns'][number]['unit']> = {
  term: 'text',
  slice: 'text',
  keyword: 'text',
  adGroup: 'text',
  clicks: 'integer',
  impressions: 'integer',
  cost: 'money',
  conversions: 'quantity',
  bid: 'money',
  newBid: 'money',
  day: 'day',
}

type Rows = EvidenceCard['table']['rows']

function cardOf(rule: string, rows: Rows, figures: EvidenceCard['figures'] = []): Recommendation {
  const columns = Object.keys(rows[0] ?? {}).map((key) => ({
    key,
    label: key,
    unit: COLUMNS[key] ?? 'text',
  }))
  const evidence: EvidenceCard = {
    currencyCode: 'EUR',
    window: { from: '2026-09-01', to: '2026-09-30', days: 30 },
    figures,
    table: { columns, rows },
    test: { name: '', sentence: '', numbers: [] },
    counterEvidence: [],
    change: null,
    forecast: null,
  }
  return { rule, evidence } as Recommendation
}

const rowsOf = (card: Recommendation) => pictureOf(card) as RowsPicture

test('clicks without a sale pile up to their sum', () => {
  const { rows, title } = rowsOf(
    cardOf('wasted-search-terms', [
      { term: 'gratis', clicks: 49, cost: 77_050_000, conversions: 0 },
      { term: 'fotos', clicks: 47, cost: 67_250_000, conversions: 0 },
    ]),
  )
  expect(title).toContain('ninguna conversión')
  expect(rows.map(({ mark }) => mark)).toEqual([
    { shape: 'pile', from: 0, to: 77_050_000 },
    { shape: 'pile', from: 77_050_000, to: 144_300_000 },
    { shape: 'bar', to: 144_300_000 },
  ])
  expect(rows.at(-1)?.text).toBe('144,30\u00a0€ · 96 clics')
})

test('of terms that did sell it shows the price instead, never that nothing came', () => {
  const { title, rows } = rowsOf(
    cardOf('wasted-search-terms', [
      { term: 'barato', clicks: 49, cost: 77_050_000, conversions: 1 },
      { term: 'fotos', clicks: 47, cost: 67_250_000, conversions: 0 },
    ]),
  )
  expect(title).not.toContain('ninguna')
  expect(rows[0]?.text).toBe('77,05\u00a0€ · 1 conv.')
  expect(rows[1]?.text).toMatch(/^más de \d+,\d\d\s€ · 0 conv\.$/)
  expect(rows[1]?.mark).toMatchObject({ mid: null, high: null })
})

test('a brand that seldom stands first is drawn as a part of its searches, not by what it spends', () => {
  const { rows, title } = rowsOf(cardOf('brand-mix', [{ campaign: 'Marca', cost: 9, first: 0.4 }]))
  expect(title).toContain('De cada cien búsquedas de tu marca')
  expect(rows[0]?.mark).toMatchObject({ shape: 'parts', parts: [0.4, 0.6] })
})

test('two slices are told apart by their ranges', () => {
  const { rows } = rowsOf(
    cardOf('device-performance', [
      { slice: 'En móvil', clicks: 3701, cost: 1, conversions: 106.6 },
      { slice: 'El resto', clicks: 2095, cost: 1, conversions: 97.8 },
    ]),
  )
  const [phone, rest] = rows.map(({ mark }) => (mark.shape === 'range' ? mark : null))
  expect(phone?.high).toBeLessThan(rest?.low ?? 0)
  expect(rows[0]?.text).toBe('2,88\u00a0% · 3.701 clics')
})

test('keywords of one name are told apart by their place', () => {
  const row = { cost: 10, conversions: 1, bid: 2_000_000, newBid: 1_400_000 }
  const { rows } = rowsOf(
    cardOf('keyword-bids', [
      { keyword: 'zapatos', adGroup: 'Marca', ...row },
      { keyword: 'zapatos', adGroup: 'Rebajas', ...row },
    ]),
  )
  expect(rows.map(({ label }) => label)).toEqual(['zapatos · Marca', 'zapatos · Rebajas'])
  expect(rows[0]?.mark).toEqual({ shape: 'step', from: 2_000_000, to: 1_400_000 })
})

test('the day the tag died stands between the last conversion and the first day without', () => {
  const day = (at: number, conversions: number) => ({
    day: `2026-11-0${at}`,
    clicks: 90,
    conversions,
  })
  const picture = pictureOf(
    cardOf(
      'conversion-tracking',
      [day(1, 7), day(2, 5), day(3, 0), day(4, 0), day(5, 6)],
      [
        { key: 'from', label: '', unit: 'day', value: '2026-11-03' },
        { key: 'to', label: '', unit: 'day', value: '2026-11-04' },
      ],
    ),
  )
  expect(picture).toMatchObject({ kind: 'days', from: '2026-11-03', to: '2026-11-04' })
  expect(picture?.title).toContain('El 2 nov 2026 llegaron conversiones')
})

test('what google loses adds up to every chance to be shown', () => {
  const percent = (key: string, value: number) =>
    ({ key, label: key, unit: 'percent', value }) as const
  const { rows } = rowsOf(
    cardOf(
      'limited-budgets',
      [{ keyword: 'Marca', cost: 1 }],
      [percent('share', 0.48), percent('lost', 0.35)],
    ),
  )
  const [mark] = rows.map((row) => row.mark)
  const parts = mark?.shape === 'parts' ? mark.parts : []
  expect(parts.map((part) => Math.round(part * 100))).toEqual([48, 35, 17])
})

test('a setting, and a card without the facts, are not drawn', () => {
  expect(pictureOf(cardOf('tracking-settings', [{ keyword: 'Etiquetado' }]))).toBeNull()
  expect(pictureOf(cardOf('keyword-bids', [{ keyword: 'zapatos' }]))).toBeNull()
  expect(pictureOf(cardOf('a rule that is no more', [{ keyword: 'zapatos' }]))).toBeNull()
})

test('ranges hold with nothing counted, and narrow with more', () => {
  expect(rateRange(0, 100)).toMatchObject({ low: 0, mid: 0 })
  expect(rateRange(0, 100).high).toBeCloseTo(0.0164, 4)
  const width = (count: number) => {
    const { low, high } = rateRange(count, count * 10)
    return high - low
  }
  expect(width(100)).toBeLessThan(width(10))
  expect(priceRange(0, 50)).toMatchObject({ mid: null, high: null })
})

test('one row that knows little does not make points of the others', () => {
  const range = (low: number, mid: number | null, high: number | null) => ({
    label: '',
    text: '',
    mark: { shape: 'range' as const, low, mid, high },
  })
  const end = scaleEnd({ rows: [range(9, 10, 12), range(11, 20, 900)], line: null })
  expect(end).toBeLessThan(60)
  expect(scaleEnd({ rows: [range(0, 0, 0)], line: null })).toBeGreaterThan(0)
})
