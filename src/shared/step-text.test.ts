import { expect, test } from 'vitest'
import { inPointText, pointText, thePointText } from './step-text.ts'

test('a point is called by what it sums, not by the day it stands at', () => {
  const day = '2026-11-02'
  expect(pointText(day, 'day')).toBe('lunes, 2 nov 2026')
  expect(pointText(day, 'week')).toBe('semana del 2 nov 2026')
  expect(pointText(day, 'month')).toBe('nov 2026')
  expect(inPointText(day, 'day')).toBe('el 2 nov 2026')
  expect(inPointText(day, 'week')).toBe('la semana del 2 nov 2026')
  expect(inPointText(day, 'month')).toBe('en nov 2026')
  expect(thePointText(day, 'month')).toBe('nov 2026')
  expect(thePointText(day, 'period')).toBe('el periodo del 2 nov 2026')
})
