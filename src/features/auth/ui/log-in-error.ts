import { ApiError } from '#kit/api-error.ts'
import { errorText } from '#kit/error-text.ts'

/** Why a log-in failed, in the server's words; a reply without any is told by its status. */
export function logInErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Error inesperado.'
  return errorText(error, error.status === 401 ? 'Credenciales inválidas' : 'Login failed')
}
