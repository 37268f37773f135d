import { expect, test } from 'vitest'
import type { AccountResults, ResultRow } from '../contract/results.ts'
import { resultsPicture } from './results-picture.ts'

const EURO = 1_000_000
const row = (verdict: ResultRow['verdict'], standing: ResultRow['standing'] = 'measured') =>
  ({ verdict, standing }) as ResultRow

const results: AccountResults = {
  customerId: '123',
  accountName: 'Muebles <Tejada> & hijos',
  currencyCode: 'EUR',
  total: {
    estimate: 2_800 * EURO,
    range80: { low: 2_140 * EURO, high: 3_480 * EURO },
    range95: { low: 1_800 * EURO, high: 3_800 * EURO },
    usual: 9_000 * EURO,
    cards: 4,
  },
  running: [0, 1, 2].map((week) => ({
    day: `2026-11-0${week + 1}`,
    estimate: week * 700 * EURO,
    low: week * 500 * EURO,
    high: week * 900 * EURO,
    predicted: 0,
  })),
  rows: [row('mejorado'), row('mejorado'), row('empeorado'), row(null, 'measuring')],
}

test('a picture says whose it is, the range, the sum so far, and losses among the counts', () => {
  const picture = resultsPicture(results, '2026-T4')!.replaceAll('\u00a0', ' ')
  expect(picture).toContain('Muebles &lt;Tejada&gt; &amp; hijos · 4.º trimestre de 2026')
  const words = [...picture.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text).join(' ')
  expect(words).toContain('De 2.140,00 € a 3.480,00 € al mes más que si no se hubiera tocado nada')
  expect(words).toContain('Hasta el 3 nov 2026: 1.400,00 € (entre 1.000,00 € y 1.800,00 €)')
  expect(words).toContain('4 aplicadas: 2 mejoradas · 1 empeorada · 1 midiéndose')
  expect(picture.match(/<title>Empeorado/g)).toHaveLength(1)
  expect(picture).not.toContain('NaN')
})

test('no amount, no picture; one day, no line', () => {
  expect(resultsPicture({ ...results, total: null }, 'todo')).toBeNull()
  expect(resultsPicture({ ...results, running: [] }, 'todo')).not.toContain('polyline')
})
