import { expect, test } from 'vitest'
import type { AccountReport } from './report.ts'
import { summaryOf } from './summary.ts'

const WEEK = { from: '2026-11-01', to: '2026-11-07' }

const account = (conversions: number, given: Partial<AccountReport> = {}) =>
  ({
    name: 'Hotel',
    currencyCode: 'EUR',
    known: null,
    range: WEEK,
    dataFrom: '2026-01-01',
    current: { costMicros: 1e6, conversionsMicros: conversions * 1e6 },
    dataTo: '2026-11-07',
    lateFrom: null,
    pending: [],
    ...given,
  }) as AccountReport

const linesOf = (one: AccountReport) => {
  const brand = { name: 'Ánfora', color: '#000000', logo: null }
  return summaryOf({ title: '', madeOn: '2026-11-08', range: WEEK, brand, accounts: [one] }).lines
}

test.each([
  [0, 'ninguna conversión'],
  [1, '1 conversión'],
  [16.5, '16,5 conversiones'],
])('a report mail counts %d in good Spanish', (conversions, words) => {
  expect(linesOf(account(conversions))).toEqual([`Hotel: 1,00\u00a0€ invertidos y ${words}.`])
})

test.each([
  [null, 'Hotel: todavía no hay datos de este periodo.'],
  ['2026-10-31', 'Hotel: todavía no hay datos de este periodo.'],
  [
    '2026-11-04',
    'Hotel: 1,00\u00a0€ invertidos y 2 conversiones. Atención: los datos de esta cuenta solo están completos hasta el 4 nov 2026.',
  ],
])('a report mail of an account that was read to %s says so', (dataTo, line) => {
  expect(linesOf(account(2, { dataTo }))).toEqual([line])
})

test('figures of other days than those of the subject say of which', () => {
  const range = { from: '2026-10-01', to: '2026-11-30' }
  expect(linesOf(account(2, { range, dataTo: '2026-11-30' }))).toEqual([
    'Hotel (del 1 oct 2026 al 30 nov 2026): 1,00\u00a0€ invertidos y 2 conversiones.',
  ])
})

test('a report mail says that conversions are still to come, and that they are counted wrong', () => {
  const pending = [
    { priority: 'high' as const, isOfMeasurement: false, title: 'Excluye «gratis»', impact: '' },
    { priority: 'high' as const, isOfMeasurement: true, title: 'Revisa la etiqueta', impact: '' },
  ]
  expect(linesOf(account(0, { lateFrom: '2026-11-05', pending }))).toEqual([
    'Hotel: 1,00\u00a0€ invertidos y ninguna conversión. Desde el 5 nov 2026 aún llegan conversiones: las de esos días pueden subir. Antes de fiarse de las conversiones: Revisa la etiqueta.',
  ])
})
