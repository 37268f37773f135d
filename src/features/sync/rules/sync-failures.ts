import {
  ACCESS_TEXTS,
  type AccessRefusal,
  accessRefusalOf,
  deniedText,
  OF_ONE_WAY,
} from '#platform/google-ads/access-refusals.ts'
import {
  GoogleAdsError,
  GrantRevoked,
  isDailyQuota,
  isTemporary,
  OperationsSpent,
} from '#platform/google-ads/errors.ts'
import { FigureMissing } from './told-figures.ts'

/** What a failed run means for the account. `afterMs` undefined: the queue's usual growing wait. */
export type SyncFailure = {
  kind: 'needs_reauth' | 'retry' | 'hopeless'
  /** Spanish, for the user. */
  problem: string
  afterMs?: number
  /** Google does not answer for now; asked rarely, since it may answer at any time. */
  isOutage?: boolean
  /** Google refuses what is asked through this manager, or directly. */
  mayBeReachedOtherwise?: boolean
}

const MS_PER_DAY = 86_400_000
export const SHORTEST_REST_MS = 15 * 60_000
const LONGEST_REST_MS = 6 * 3_600_000
const LONGEST_OUTAGE_REST_MS = 3_600_000
/** The quota comes back by itself; these stay until a person does something. */
const LASTING: readonly AccessRefusal[] = [
  'two_step',
  'advanced_protection',
  'unfinished',
  'not_approved',
  'no_ads_account',
  'closed',
  'no_permission',
]

export const LOST_GRANT =
  'Google ya no nos da acceso a esta cuenta. Vuelve a conectarla para seguir.'
/** Of no account anything could be read since this one failed: the first that can wakes all. */
export const OUTAGE = 'Google Ads no responde. Se vuelve a intentar solo en cuanto responda.'
export const FAILED = 'La sincronización ha fallado. Se vuelve a intentar sola.'

const MISSING =
  'Google Ads responde sin una de sus cifras principales. Lo leído hasta ahora sigue igual y se vuelve a intentar solo.'

/** The grant ended, and its owner had connected again by then. */
export const RENEWED: SyncFailure = { kind: 'retry', problem: FAILED, afterMs: 0 }

export function judgeFailure(error: unknown, now: Date): SyncFailure {
  if (error instanceof GrantRevoked)
    return {
      kind: 'needs_reauth',
      problem: LOST_GRANT,
    }
  if (error instanceof OperationsSpent || isDailyQuota(error))
    return {
      kind: 'retry',
      problem:
        'Se ha agotado el cupo diario de consultas a Google Ads. Los datos guardados siguen disponibles y el resto se lee solo en cuanto Google admita más.',
      afterMs: Math.max(60_000, error.retryAfterMs ?? untilTomorrow(now)),
    }
  const refusal = accessRefusalOf(error)
  if (refusal && LASTING.includes(refusal))
    return {
      kind: 'hopeless',
      problem: deniedText(refusal),
      mayBeReachedOtherwise: OF_ONE_WAY.includes(refusal),
    }
  // Not for the account's owner to mend, so that the alarm of accounts that are not read goes on counting it.
  if (refusal === 'version_gone' || refusal === 'product_refused')
    return { kind: 'retry', problem: ACCESS_TEXTS[refusal] }
  if (error instanceof GoogleAdsError && error.httpStatus === 429 && isTemporary(error))
    return {
      kind: 'retry',
      problem: 'Google Ads pide esperar un momento. Se vuelve a intentar solo.',
      isOutage: true,
      ...(error.retryAfterMs !== undefined && { afterMs: error.retryAfterMs }),
    }
  if (isTemporary(error))
    return {
      kind: 'retry',
      problem: 'Google Ads no responde. Se vuelve a intentar solo.',
      isOutage: true,
    }
  if (error instanceof FigureMissing) return { kind: 'retry', problem: MISSING }
  return { kind: 'retry', problem: FAILED }
}

/** How long a run that has used up its tries rests before the schedule begins anew: as long again as it has been failing. */
export function restMs({ kind, isOutage }: SyncFailure, failingMs: number): number {
  if (kind === 'hopeless') return LONGEST_REST_MS
  const longest = isOutage ? LONGEST_OUTAGE_REST_MS : LONGEST_REST_MS
  return Math.min(longest, Math.max(SHORTEST_REST_MS, failingMs))
}

/** What a sync can do without: Google does not answer, or the day's operations are spent. */
export function isForNextSync(error: unknown): boolean {
  return error instanceof OperationsSpent || isDailyQuota(error) || isTemporary(error)
}

/** Google says nearly always when it takes more. */
const untilTomorrow = (now: Date) => MS_PER_DAY - (now.getTime() % MS_PER_DAY)
