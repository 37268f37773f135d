import { ApiError, CONNECTION_TEXT } from './api-error.ts'

const NO_ANSWER_OF_OURS = 'El servidor no ha respondido como se esperaba.'
const UNEXPECTED = 'Ha ocurrido un error inesperado.'

/** Spanish text for any failure: the server's own message where there is one, else what the screen says of it. */
export function errorText(error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? UNEXPECTED
  return error.message || (fallback ?? NO_ANSWER_OF_OURS)
}

/** For loads with a name ('Campañas'): says which one was late or failed. */
export function loadErrorText(error: unknown, action: string): string {
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.code === 'timeout') return `Timeout: ${action} tardó demasiado en responder`
  if (error.code === 'bad_reply' && error.status < 400)
    return `Formato de datos inválido en ${action}`
  if (error.status === 504) return `Gateway timeout: ${action} no disponible temporalmente`
  if (error.status === 500) return `Error del servidor en ${action}`
  return errorText(error)
}

/** For the account's summary metrics. */
export function metricsErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.status === 401) return 'No autorizado. Por favor, inicia sesión nuevamente.'
  if (error.status === 400) return 'Parámetros inválidos en la solicitud.'
  if (error.status === 500) return 'Error interno del servidor.'
  if (error.code === 'network') return CONNECTION_TEXT
  return errorText(error)
}
