import { GoogleAdsError, isDailyQuota, isTemporary, isVersionGone } from './errors.ts'

/** Why Google refuses a person, or the product, everything that is asked. Each needs another thing done about it. */
export type AccessRefusal =
  | 'two_step'
  | 'advanced_protection'
  | 'product_refused'
  | 'unfinished'
  | 'refused'
  | 'not_approved'
  | 'quota_spent'
  | 'version_gone'
  | 'no_ads_account'
  | 'closed'
  | 'no_permission'

const REFUSAL_OF_CODE: Record<string, AccessRefusal> = {
  TWO_STEP_VERIFICATION_NOT_ENROLLED: 'two_step',
  ADVANCED_PROTECTION_NOT_ENROLLED: 'advanced_protection',
  // Google's name for it until access moved from developer tokens to Cloud projects, and since.
  DEVELOPER_TOKEN_NOT_APPROVED: 'not_approved',
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: 'not_approved',
  DEVELOPER_TOKEN_PROHIBITED: 'product_refused',
  DEVELOPER_TOKEN_INVALID: 'product_refused',
  PROJECT_DISABLED: 'product_refused',
  SERVICE_DISABLED: 'product_refused',
  // Google's terms for developers.
  MISSING_TOS: 'product_refused',
  NOT_ADS_USER: 'no_ads_account',
  CUSTOMER_NOT_FOUND: 'no_ads_account',
  CUSTOMER_NOT_ENABLED: 'closed',
  ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT: 'closed',
  INCOMPLETE_SIGNUP: 'unfinished',
  USER_PERMISSION_DENIED: 'no_permission',
  ACTION_NOT_PERMITTED: 'no_permission',
}

export const ACCESS_TEXTS: Record<AccessRefusal, string> = {
  two_step:
    'Google exige la verificación en dos pasos para usar Google Ads. Actívala en la seguridad de tu cuenta de Google y vuelve a intentarlo.',
  advanced_protection:
    'Google exige la Protección Avanzada a quien usa esta cuenta. Actívala en la seguridad de tu cuenta de Google y vuelve a intentarlo.',
  product_refused:
    'Google no admite ahora las consultas de Pujante, y lo tenemos que arreglar nosotros. No depende de tu cuenta y volver a conectarla no lo arregla.',
  unfinished:
    'Falta terminar el alta de esta cuenta en Google Ads. Complétala allí y vuelve a intentarlo.',
  refused: 'Google Ads no deja leer esta cuenta.',
  not_approved:
    'Google aún no ha autorizado a Pujante a leer cuentas reales. No depende de tu cuenta y volver a conectarla no lo arregla.',
  quota_spent:
    'Se ha agotado el cupo diario de consultas a Google Ads. Vuelve a intentarlo mañana.',
  version_gone:
    'Google ha retirado la versión de Google Ads con la que trabaja Pujante, que tenemos que actualizar nosotros. No depende de tu cuenta y volver a conectarla no lo arregla.',
  no_ads_account: 'Ese usuario de Google no tiene esta cuenta en Google Ads.',
  closed: 'La cuenta está cancelada o suspendida y no se puede leer; se reactiva en Google Ads.',
  no_permission: 'No tienes permiso para leer esta cuenta.',
}

/** What Google says no to until a person does something. */
export const DENIED = 'Google Ads deniega el acceso a esta cuenta.'

/** As it is kept of an account whose sync was refused. */
export function deniedText(refusal: AccessRefusal): string {
  return `${DENIED} ${ACCESS_TEXTS[refusal]} Lo leído hasta ahora sigue aquí.`
}

/** Said of an account, too, whose manager was closed or has let it go: another manager or person may reach it. */
export const OF_ONE_WAY: readonly AccessRefusal[] = ['closed', 'no_permission']

/** Null for any other failure. */
export function accessRefusalOf(error: unknown): AccessRefusal | null {
  if (isDailyQuota(error)) return 'quota_spent'
  if (isVersionGone(error)) return 'version_gone'
  if (!(error instanceof GoogleAdsError)) return null
  const known = error.codes.find((code) => REFUSAL_OF_CODE[code] !== undefined)
  return (known && REFUSAL_OF_CODE[known]) || null
}

/** Google answers, and does not take this question; another may do. */
export function isRefusedQuestion(error: unknown): boolean {
  return (
    error instanceof GoogleAdsError &&
    error.httpStatus !== 401 &&
    !isTemporary(error) &&
    accessRefusalOf(error) === null
  )
}
