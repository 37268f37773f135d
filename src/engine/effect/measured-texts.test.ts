import { expect, test } from 'vitest'
import type { MeasuredEffect } from './measure-effect.ts'
import { measuredOf } from './measured-texts.ts'

const change = { estimate: -0.37, low: -0.65, high: 0.11 }

function noteOf(over: Partial<MeasuredEffect>): string | null {
  const effect: MeasuredEffect = {
    verdict: 'inconclusive',
    kpi: { name: 'conversions', change },
    cost: change,
    conversions: change,
    perCost: change,
    isByValue: false,
    monthlyMicros: { estimate: -2_137e6, low: -6_569e6, high: 61e6 },
    spread: { allMicros: 1_197e6, controlMicros: 0, worthMicros: 0 },
    chanceOfGain: 0.5,
    usualMicros: 643e6,
    marginMicros: 32e6,
    breakEvenMicros: null,
    shrunkChange: 0,
    missing: null,
    fractions: [1],
    nextWeeks: null,
    disturbed: [],
    odd: null,
    reason: 'too-few',
    ...over,
  }
  return measuredOf(effect, {
    measuredOn: '2027-02-01',
    windows: {
      before: { from: '2026-10-01', to: '2026-11-21' },
      after: { from: '2026-11-23', to: '2027-01-17' },
    },
    confounders: [],
    campaignIds: ['1'],
    currencyCode: 'EUR',
    worth: null,
    dayOfLook: () => '2027-03-01',
  }).note
}

test('what is not proved at the last look says which way it leans, where it does', () => {
  expect(noteOf({})).toMatch(/^Por sí solo no se podrá demostrar/)
  expect(noteOf({ chanceOfGain: 0.04 })).toContain('lo más probable es que se pierda dinero')
  expect(noteOf({ chanceOfGain: 0.93 })).toContain('lo más probable es que se gane dinero')
  expect(noteOf({ chanceOfGain: null })).toMatch(/^Por sí solo/)
})

test('nor before the last look, nor a day that the days themselves say', () => {
  expect(noteOf({ chanceOfGain: 0.04, nextWeeks: 12 })).toBe('Aún puede ser casualidad.')
  const missing = { conversions: 40, weeks: 3 }
  expect(noteOf({ missing, nextWeeks: 12 })).toBe(
    'Faltan unas 40 conversiones, 3 semanas más, si el efecto es el que parece.',
  )
})

test('without a worth it is said when the change pays at any, or at none', () => {
  const moved = (estimate: number) => ({ ...change, estimate })
  const said = (cost: number, sold: number, breakEvenMicros: number | null = null) =>
    noteOf({
      reason: 'no-worth',
      cost: moved(cost),
      conversions: moved(sold),
      breakEvenMicros,
    })
  expect(said(-0.2, 0.1)).toMatch(/costó menos y vendió más: .*, compensa valga lo que valga\.$/)
  expect(said(0.2, -0.1)).toMatch(
    /costó más y vendió menos: .*, no compensa, valga lo que valga\.$/,
  )
  expect(said(-0.2, -0.1, 40e6)).toMatch(/compensa si vale menos de 40,00.€\.$/)
  expect(said(0.2, 0)).toMatch(/sin eso no se puede decir si compensa\.$/)
})
