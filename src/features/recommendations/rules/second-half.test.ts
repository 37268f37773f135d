import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { closedLook, secondHalfOf } from './second-half.ts'

const TODAY = '2026-11-20'

test('what is not looked at again promises no other look', () => {
  const next = { weeks: 8, on: '2026-12-18' }
  const open = { looks: { fractions: [0.5], next }, note: 'Aún puede ser casualidad.' }
  const { looks, note } = closedLook(open as Measured, TODAY)
  expect(looks).toEqual({ fractions: [0.5], next: null })
  expect(note).toMatch(/^Aún puede ser casualidad\. La segunda mitad se hizo antes /)
})

test('a verdict stands, and what was never looked at has none', () => {
  const final = { looks: { fractions: [1], next: null }, note: null } as Measured
  expect(closedLook(final, TODAY)).toBe(final)
  expect(closedLook(null, TODAY)).toMatchObject({
    verdict: 'inconclusive',
    measuredOn: TODAY,
    note: expect.stringContaining('antes de medir la primera'),
  })
})

test('a day that has passed is not promised, and an account that is away says so', () => {
  const waiting = {
    state: 'applied',
    secondState: 'waiting',
    secondOn: '2026-11-19',
    secondNote: null,
  } as const
  const of = (over: object, connected = true) =>
    secondHalfOf({ ...waiting, ...over }, { connected }, TODAY)
  expect(of({})).toEqual({ state: 'waiting', on: null, note: null })
  expect(of({ secondOn: TODAY })!.on).toBe(TODAY)
  expect(of({}, false)!.note).toContain('no está conectada')
  expect(of({ secondState: 'applied', state: 'undone' })).toBeNull()
  expect(of({ secondState: 'applied' }, false)).toMatchObject({ on: '2026-11-19', note: null })
})
