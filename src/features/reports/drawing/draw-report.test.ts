import { expect, test } from 'vitest'
import { pdfPages } from '../../../../tests/report-shop.ts'
import { sampleReport, sums as sumsOf } from '../../../../tests/sample-report.ts'
import type { AccountReport, AppliedLine } from '../rules/report.ts'
import { drawReport } from './draw-report.ts'

const sums = (conversions: number) => sumsOf(100, conversions)
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']

const account = (given: Partial<AccountReport> = {}) =>
  sampleReport('2026-11-04', {
    current: sums(8),
    days: days.map((day) => ({ day, ...sums(2) })),
    ...given,
  })

async function pagesOf(...accounts: AccountReport[]): Promise<string[]> {
  const range = { from: '2026-11-01', to: '2026-11-04' }
  const brand = { name: 'Ánfora', color: '#1f4cbd', logo: null }
  const pdf = await drawReport({ title: 'Informe', madeOn: '2026-11-05', range, brand, accounts })
  return (await pdfPages(pdf)).map((text) => text.replaceAll('\u00a0', ' '))
}

const LONG = `Campaña ${'de búsqueda con un nombre que nadie acaba de leer, '.repeat(4)}en Huesca`
const flat = (text: string) => text.replace(/\s+/g, ' ')

test('names of 200 characters are whole where they stand, and keep their end where there is one line', async () => {
  const [page = ''] = await pagesOf(
    account({ name: LONG, campaigns: [{ name: LONG, ...sums(2) }] }),
  )
  expect(flat(page).split(LONG).length - 1).toBe(2)
  expect(page).toMatch(/Informe del 5 nov 2026 · 1 nov – 4 nov 2026 · Camp.*….*en Huesca/)
})

test('each page says in its footer whose it is, on an own page or on the third of one account', async () => {
  const campaigns = Array.from({ length: 25 }, (_, at) => ({ name: `C${at}`, ...sums(at / 2) }))
  const pages = await pagesOf(account({ campaigns }), account({ name: 'Hotel' }))
  expect(pages.length).toBe(3)
  expect(pages.map((text) => /4 nov 2026 · (\S+)$/m.exec(text)?.[1])).toEqual([
    'Zapatería',
    'Zapatería',
    'Hotel',
  ])
  // With halves among them, all conversions of a table have the same decimals.
  expect(pages[0]).toMatch(/^1,00$/m)
})

test('an amount is never cut, however many digits it has', async () => {
  const dear = { ...sums(2), costMicros: 8_123_456_789_010_000 }
  const [page = ''] = await pagesOf(
    account({ current: dear, campaigns: [{ name: 'Marca', ...dear }] }),
  )
  expect(flat(page).split('8.123.456.789,01').length - 1).toBe(3)
  expect(page).not.toContain('…')
})

test('the figures beside a chart are never cut, in a currency without a sign either', async () => {
  const rich = days.map((day) => ({ day, ...sums(2), costMicros: 42_000e6 }))
  const [page = ''] = await pagesOf(account({ currencyCode: 'JPY', days: rich }))
  expect(page).toMatch(/^20 mil$/m)
  expect(page).not.toContain('…')
})

test('an account that was never read has a sentence instead of zeros', async () => {
  const [page = ''] = await pagesOf(account({ dataTo: null, current: sums(0), days: [] }))
  expect(page).toContain('Todavía no hay datos de esta cuenta')
  expect(page).not.toMatch(/Coste|Campañas|0,00/)
  const pending = [
    { priority: 'high' as const, isOfMeasurement: false, title: 'Baja la puja', impact: '' },
  ]
  const [stale = ''] = await pagesOf(account({ dataTo: '2026-10-31', pending }))
  expect(stale).toContain('Todavía no hay datos de este periodo')
  expect(stale).toContain('Recomendaciones pendientes')
  expect(stale).not.toMatch(/Coste|Campañas|0,00/)
})

test('without a conversion its chart is a sentence; days not read end the other line', async () => {
  const none = days.map((day, at) => ({
    day,
    ...sums(0),
    costMicros: at < 2 ? 20e6 + at * 5e6 : 0,
  }))
  const [page = ''] = await pagesOf(account({ current: sums(0), days: none, dataTo: '2026-11-02' }))
  expect(page).toContain('Ninguna conversión en el periodo.')
  expect(flat(page)).toContain('ahora 25,00 €')
})

const applied = (low: number, high: number): AppliedLine => ({
  day: '2026-11-01',
  title: 'Baja la puja',
  state: 'Aplicada',
  verdict: 'Sin cambios',
  detail: 'Aplicada',
  tone: 'neutral',
  range: { estimate: (low + high) / 2, low, high },
})

test('ranges stand on one scale, which each page repeats', async () => {
  const lines = [applied(-90e6, -12e6), applied(64e6, 110e6)]
  const [page = ''] = await pagesOf(account({ applied: lines }))
  expect(flat(page)).toMatch(/Efecto neto al mes −90 € 110 € 0 /)
  const pages = await pagesOf(account({ applied: Array.from({ length: 20 }, () => lines[1]!) }))
  for (const one of pages) expect(flat(one)).toMatch(/Efecto neto al mes 0 € 110 € /)
})

test('what was neither applied nor is pending takes one heading', async () => {
  const [page = ''] = await pagesOf(account({ isAnalysed: false }))
  expect(page).toContain('Recomendaciones\n')
  expect(page).not.toContain('Recomendaciones pendientes')
  expect(flat(page)).toContain('La cuenta todavía no se ha analizado.')
})

test('no part of a list is left alone on a page', async () => {
  const pending = (count: number) =>
    Array.from({ length: count }, () => ({
      priority: 'high' as const,
      isOfMeasurement: false,
      title: 'Baja',
      impact: 'X',
    }))
  // Some of these lengths end one part below a page.
  for (let count = 2; count < 24; count++) {
    const pages = await pagesOf(account({ days: [], pending: pending(count) }))
    for (const page of pages.slice(1)) expect(page.match(/^Alta$/gm)?.length).not.toBe(1)
  }
})

test('what an imported account knows is drawn: clicks where cost or conversions are not', async () => {
  const [some = ''] = await pagesOf(account({ known: ['clicks', 'impressions', 'costMicros'] }))
  expect(some).toMatch(/Coste por día \(EUR\).*Clics por día/s)
  expect(some).not.toContain('Conversiones por día')
  const [none = ''] = await pagesOf(account({ known: ['impressions'] }))
  expect(none).not.toContain('Evolución')
})

test('signs that the face lacks are written otherwise, amounts of every currency among them', async () => {
  const [dong = '', baht = ''] = await pagesOf(
    account({ name: 'Łódź', currencyCode: 'VND' }),
    account({ currencyCode: 'THB' }),
  )
  expect(dong).toContain('Lódz')
  expect(dong).toContain('VND')
  expect(baht).toContain('THB')
  expect(dong + baht).not.toContain('?')
})
