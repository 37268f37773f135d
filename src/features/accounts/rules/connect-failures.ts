import {
  ACCESS_TEXTS,
  type AccessRefusal,
  accessRefusalOf,
} from '#platform/google-ads/access-refusals.ts'
import {
  GoogleAdsError,
  GrantRevoked,
  isTemporary,
  NoAnswer,
  OperationsSpent,
} from '#platform/google-ads/errors.ts'
import { noAnswerFailure } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'
import type { SeenAccount } from './hierarchy.ts'

/** Why a connection did not come about; the dashboard has a Spanish text for each. */
export type ConnectError =
  | 'access_denied'
  | 'state_expired'
  | 'no_accounts'
  | 'manager_without_children'
  | 'nothing_new'
  | 'no_permission'
  | 'closed'
  | 'two_step'
  | 'advanced_protection'
  | 'product_refused'
  | 'unfinished'
  | 'refused'
  | 'not_approved'
  | 'quota_spent'
  | 'version_gone'
  | 'vendor_failed'
  | 'plan_limit'

/** Undefined for what is our own fault and must not be explained away. */
export function connectErrorOf(error: unknown): ConnectError | undefined {
  if (error instanceof AppError && error.code === 'plan_limit') return 'plan_limit'
  // A code that is no good: too old, used before, or made up.
  if (error instanceof GrantRevoked) return 'state_expired'
  if (error instanceof OperationsSpent) return 'quota_spent'
  if (error instanceof NoAnswer) return 'vendor_failed'
  if (!(error instanceof GoogleAdsError)) return undefined
  const refusal = accessRefusalOf(error)
  return refusal ? connectErrorOfRefusal(refusal) : 'vendor_failed'
}

export function connectErrorOfRefusal(refusal: AccessRefusal): ConnectError {
  return refusal === 'no_ads_account' ? 'no_accounts' : refusal
}

/** A failure of Google's as the user may read it. */
export function toAppError(error: unknown): unknown {
  if (error instanceof GrantRevoked)
    return new AppError(
      'needs_reauth',
      'Google ha retirado el permiso. Conecta la cuenta otra vez.',
      { cause: error },
    )
  const refusal = error instanceof OperationsSpent ? 'quota_spent' : accessRefusalOf(error)
  if (refusal)
    return new AppError(
      OF_ALL.includes(refusal) ? 'unavailable' : 'unprocessable',
      ACCESS_TEXTS[refusal],
      { cause: error },
    )
  return noAnswerFailure(error) ?? error
}

/** Nothing that a person could mend. */
const OF_ALL: readonly AccessRefusal[] = ['quota_spent', 'version_gone', 'product_refused']

/** What keeps one account closed while others may be open; undefined for a failure that concerns them all, or of the person (401). */
export function refusalOfAccount(error: unknown): AccessRefusal | undefined {
  if (!(error instanceof GoogleAdsError) || isTemporary(error)) return undefined
  if (error.httpStatus === 401 || error.httpStatus >= 500) return undefined
  const refusal = accessRefusalOf(error) ?? 'refused'
  return OF_ALL.includes(refusal) ? undefined : refusal
}

/** Spanish; null when an account can be added, or a manager looked into. */
export function unavailableReasonOf(account: SeenAccount): string | null {
  if (!account.refusal) return null
  const reason = ACCESS_TEXTS[account.refusal]
  return account.isManager ? `${reason} Sus subcuentas no se pueden ver.` : reason
}
