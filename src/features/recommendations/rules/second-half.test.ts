import { expect, test } from 'vitest'
import { againText } from '#engine/effect/halves-verdict.ts'
import type { Measured } from '#shared/measured.ts'
import { closedLook } from './second-half.ts'

test('what is not looked at again promises no other look', () => {
  const next = { weeks: 8, on: '2026-12-18' }
  const { looks, note } = closedLook({
    looks: { fractions: [0.5], next },
    note: `Aún puede ser casualidad${againText(next.on)}`,
  } as Measured)
  expect(looks).toEqual({ fractions: [0.5], next: null })
  expect(note).toMatch(/^Aún puede ser casualidad\. La segunda mitad se hizo antes /)
  expect(note).not.toContain('se vuelve a mirar')
})
