import { ApiError } from '#kit/api-error.ts'
import { errorText } from '#kit/error-text.ts'

/** Why no link could be asked for: the server's words, else whether it has answered at all. */
export function startErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Ha ocurrido un error inesperado'
  return errorText(error, 'Error al iniciar el registro')
}

/** Why the account was not made, alike. */
export function completionErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Hubo un error al completar el registro.'
  return errorText(error, 'Error desconocido')
}
