import { expect, test } from 'vitest'
import { sampleReport, sums } from '../../../../tests/sample-report.ts'
import { leadOf } from './lead.ts'
import type { AccountReport } from './report.ts'

function leadWith(given: Partial<AccountReport>): string[] {
  const account = sampleReport('2026-11-07', { current: sums(1240, 40), ...given })
  return leadOf(account).map((text) => text.replaceAll('\u00a0', ' '))
}

const comparedTo = (now: ReturnType<typeof sums>) => ({
  now: { from: '2026-11-01', to: '2026-11-07', sums: now },
  before: { from: '2026-10-25', to: '2026-10-31', sums: sums(1000, 50) },
})

test('a report begins with what the money brought, and what to do next', () => {
  const pending = [
    { priority: 'high' as const, isOfMeasurement: false, title: 'Excluye «gratis»', impact: '' },
  ]
  expect(leadWith({ compared: comparedTo(sums(1240, 40)), pending })).toEqual([
    '40 conversiones (-20 %) por 1.240,00 € (+24 %): 31,00 € cada una (+55 %).',
    'Lo siguiente: Excluye «gratis».',
  ])
})

test.each([
  ['nothing to compare with', {}, '40 conversiones por 1.240,00 €: 31,00 € cada una.'],
  ['one conversion', { current: sums(20, 1) }, '1 conversión por 20,00 €.'],
  [
    'no conversion',
    { current: sums(1240, 0), compared: comparedTo(sums(1240, 0)) },
    '1.240,00 € (+24 %) sin ninguna conversión.',
  ],
  ['what rounds to none', { current: sums(50, 0.003) }, '50,00 € sin ninguna conversión.'],
  ['nothing at all', { current: sums(0, 0) }, 'Sin coste ni conversiones en este periodo.'],
  ['none of its period read', { dataTo: '2026-10-31' }, 'Todavía no hay datos de este periodo.'],
  ['yen', { currencyCode: 'JPY' }, '40 conversiones por 1.240 JPY: 31 JPY cada una.'],
  [
    'an account never read',
    { dataTo: null },
    'Todavía no hay datos de esta cuenta: saldrán en el primer informe después de leerla.',
  ],
])('with %s it says so', (_name, given, sentence) => {
  expect(leadWith(given)).toEqual([sentence])
})

test('what the files of an imported account do not tell is not claimed', () => {
  expect(leadWith({ known: ['clicks', 'impressions'] })).toEqual([])
})
