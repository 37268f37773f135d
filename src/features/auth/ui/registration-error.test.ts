import { expect, test } from 'vitest'
import { failureOf } from '#kit/api.ts'
import { completionErrorText, startErrorText } from './registration-error.ts'

const failed = (status: number, reply: unknown) =>
  failureOf({ status, headers: { get: () => null } }, reply)

test('a registration that fails says what the server says, else where it failed', () => {
  const refused = failed(403, { message: 'El registro está cerrado por ahora.' })
  expect(startErrorText(refused)).toBe('El registro está cerrado por ahora.')
  expect(startErrorText(failed(502, null))).toBe('Error al iniciar el registro')
  expect(startErrorText(new TypeError('bug'))).toBe('Ha ocurrido un error inesperado')
})

test('so does its completion', () => {
  const taken = failed(409, { error: 'Esa cuenta ya está creada. Inicia sesión.' })
  expect(completionErrorText(taken)).toBe('Esa cuenta ya está creada. Inicia sesión.')
  expect(completionErrorText(failed(502, null))).toBe('Error desconocido')
  expect(completionErrorText(new TypeError('bug'))).toBe('Hubo un error al completar el registro.')
})
