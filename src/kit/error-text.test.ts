import { expect, test } from 'vitest'
import { failureOf } from './api.ts'
import { ApiError } from './api-error.ts'
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

test('a load that fails is named, in the words of the specification', () => {
  const told = (error: unknown) => loadErrorText(error, 'la carga de campañas')
  const late = new ApiError({ status: 0, code: 'timeout', message: 'La petición tardó demasiado.' })
  const garbled = new ApiError({ status: 200, code: 'bad_reply', message: 'Formato inesperado' })
  expect(told(late)).toBe('Timeout: la carga de campañas tardó demasiado en responder')
  expect(told(failed(504, null))).toBe(
    'Gateway timeout: la carga de campañas no disponible temporalmente',
  )
  expect(told(failed(500, { message: 'Error interno del servidor.' }))).toBe(
    'Error del servidor en la carga de campañas',
  )
  expect(told(garbled)).toBe('Formato de datos inválido en la carga de campañas')
})

test('summary metrics that fail are told by their status', () => {
  const told = (status: number) => metricsErrorText(failed(status, { message: 'Otra cosa.' }))
  expect(told(401)).toBe('No autorizado. Por favor, inicia sesión nuevamente.')
  expect(told(400)).toBe('Parámetros inválidos en la solicitud.')
  expect(told(500)).toBe('Error interno del servidor.')
  expect(told(429)).toBe('Otra cosa.')
  const away = new ApiError({ status: 0, code: 'network', message: 'x' })
  expect(metricsErrorText(away)).toBe('Error de conexión. Verifica tu conexión a internet.')
})
