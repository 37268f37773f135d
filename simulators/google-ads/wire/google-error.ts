/** An answer in Google's error format: `GoogleAdsFailure` inside a `google.rpc.Status`. */
export type ErrorItem = {
  errorCode: Record<string, string>
  message: string
  trigger?: { stringValue: string }
  location?: { fieldPathElements: { fieldName: string; index?: number }[] }
  details?: Record<string, unknown>
}

export const FAILURE_TYPE = 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure'

const STATUS: Record<number, { status: string; message: string }> = {
  400: { status: 'INVALID_ARGUMENT', message: 'Request contains an invalid argument.' },
  401: {
    status: 'UNAUTHENTICATED',
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  },
  403: { status: 'PERMISSION_DENIED', message: 'The caller does not have permission' },
  404: { status: 'NOT_FOUND', message: 'Requested entity was not found.' },
  429: {
    status: 'RESOURCE_EXHAUSTED',
    message: 'Resource has been exhausted (e.g. check quota).',
  },
  500: { status: 'INTERNAL', message: 'Internal error encountered.' },
  503: { status: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
  504: {
    status: 'DEADLINE_EXCEEDED',
    message: 'Deadline expired before operation could complete.',
  },
}

export class GoogleError extends Error {
  override name = 'GoogleError'
  readonly httpStatus: number
  readonly items: readonly ErrorItem[]
  readonly statusMessage: string | undefined

  constructor(httpStatus: number, items: readonly ErrorItem[], statusMessage?: string) {
    super(statusMessage ?? items[0]?.message ?? STATUS[httpStatus]?.message)
    this.httpStatus = httpStatus
    this.items = items
    this.statusMessage = statusMessage
  }

  /** The JSON body; without items it is a plain status, as Google's front end answers. */
  body(requestId: string) {
    const known = STATUS[this.httpStatus] ?? STATUS[500]!
    return {
      error: {
        code: this.httpStatus,
        message: this.statusMessage ?? known.message,
        status: known.status,
        ...(this.items.length > 0 && {
          details: [{ '@type': FAILURE_TYPE, errors: this.items, requestId }],
        }),
      },
    }
  }
}

export function queryError(code: string, message: string, trigger?: string): GoogleError {
  return failure(400, 'queryError', code, message, trigger)
}

export function requestError(code: string, message: string, trigger?: string): GoogleError {
  return failure(400, 'requestError', code, message, trigger)
}

export function failure(
  httpStatus: number,
  family: string,
  code: string,
  message: string,
  trigger?: string,
): GoogleError {
  return new GoogleError(httpStatus, [
    {
      errorCode: { [family]: code },
      message,
      ...(trigger !== undefined && { trigger: { stringValue: trigger } }),
    },
  ])
}

export function permissionDenied(): GoogleError {
  return failure(
    403,
    'authorizationError',
    'USER_PERMISSION_DENIED',
    "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header. See https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid",
  )
}
