import { expect, test } from 'vitest'
import { failureOf } from '#kit/api.ts'
import { logInErrorText } from './log-in-error.ts'

const failed = (status: number, reply: unknown) =>
  failureOf({ status, headers: { get: () => null } }, reply)

test('a log-in that fails says what the server says, else what its status says', () => {
  expect(logInErrorText(failed(429, { message: 'Demasiados intentos.' }))).toBe(
    'Demasiados intentos.',
  )
  expect(logInErrorText(failed(401, null))).toBe('Credenciales inválidas')
  expect(logInErrorText(failed(502, null))).toBe('Login failed')
  expect(logInErrorText(new TypeError('bug'))).toBe('Error inesperado.')
})
