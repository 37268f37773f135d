import { expect, test } from 'vitest'
import { axisText } from './band-chart.tsx'

test('an axis of few conversions says what stands at its half', () => {
  const conversions = { metric: 'conversions', currencyCode: 'EUR' } as const
  const ticks = (top: number) =>
    [0, top / 2, top].map((count) => axisText(conversions, count * 1_000_000))
  expect(ticks(1)).toEqual(['0', '0,5', '1'])
  expect(ticks(3)).toEqual(['0', '1,5', '3'])
  expect(ticks(40)).toEqual(['0', '20', '40'])
  const cost = { metric: 'cost', currencyCode: 'EUR' } as const
  expect(axisText(cost, 1_250_000_000)).toBe('1,25\u00a0mil\u00a0€')
})
