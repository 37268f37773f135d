import { expect, test } from 'vitest'
import { noted } from './metric.ts'
import { summaryOf } from './summary.ts'

const run = [
  noted('base: negatives (200) that lose money', 0.04),
  noted('drifting: negatives (80) that lose money', 0.12),
  noted('tiny: negatives (9) that lose money', 0.5),
  noted("base: € of searches stopped, of the oracle's", 0.85),
  noted("tiny: € of searches stopped, of the oracle's", 0.61),
]

test('the worst world decides, of those with cases enough; what was not run is left out', () => {
  const rows = summaryOf(run).map(({ what, seen, isMet }) => [what, seen, isMet])
  expect(rows).toEqual([
    ['€ of searches stopped, of the oracle by expected value: base', '0.850 (base)', true],
    ['the same in the worst world', '0.610 (tiny)', true],
    ['negatives that lose money, worst world', '0.120 (drifting)', false],
  ])
})
