import type { ErrorCode } from '#shared/app-error.ts'

/** Failures without a reply of ours: no connection, no answer in time, an answer that is not ours. */
export type ApiErrorCode = ErrorCode | 'network' | 'offline' | 'timeout' | 'bad_reply'

/**
 * A call that failed. `status` is 0 when no reply arrived; `message` is Spanish, and empty where the reply had none: the
 * screen has its own words then (`errorText`).
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | null

  constructor(failure: {
    status: number
    code: ApiErrorCode
    message: string
    fields?: Record<string, string>
    retryAfterSeconds?: number | null
  }) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
  }
}

export const CONNECTION_TEXT = 'Error de conexión. Verifica tu conexión a internet.'

/** Before anything was sent. */
export const OFFLINE_TEXT =
  'Sin conexión: no se ha enviado nada. Vuelve a intentarlo cuando vuelva.'
