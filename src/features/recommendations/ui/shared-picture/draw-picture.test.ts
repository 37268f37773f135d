import { describe, expect, test } from 'vitest'
import type { AccountResults, ResultRow } from '../../contract/results.ts'
import { drawPicture, type PictureInput } from './draw-picture.ts'
import { EDGE, type Measure, PICTURE, type Shape } from './shapes.ts'

const EURO = 1_000_000
const LONG = 'Zapatería y complementos Hermanos Gutiérrez '.repeat(5).slice(0, 200)
/** A letter of the face is about so wide. */
const measure: Measure = (words, size) => [...words].length * size * 0.53

const row = (verdict: ResultRow['verdict'], standing: ResultRow['standing'] = 'measured') =>
  ({ verdict, standing, title: LONG, progress: 0.5, daysLeft: 12, within: null }) as ResultRow

const sumOf = (estimate: number, low: number, high: number) => ({
  estimate: estimate * EURO,
  range80: { low: low * EURO, high: high * EURO },
  range95: { low: (low - 300) * EURO, high: (high + 300) * EURO },
  usual: 9_000 * EURO,
  cards: 4,
})

const results: AccountResults = {
  customerId: '123',
  accountName: 'Muebles <Tejada> & hijos',
  currencyCode: 'EUR',
  total: sumOf(2_800, 2_140, 3_480),
  running: [0, 1, 2].map((week) => ({
    day: `2026-11-0${week + 1}`,
    estimate: week * 700 * EURO,
    low: week * 500 * EURO,
    high: week * 900 * EURO,
    predicted: week * 800 * EURO,
  })),
  rows: [row('mejorado'), row('mejorado'), row('empeorado'), row(null, 'measuring')],
}

const draw = (accounts: readonly AccountResults[], brand: Partial<PictureInput['brand']> = {}) =>
  drawPicture({
    accounts,
    period: '2026-T4',
    today: '2026-11-26',
    brand: { name: 'Pujante', colour: '#1f4cbd', hasLogo: false, isOurs: true, ...brand },
    measure,
  })

const textsOf = (shapes: readonly Shape[]) =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []))
const wordsOf = (shapes: readonly Shape[]) =>
  textsOf(shapes).map(({ words }) => words.replaceAll('\u00a0', ' '))

/** Nothing beyond the edges, no amount that is none. */
function expectWithin(shapes: readonly Shape[]) {
  for (const { words, x, y, size, weight, align } of textsOf(shapes)) {
    const width = measure(words, size, weight)
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    expect(left, words).toBeGreaterThanOrEqual(EDGE - 2)
    expect(left + width, words).toBeLessThanOrEqual(PICTURE.width - EDGE + 2)
    expect(y, words).toBeLessThan(PICTURE.height - 20)
  }
  expect(JSON.stringify(shapes)).not.toMatch(/null|NaN/)
}

test('it says whose it is, the range, the sum so far with what was forecast, and losses among the counts', () => {
  const shapes = draw([results])
  expect(wordsOf(shapes)).toEqual(
    expect.arrayContaining([
      'Muebles <Tejada> & hijos',
      '4.º trimestre de 2026',
      'De 2.140,00 € a 3.480,00 € al mes más',
      'que si no se hubiera tocado nada; lo más probable, 2.800,00 € más',
      '1.400,00 €',
      'de 1.000,00 € a 1.800,00 €',
      'previsto 1.600 €',
      '4 aplicadas',
      '2 mejoradas',
      '1 empeorada',
      '1 midiéndose',
      'Medido con Pujante · 26 nov 2026',
    ]),
  )
  expectWithin(shapes)
})

describe('each state has its picture', () => {
  const lost = { ...results, total: sumOf(-390.5, -610, -150.25), rows: [row('empeorado')] }
  const vague = { ...results, total: sumOf(200, -8_000, 9_510) }
  const colombian = { ...results, currencyCode: 'COP', total: sumOf(45_678_900, 1, 98_345_678) }
  const named = { ...results, accountName: LONG }
  const millions = results.running.map(({ day, ...week }) => {
    const times = (micros: number) => micros * 1_000_000
    const { estimate, low, high, predicted } = week
    return {
      day,
      estimate: times(estimate),
      low: times(low),
      high: times(high),
      predicted: times(predicted),
    }
  })
  test.each<[string, AccountResults[], string[]]>([
    ['a loss in all', [lost], ['De 150,25 € a 610,00 € al mes menos', '1 empeorada']],
    ['vague', [vague], ['−8.000,00 €', '9.510,00 €', '0']],
    ['one day', [{ ...results, running: [] }], ['2.140,00 €', '2.800,00 €', '3.480,00 €']],
    [
      'nothing measured',
      [{ ...results, total: null }],
      ['Todavía no hay ningún importe medido', 'El primer resultado puede saberse en 12 días.'],
    ],
    [
      'all taken back',
      [{ ...results, total: null, rows: [row(null, 'undone')] }],
      ['Deshecha', '1 deshecha'],
    ],
    [
      'a loss taken back',
      [{ ...results, rows: [row('mejorado'), row('empeorado', 'undone')] }],
      ['1 mejorada', '1 empeorada, ya deshecha'],
    ],
    [
      'several currencies',
      [lost, colombian, { ...results, currencyCode: 'MXN' }],
      ['Lo que cambia al mes, en 3 monedas', 'COP', 'MXN', 'de −610,00 € a −150,25 €'],
    ],
    [
      'several accounts',
      [results, lost, named, vague, results],
      ['5 cuentas', 'Y 1 cuenta más, dentro de la suma.', 'de −610,00 € a −150,25 €'],
    ],
    [
      'millions',
      [{ ...colombian, running: millions }],
      ['de 1.000 M COP a 1.800 M COP', '1.400.000.000 COP'],
    ],
    ['a long name', [named], ['De 2.140,00 € a 3.480,00 € al mes más']],
  ])('%s', (_, accounts, words) => {
    const shapes = draw(accounts)
    expect(wordsOf(shapes)).toEqual(expect.arrayContaining(words))
    expectWithin(shapes)
  })
})

test('a loss among hundreds is still to be seen', () => {
  const rows = [...Array.from({ length: 400 }, () => row('mejorado')), row('empeorado')]
  const lost = draw([{ ...results, rows }]).find(
    (shape) => shape.kind === 'box' && shape.colour === '#ae241f' && shape.height === 14,
  )
  expect(lost).toMatchObject({ width: expect.closeTo(6, 0) })
})

test('the brand is the agency’s: its name and colour, or its logo alone', () => {
  const named = draw([results], { name: 'Agencia Faro', colour: '#8a2be2', isOurs: false })
  expect(wordsOf(named)[0]).toBe('Agencia Faro')
  expect(named[1]).toMatchObject({ kind: 'box', colour: '#8a2be2', width: PICTURE.width })
  const marked = draw([results], { name: 'Agencia Faro', hasLogo: true, isOurs: false })
  expect(wordsOf(marked)).not.toContain('Agencia Faro')
})
