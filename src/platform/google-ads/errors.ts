/** One entry of Google's `GoogleAdsFailure`. */
export type AdsErrorDetail = {
  errorCode?: Record<string, string>
  message: string
  trigger?: { stringValue?: string }
  location?: { fieldPathElements?: { fieldName: string; index?: number }[] }
  details?: { quotaErrorDetails?: { rateScope: string; rateName: string; retryDelay?: string } }
}

/** Google refused or failed. Its message is English and for the log, never for the user. */
export class GoogleAdsError extends Error {
  readonly httpStatus: number
  /** Machine words of every error, e.g. 'USER_PERMISSION_DENIED'. */
  readonly codes: readonly string[]
  readonly details: readonly AdsErrorDetail[]
  readonly requestId: string | undefined
  /** Google's own hint when to try again. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    failure: {
      httpStatus: number
      details?: readonly AdsErrorDetail[]
      requestId?: string | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: failure.cause })
    this.httpStatus = failure.httpStatus
    this.details = failure.details ?? []
    this.codes = this.details.flatMap((detail) => Object.values(detail.errorCode ?? {}))
    this.requestId = failure.requestId
    this.retryAfterMs = retryDelayMs(this.details)
  }
}

/** For the log and what is kept of a refusal. */
export function codesOf({ codes, httpStatus }: GoogleAdsError): string {
  return codes.join(', ') || `HTTP ${httpStatus}`
}

/** The user withdrew the consent, or Google let it expire: only a new consent helps. */
export class GrantRevoked extends Error {}

/** No complete answer came: time-out, broken connection, a stream that ends in the middle. */
export class NoAnswer extends Error {}

/** Nothing was sent to Google Ads: the token endpoint gave none, or Google is silent already. */
export class NotSent extends NoAnswer {}

/** The token endpoint has not answered in time. */
export class TokenSilence extends NotSent {}

/** The project's own budget of operations is used up for now; nothing was sent. */
export class OperationsSpent extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('daily operations of the Google Cloud project are used up')
    this.retryAfterMs = retryAfterMs
  }
}

const TEMPORARY_STATUS = new Set([500, 502, 503, 504])
const TEMPORARY_CODES = new Set([
  'RESOURCE_TEMPORARILY_EXHAUSTED',
  'EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION',
  'EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION',
  'TRANSIENT_ERROR',
  'INTERNAL_ERROR',
  'DEADLINE_EXCEEDED',
  'CONCURRENT_MODIFICATION',
])
/** Codes that say Google refused before anything was written. */
const REFUSED_BEFORE_WRITING = new Set([
  'RESOURCE_TEMPORARILY_EXHAUSTED',
  'CONCURRENT_MODIFICATION',
])

/** A read that failed like this may be sent again. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  if (!(error instanceof GoogleAdsError)) return false
  if (isTokenRefused(error)) return true
  // Of the account, of the project or of what one question takes: whichever, Google takes more later on.
  if (error.httpStatus === 429) return !isDailyQuota(error)
  if (error.codes.length > 0) return error.codes.some((code) => TEMPORARY_CODES.has(code))
  return TEMPORARY_STATUS.has(error.httpStatus)
}

/** A write that failed like this certainly changed nothing and may be sent again. */
export function isSafeToRepeatWrite(error: unknown): boolean {
  return (
    error instanceof GoogleAdsError && error.codes.some((code) => REFUSED_BEFORE_WRITING.has(code))
  )
}

/** A refusal comes before anything is written; silence and a failure inside Google may come after. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof NotSent) return false
  return error instanceof NoAnswer || (error instanceof GoogleAdsError && error.httpStatus >= 500)
}

/** Google, the way to it or our own count of its quota, as opposed to a fault of ours. */
export function isOfVendor(error: unknown): boolean {
  return [GoogleAdsError, NoAnswer, OperationsSpent, GrantRevoked].some(
    (kind) => error instanceof kind,
  )
}

const TOKEN_REFUSED = /^(OAUTH_TOKEN_\w+|AUTHENTICATION_ERROR|GOOGLE_ACCOUNT_\w+)$/

/** Google does not take the access token, as opposed to the person behind it or what they ask for; or it does not say what. */
export function isUnauthorized(error: unknown): error is GoogleAdsError {
  if (!(error instanceof GoogleAdsError) || error.httpStatus !== 401) return false
  return error.codes.every((code) => TOKEN_REFUSED.test(code))
}

/** The same, said of the token, which was fresh. A refusal without a code may be one of our own client, which does not pass by itself. */
export function isTokenRefused(error: unknown): boolean {
  return isUnauthorized(error) && error.codes.length > 0
}

/** Google's own daily quota, as opposed to a short burst limit. */
export function isDailyQuota(error: unknown): error is GoogleAdsError {
  return error instanceof GoogleAdsError && error.codes.includes('RESOURCE_EXHAUSTED')
}

/** Google takes calls of this version of its API no more. Over HTTP it does not say so: there is nothing at the address. */
export function isVersionGone(error: unknown): error is GoogleAdsError {
  if (!(error instanceof GoogleAdsError)) return false
  const { codes, httpStatus } = error
  return codes.length > 0 ? codes.includes('UNSUPPORTED_VERSION') : httpStatus === 404
}

type ErrorBody = {
  error?: {
    message?: string
    details?: { '@type'?: string; errors?: AdsErrorDetail[]; reason?: string }[]
  }
}

/** `body`: parsed reply; searchStream wraps its error in an array. */
export function toGoogleAdsError(
  body: unknown,
  httpStatus: number,
  requestId?: string,
): GoogleAdsError {
  const { error } = ((Array.isArray(body) ? body[0] : body) ?? {}) as ErrorBody
  const failure = error?.details?.find((d) => d['@type']?.endsWith('.errors.GoogleAdsFailure'))
  const details = failure?.errors ?? disabledService(error, httpStatus)
  const message = details[0]?.message ?? error?.message ?? `HTTP ${httpStatus}`
  return new GoogleAdsError(message, { httpStatus, details, requestId })
}

/** Said before any Google Ads is asked: of the project, in a format of its own. */
function disabledService(error: ErrorBody['error'], httpStatus: number): AdsErrorDetail[] {
  const reason = error?.details?.find(({ reason }) => reason === 'SERVICE_DISABLED')?.reason
  if (httpStatus !== 403 || !reason) return []
  return [{ errorCode: { project: reason }, message: error?.message ?? reason }]
}

function retryDelayMs(details: readonly AdsErrorDetail[]): number | undefined {
  for (const detail of details) {
    const seconds = Number.parseFloat(detail.details?.quotaErrorDetails?.retryDelay ?? '')
    if (seconds > 0) return seconds * 1000
  }
  return undefined
}
