import { expect, test } from 'vitest'
import type { AccountReport } from './report.ts'
import { summaryOf } from './summary.ts'

const account = (conversions: number) =>
  ({
    name: 'Hotel',
    currencyCode: 'EUR',
    known: null,
    range: { from: '2026-11-01', to: '2026-11-07' },
    current: { costMicros: 1e6, conversionsMicros: conversions * 1e6 },
  }) as AccountReport

test.each([
  [0, 'ninguna conversión'],
  [1, '1 conversión'],
  [16.5, '16,5 conversiones'],
])('a report mail counts %d in good Spanish', (conversions, words) => {
  const brand = { name: 'Ánfora', color: '#000000', logo: null }
  const accounts = [account(conversions)]
  const { lines } = summaryOf({ title: '', madeOn: '2026-11-08', brand, accounts })
  expect(lines).toEqual([`Hotel: 1,00\u00a0€ invertidos y ${words}.`])
})
