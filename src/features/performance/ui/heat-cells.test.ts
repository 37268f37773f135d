import { expect, test } from 'vitest'
import { type HourCell, heatSummary, hourlyMean } from './heat-cells.ts'

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
