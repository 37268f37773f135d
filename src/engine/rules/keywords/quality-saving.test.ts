import { expect, test } from 'vitest'
import { cautiousQualitySaving, qualitySaving } from './quality-saving.ts'

test('what a better quality score would save', () => {
  expect(qualitySaving(5, 7)).toBeCloseTo(0.285714, 6)
  expect(qualitySaving(3, 6)).toBeCloseTo(0.5, 9)
  expect(qualitySaving(7, 10)).toBeCloseTo(0.3, 9)
  expect(qualitySaving(7, 7)).toBe(0)
  expect(qualitySaving(0, 7)).toBe(0)
})

test('no more than 30 % is ever shown', () => {
  expect(cautiousQualitySaving(3, 6)).toBe(0.3)
})
