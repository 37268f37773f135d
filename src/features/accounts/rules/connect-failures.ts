import {
  GoogleAdsError,
  GrantRevoked,
  NoAnswer,
  OperationsSpent,
} from '#platform/google-ads/errors.ts'
import { AppError } from '#shared/app-error.ts'

/** Why a connection did not come about; the dashboard has a Spanish text for each. */
export type ConnectError =
  | 'access_denied'
  | 'state_expired'
  | 'no_accounts'
  | 'manager_without_children'
  | 'no_permission'
  | 'vendor_failed'
  | 'plan_limit'

const NO_ADS_ACCOUNT = ['NOT_ADS_USER', 'CUSTOMER_NOT_FOUND']
const NO_PERMISSION = [
  'USER_PERMISSION_DENIED',
  'ACTION_NOT_PERMITTED',
  'TWO_STEP_VERIFICATION_NOT_ENROLLED',
]

/** Undefined for what is our own fault and must not be explained away. */
export function connectErrorOf(error: unknown): ConnectError | undefined {
  if (error instanceof AppError && error.code === 'plan_limit') return 'plan_limit'
  // A code that is no good: too old, used before, or made up.
  if (error instanceof GrantRevoked) return 'state_expired'
  if (error instanceof NoAnswer || error instanceof OperationsSpent) return 'vendor_failed'
  if (!(error instanceof GoogleAdsError)) return undefined
  if (has(error, NO_ADS_ACCOUNT)) return 'no_accounts'
  if (has(error, NO_PERMISSION)) return 'no_permission'
  return 'vendor_failed'
}

/** A failure of Google's as the user may read it. */
export function toAppError(error: unknown): unknown {
  if (error instanceof GrantRevoked)
    return new AppError(
      'needs_reauth',
      'Google ha retirado el permiso. Conecta la cuenta otra vez.',
    )
  if (error instanceof OperationsSpent)
    return new AppError(
      'unavailable',
      'Se ha agotado el cupo diario de consultas a Google Ads. Vuelve a intentarlo mañana.',
    )
  if (error instanceof GoogleAdsError || error instanceof NoAnswer)
    return new AppError(
      'vendor_failed',
      'Google Ads no ha respondido como esperábamos. Inténtalo de nuevo en unos minutos.',
      { cause: error },
    )
  return error
}

/** Spanish reason why an account cannot be added, or undefined when the failure is not about access. */
export function unavailableReasonOf(error: unknown): string | undefined {
  if (!(error instanceof GoogleAdsError)) return undefined
  if (has(error, ['CUSTOMER_NOT_ENABLED'])) return 'La cuenta está cancelada o suspendida.'
  if (has(error, NO_PERMISSION)) return 'No tienes permiso para leer esta cuenta.'
  return undefined
}

function has(error: GoogleAdsError, codes: readonly string[]): boolean {
  return error.codes.some((code) => codes.includes(code))
}
