import { expect, test } from 'vitest'
import { shareFigures, shareFinding, sharePrices, sumOfShares } from './share-figures.ts'

// What the bars of 'Reparto' are drawn from, and the sentence above them.

const PHONES = { name: 'Móviles', spend: 600, conversions: 40 }
const DESKTOPS = { name: 'Ordenadores', spend: 300, conversions: 60 }
const TABLETS = { name: 'Tablets', spend: 100, conversions: 0 }

test('the finding names where spend and conversions part most', () => {
  expect(shareFinding([PHONES, DESKTOPS, TABLETS])).toBe(
    'Donde más se separan gasto y conversiones: Ordenadores, 30,0\u00a0% del gasto y 60,0\u00a0% de las conversiones.',
  )
  expect(shareFinding([PHONES]), 'one part is no comparison').toBe('')
  expect(shareFinding([TABLETS, TABLETS])).toBe('Ninguna conversión en este periodo.')
})

test('what was never clicked has no price of a click', () => {
  const sums = { spend: 0, impressions: 40, clicks: 0, ctr: 0, cpc: 0 }
  const of = { ...sums, conversions: 0, costPerConversion: 0 }
  const [clicks, ctr, cpc, , cost] = shareFigures(of, 100, 'EUR').slice(3)
  expect([clicks, ctr, cpc, cost]).toEqual(['0', '0,00\u00a0%', '—', '—'])
  const clicked = sumOfShares([of, { ...of, spend: 3, clicks: 2 }])
  expect(shareFigures(clicked, 100, 'EUR')[5]).toBe('1,50\u00a0€')
})

test('rows that are not all of it are shares of the whole', () => {
  const { rows } = sharePrices([PHONES], { spend: 1_200, conversions: 160 })
  expect(rows[0]).toMatchObject({ share: 0.5, gain: 0.25 })
})

test('a price has its range, one without conversions no upper end, and the scale does not follow the vague', () => {
  const { mean, end, rows } = sharePrices([PHONES, DESKTOPS, TABLETS])
  expect(mean).toBe(10)
  expect(rows[0]!.price).toMatchObject({ mid: 15 })
  expect(rows[0]!.price!.low).toBeLessThan(15)
  expect(rows[0]!.price!.high).toBeGreaterThan(15)
  expect(rows[2]!.price).toMatchObject({ mid: null, high: null })
  expect(rows[2]!.price!.low).toBeGreaterThan(mean!)
  const vague = { name: 'Televisores', spend: 5_000, conversions: 1 }
  expect(sharePrices([PHONES, DESKTOPS, vague]).end).toBeLessThan(5_000)
  expect(end).toBeLessThanOrEqual(40)
  expect(sharePrices([TABLETS, { ...TABLETS, spend: 0 }])).toMatchObject({
    mean: null,
    rows: [
      { gain: null, price: null },
      { gain: null, price: null },
    ],
  })
})
