import { expect, test } from 'vitest'
import { failureOf } from './api.ts'
import { errorText, loadErrorText, metricsErrorText } from './error-text.ts'

const failed = (status: number, reply: unknown) =>
  failureOf({ status, headers: { get: () => null } }, reply)

test('the text of the server counts, and without one that of the screen', () => {
  const fallback = 'Error al cambiar la contraseña'
  expect(errorText(failed(400, { message: 'La contraseña es muy corta.' }), fallback)).toBe(
    'La contraseña es muy corta.',
  )
  expect(errorText(failed(400, { error: 'Sin mensaje' }), fallback)).toBe('Sin mensaje')
  expect(errorText(failed(502, null), fallback)).toBe(fallback)
  expect(errorText(failed(502, { message: '' }), fallback)).toBe(fallback)
  expect(errorText(failed(502, null))).toBe('El servidor no ha respondido como se esperaba.')
  expect(errorText(new Error('bug'))).toBe('Ha ocurrido un error inesperado.')
})

test('no failure is shown without words', () => {
  expect(loadErrorText(failed(502, null), 'Campañas')).toBe(
    'El servidor no ha respondido como se esperaba.',
  )
  expect(metricsErrorText(failed(502, null))).toBe('El servidor no ha respondido como se esperaba.')
})
