import { expect, test } from 'vitest'
import { figuresOf } from './experiment-figures.ts'

const PRINTED = {
  clicks: '90',
  costMicros: '180000000',
  conversions: 9,
  controlClicks: '100',
  controlCostMicros: '200000000',
  controlConversions: 0,
}

test('a half of which Google has not worked out a count has no figures, and one without conversions has', () => {
  expect(figuresOf(PRINTED)).toMatchObject({
    treatment: { clicks: 90, costMicros: 180_000_000, conversions: 9 },
    control: { clicks: 100, costMicros: 200_000_000, conversions: 0 },
  })
  for (const name of Object.keys(PRINTED)) {
    const { [name as keyof typeof PRINTED]: _, ...others } = PRINTED
    expect(figuresOf(others)).toBeNull()
  }
})
