import { failure, GoogleError, permissionDenied } from './wire/google-error.ts'

export const FAULTS = [
  '429',
  'quota_exhausted',
  '500',
  '503',
  'timeout',
  'slow',
  'invalid_grant',
  'permission_denied',
  'token_refused',
  'two_step_missing',
  'project_not_approved',
  'signup_incomplete',
  'experiment_not_started',
  'unfinished_work',
  'partial_failure',
  'truncated_stream',
  'late_answer',
  'late_change',
] as const
export type Fault = (typeof FAULTS)[number]

export type ArmedFault = { fault: Fault; times: number; scope?: string }

/** Faults that strike only where they make sense; all others strike any call of the Ads API. */
const PLACES: Partial<Record<Fault, RegExp>> = {
  invalid_grant: /^\/token$/,
  truncated_stream: /:searchStream$/,
  experiment_not_started: /:endExperiment$/,
  unfinished_work: /\/operations\/\d+$/,
}
const ADS_API = /^\/v\d+\//

/** Faults that strike a change once it is meant: a rehearsal (`validateOnly`) passes by them. */
const OF_CHANGES: readonly Fault[] = ['partial_failure', 'late_answer', 'late_change']

/** The fault switches. Each armed fault strikes the next `times` calls that it fits, then is gone. */
export class Faults {
  #armed: ArmedFault[] = []
  #holding = new AbortController()

  /** 0 `times` disarms it. `scope`: a part of the path, e.g. a customer id or 'searchStream'. @throws RangeError for an unknown fault. */
  arm(fault: string, times = 1, scope?: string): void {
    const known = FAULTS.find((name) => name === fault)
    if (!known) throw new RangeError(`unknown fault ${fault}; known: ${FAULTS.join(', ')}`)
    if (!Number.isInteger(times) || times < 0) throw new RangeError('times must be 0 or more')
    if (times === 0) this.#armed = this.#armed.filter(({ fault }) => fault !== known)
    else this.#armed.push({ fault: known, times, ...(scope && { scope }) })
  }

  /** Disarms all, and lets go of what is held back. */
  clear(): void {
    this.#armed = []
    this.#holding.abort()
    this.#holding = new AbortController()
  }

  /** Aborted by the next `clear`. */
  cleared(): AbortSignal {
    return this.#holding.signal
  }

  armed(): ArmedFault[] {
    return this.#armed.map((armed) => ({ ...armed }))
  }

  /** Uses up one strike of the first armed fault that fits the path. */
  strike(path: string): Fault | undefined {
    return this.#use(
      path,
      (fault) => !OF_CHANGES.includes(fault) && (PLACES[fault] ?? ADS_API).test(path),
    )
  }

  /** The same for the faults of changes, of a call that is one. */
  strikeChange(path: string): Fault | undefined {
    return this.#use(path, (fault) => OF_CHANGES.includes(fault))
  }

  #use(path: string, fits: (fault: Fault) => boolean): Fault | undefined {
    const armed = this.#armed.find(
      ({ fault, scope }) => fits(fault) && (scope === undefined || path.includes(scope)),
    )
    if (!armed) return undefined
    armed.times--
    this.#armed = this.#armed.filter(({ times }) => times > 0)
    return armed.fault
  }
}

/** The error that a fault answers at once; undefined for faults that act otherwise. */
export function faultError(fault: Fault | undefined): GoogleError | undefined {
  switch (fault) {
    case '429':
      return quota('RESOURCE_TEMPORARILY_EXHAUSTED', 'Too many requests. Retry in 1 seconds.', '1s')
    case 'quota_exhausted':
      return quota('RESOURCE_EXHAUSTED', 'Too many requests. Retry in 21600 seconds.', '21600s')
    case '500':
      return failure(500, 'internalError', 'INTERNAL_ERROR', 'An internal error has occurred.')
    case '503':
      return new GoogleError(503, [])
    case 'permission_denied':
      return permissionDenied()
    case 'token_refused':
      return authentication('OAUTH_TOKEN_INVALID', 'OAuth token in header is not valid.')
    case 'two_step_missing':
      return authentication(
        'TWO_STEP_VERIFICATION_NOT_ENROLLED',
        "The user's Google account is not enrolled in 2-step verification.",
      )
    case 'project_not_approved':
      return failure(
        403,
        'authorizationError',
        'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
        'The Google Cloud project is only approved for use with test accounts.',
      )
    case 'signup_incomplete':
      return failure(403, 'authorizationError', 'INCOMPLETE_SIGNUP', 'The sign-up is not complete.')
    case 'experiment_not_started':
      return failure(
        400,
        'experimentError',
        'EXPERIMENT_NOT_YET_STARTED',
        'Experiment has not begun.',
      )
    default:
      return undefined
  }
}

function authentication(code: string, message: string): GoogleError {
  return failure(401, 'authenticationError', code, message)
}

function quota(code: string, message: string, retryDelay: string): GoogleError {
  return new GoogleError(429, [
    {
      errorCode: { quotaError: code },
      message,
      details: {
        quotaErrorDetails: {
          rateScope: 'DEVELOPER',
          rateName: 'Number of operations for explorer access',
          retryDelay,
        },
      },
    },
  ])
}
