import { ApiError } from '#kit/api-error.ts'

/** What the account page has always sent; kept only where a recommendation has no forecast. */
export const ASSUMED_RESULT = {
  estado: 'improved',
  mejora_real: null,
  periodo_comparacion: '7 días',
  variacion_kpi: 12.3,
}

/** Google answers slowly when it has to look at many entities. */
export const APPLY_TIMEOUT_MS = 120_000

/** Sent, and no answer: it may have been done. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout')
}

/** The line may be fine: it was the answer that took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'timeout'
}

export const UNKNOWN =
  'No sabemos si Google lo hizo: la respuesta no llegó. Lo comprobamos y aquí se verá; no lo envíes otra vez.'

export const APPLY_FAILED = 'Error al aplicar la recomendación. Por favor, inténtalo de nuevo.'
