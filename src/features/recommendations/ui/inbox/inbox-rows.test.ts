import { expect, test } from 'vitest'
import { ageText, moreText } from './inbox-rows.ts'

test('what was found last night is of yesterday, whatever the hour', () => {
  expect(ageText('2026-11-22', '2026-11-22')).toBe('nuevo hoy')
  expect(ageText('2026-11-21', '2026-11-22')).toBe('desde ayer')
  expect(ageText('2026-11-10', '2026-11-22')).toBe('12 días pendiente')
  expect(ageText('2026-11-23', '2026-11-22'), 'a clock that runs behind').toBe('nuevo hoy')
})

test('the rest of a list is one, several, or more than are shown at once', () => {
  expect(moreText(1)).toBe('Ver la restante')
  expect(moreText(60)).toBe('Ver las 60 restantes')
  expect(moreText(1200)).toBe('Ver 60 de las 1.200 restantes')
})
