import { expect, test } from 'vitest'
import {
  apartFrom,
  blocksOf,
  cellText,
  type HourCell,
  heatSummary,
  hourlyMean,
  isThin,
  isUnknown,
} from './heat-cells.ts'

const cell = (more: Partial<HourCell>): HourCell => ({
  weekday: 0,
  hour: 9,
  days: 4,
  spend: 0,
  impressions: 0,
  clicks: 0,
  conversions: 0,
  ...more,
})

test('five Mondays do not outweigh four Sundays', () => {
  const monday = cell({ days: 5, spend: 50 })
  const sunday = cell({ weekday: 6, hour: 20, days: 4, spend: 44 })
  expect([monday, sunday].map((one) => hourlyMean(one, 'spend'))).toEqual([10, 11])
  expect(heatSummary([monday, sunday], 'spend', 'EUR')).toBe(
    'Gasto: el máximo está en domingo, de 20 a 21 h, con 11,00\u00a0€ de media.',
  )
  expect(hourlyMean(cell({ days: 0, spend: 3 }), 'spend')).toBe(0)
  expect(heatSummary([cell({})], 'clicks', 'EUR')).toBe('Clics: sin datos por hora.')
})

test('an hour of which the range has no day is unknown, and none without spend', () => {
  expect(isUnknown(cell({ days: 0 }), 'spend')).toBe(true)
  expect(isUnknown(cell({}), 'spend')).toBe(false)
  expect(cellText(cell({ days: 0 }), 'spend', 'EUR')).toBe('ningún día así en el periodo')
  expect(cellText(cell({}), 'spend', 'EUR')).toBe('0,00\u00a0€')
  expect(cellText(cell({ clicks: 1 }), 'rate', 'EUR')).toBe('1 clic, pocos para saberlo')
})

test('a rate is judged from thirty clicks on, against all hours together', () => {
  const cells = [
    cell({ clicks: 100, conversions: 8 }),
    cell({ hour: 10, clicks: 100, conversions: 1 }),
    cell({ hour: 3, clicks: 29, conversions: 9 }),
  ]
  expect(cells.map((one) => isThin(one, 'rate'))).toEqual([false, false, true])
  expect(isThin(cells[2]!, 'clicks')).toBe(false)
  expect(heatSummary(cells, 'rate', 'EUR')).toBe(
    'Tasa de conversión: 7,9\u00a0% en todas las horas. La más alta, lunes, de 9 a 10 h (8,0\u00a0%); la más baja, lunes, de 10 a 11 h (1,0\u00a0%).',
  )
  expect(heatSummary([cells[2]!], 'rate', 'EUR')).toMatch(/Ninguna tiene clics bastantes/)
  expect(heatSummary(cells.slice(1), 'rate', 'EUR')).toMatch(
    /Solo una tiene clics bastantes para juzgarla: lunes, de 10 a 11 h \(1,0\u00a0%\)\.$/,
  )
  expect([0, 0.05, 0.1, 0.4].map((rate) => apartFrom(0.1, rate))).toEqual([-1, -0.5, 0, 1])
  expect(apartFrom(0, 0.2), 'without a conversion anywhere nothing is apart').toBe(0)
})

test('on a phone three hours are one block, and its sums are theirs', () => {
  const hours = [9, 10, 11, 12].map((hour) => cell({ hour, spend: hour, clicks: 20 }))
  expect(blocksOf([...hours, cell({ weekday: 1, hour: 9, spend: 1 })], 3)).toMatchObject([
    { weekday: 0, hour: 9, span: 3, spend: 30, clicks: 60, days: 4 },
    { weekday: 0, hour: 12, span: 3, spend: 12, clicks: 20 },
    { weekday: 1, hour: 9, span: 3, spend: 1 },
  ])
})
