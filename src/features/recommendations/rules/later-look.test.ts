import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { afterLook } from './later-look.ts'

const flat = { estimate: 0, low: -1, high: 1 }
const first: Measured = {
  verdict: 'inconclusive',
  kpi: { label: 'Coste', change: flat },
  monthlyMicros: { estimate: 300, low: -100, high: 700 },
  money: {
    cost: flat,
    conversions: flat,
    worthMicros: 30,
    worthText: '',
    marginMicros: 1,
    measuredTo: '2026-10-14',
    chanceOfGain: 0.8,
    leftOut: [],
  },
  looks: { fractions: [0.4], next: { weeks: 8, on: '2026-11-19' } },
  measuredOn: '2026-10-22',
  confounders: [],
  note: 'Aún puede ser casualidad.',
}
const nothing: Measured = {
  ...first,
  monthlyMicros: null,
  money: undefined,
  looks: { fractions: [0.4], next: null },
  measuredOn: '2026-11-19',
  note: 'Alguien lo paró.',
}

test('a later look that could see nothing leaves what the first one saw', () => {
  expect(afterLook(first, nothing)).toEqual({
    ...first,
    looks: { fractions: [0.4], next: null },
    note: 'Aún puede ser casualidad. Vale lo visto hasta el 14 oct 2026: después ya no se ha podido juzgar. Alguien lo paró.',
  })
})

test('one that is put off leaves it as well, and is looked at again', () => {
  const looks = { fractions: [0.4], next: { weeks: 12, on: '2026-12-17' } }
  expect(afterLook(first, { ...nothing, looks })).toEqual({ ...first, looks })
})

test('of halves in which others meddled there are figures, but no amount', () => {
  const halves = { pairs: 8, p: 1, shareNow: 0.5 }
  const meddled = { ...first, halves, monthlyMicros: null, looks: { fractions: [], next: null } }
  expect(afterLook({ ...first, halves }, meddled).monthlyMicros).toEqual(first.monthlyMicros)
  // What is no longer known to be worth anything was seen.
  const unpriced = { ...meddled, money: { ...first.money!, worthMicros: null } }
  expect(afterLook({ ...first, halves }, unpriced)).toBe(unpriced)
})

test('what a later look saw replaces the first, and after a last one or none there is nothing to keep', () => {
  const second = {
    ...first,
    verdict: 'improved' as const,
    looks: { fractions: [0.4, 1], next: null },
  }
  expect(afterLook(first, second)).toBe(second)
  expect(afterLook(second, nothing)).toBe(nothing)
  expect(afterLook(null, nothing)).toBe(nothing)
})
