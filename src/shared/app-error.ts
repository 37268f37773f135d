/** Closed list of machine words; each has one HTTP status. */
export const ERROR_STATUS = {
  invalid: 400,
  not_logged_in: 401,
  bad_credentials: 401,
  subscription_required: 403,
  forbidden: 403,
  bad_origin: 403,
  read_only: 403,
  confirm_identity: 403,
  second_factor_required: 403,
  plan_limit: 403,
  plan_required: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  vendor_failed: 502,
  outcome_unknown: 502,
  unavailable: 503,
  needs_reauth: 409,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** What the browser receives for every failure; `error` repeats `message` for older callers. */
export type ErrorReply = {
  code: ErrorCode
  message: string
  error: string
  fields?: Record<string, string>
}

/** An expected failure with a Spanish text fit for the user. Anything else becomes 'internal'. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
