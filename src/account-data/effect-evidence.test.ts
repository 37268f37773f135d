import { expect, test } from 'vitest'
import { countedOnce } from './effect-evidence.ts'

test('what was done to many things at once is one line', () => {
  const paused = '24 nov 2026: Se cambió una palabra clave. Estado: Activa → Pausada'
  const other = '25 nov 2026: Se cambió el presupuesto'
  expect(countedOnce([paused, other, paused, paused])).toEqual([`${paused}, 3 veces`, other])
})
