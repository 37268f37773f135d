import { AppError } from '#shared/app-error.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { ACCESS_TEXTS, accessRefusalOf } from './access-refusals.ts'
import {
  type AdsErrorDetail,
  GoogleAdsError,
  GrantRevoked,
  isDailyQuota,
  isTokenRefused,
  NoAnswer,
  OperationsSpent,
} from './errors.ts'
import { EXPERIMENT_TEXTS } from './experiment-refusals.ts'
import { LIMIT_TEXTS } from './limit-refusals.ts'

/** Why Google does not take a change, by its code. */
const TEXTS: Record<string, string> = {
  RESOURCE_ALREADY_EXISTS: 'Ya existe en Google Ads.',
  DUPLICATE_KEYWORD: 'Ya existe en Google Ads.',
  CANNOT_TARGET_AND_EXCLUDE:
    'En este grupo de anuncios ya es una palabra clave, y Google no deja tenerla y excluirla a la vez.',
  CAMPAIGN_TYPE_NOT_COMPATIBLE_WITH_PARTIAL_FAILURE:
    'Google no lo admite junto con cambios en otras campañas: hazlo aparte.',
  DUPLICATE_NAME: 'Ya hay otra con ese nombre en Google Ads.',
  RESOURCE_NOT_FOUND: 'Ya no existe en Google Ads. Sincroniza la cuenta para ver cómo está.',
  OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE: 'La campaña o el grupo de anuncios está eliminado.',
  OPERATION_NOT_PERMITTED_FOR_REMOVED_ENTITY: 'La campaña o el grupo de anuncios está eliminado.',
  CONCURRENT_MODIFICATION:
    'Alguien estaba cambiando lo mismo en Google Ads en ese momento. Inténtalo de nuevo.',
  KEYWORD_HAS_INVALID_CHARS: 'Google no admite alguno de los caracteres del texto.',
  KEYWORD_TEXT_TOO_LONG: 'El texto es demasiado largo: 80 caracteres como mucho.',
  KEYWORD_HAS_TOO_MANY_WORDS: 'El texto tiene demasiadas palabras: 10 como mucho.',
  BID_TOO_BIG: 'La puja es mayor de lo que Google admite.',
  BID_TOO_SMALL: 'La puja es menor de lo que Google admite.',
  USER_PERMISSION_DENIED: 'La conexión con Google no tiene permiso para cambiar esta cuenta.',
  ACTION_NOT_PERMITTED: 'La conexión con Google no tiene permiso para cambiar esta cuenta.',
  RECOMMENDATION_ALREADY_APPLIED: 'Esta recomendación ya está aplicada en Google Ads.',
  RECOMMENDATION_INVALIDATED: 'Google ya ha retirado esta recomendación.',
  INVALID_BUDGET_AMOUNT: 'Google no admite ese presupuesto.',
  CUSTOMER_NOT_ENABLED: 'La cuenta está cancelada o suspendida en Google Ads.',
  ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT: 'La cuenta está suspendida en Google Ads.',
  POLICY_ERROR: 'Google no lo admite por su política de contenido.',
  POLICY_FINDING: 'Google no lo admite por su política de contenido.',
  ...EXPERIMENT_TEXTS,
  ...LIMIT_TEXTS,
}

/** The Spanish reason when Google judged a change and refused it; null for any other failure. */
export function refusalText(error: unknown): string | null {
  if (!(error instanceof GoogleAdsError)) return null
  if (error.httpStatus >= 500 || error.httpStatus === 429 || error.codes.length === 0) return null
  if (isTokenRefused(error)) return null
  const known = error.codes.map((code) => TEXTS[code]).find((text) => text !== undefined)
  if (known) return known
  const refusal = accessRefusalOf(error)
  return refusal ? ACCESS_TEXTS[refusal] : REFUSED
}

/** Why Google refuses one operation of several, in Spanish. */
export function refusalOf(detail: AdsErrorDetail): string {
  const error = new GoogleAdsError(detail.message, { httpStatus: 400, details: [detail] })
  return refusalText(error) ?? REFUSED
}

export const REFUSED = 'Google Ads no admite este cambio.'

/** Of a refused request of so many operations: each where Google names it; to all where it names none. */
export function refusalsOf(error: unknown, count: number): (string | null)[] {
  const refusals = Array.from({ length: count }, (): string | null => null)
  if (error instanceof GoogleAdsError && count > 1)
    for (const detail of error.details) {
      const path = detail.location?.fieldPathElements ?? []
      const index = path.find(({ fieldName }) => fieldName === 'mutate_operations')?.index
      if (index !== undefined && index < count) refusals[index] = refusalOf(detail)
    }
  return refusals.some(Boolean) ? refusals : refusals.map(() => refusalText(error))
}

export async function failingInSpanish<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw changeFailure(error)
  }
}

/** A failure of a change as the user may read it; what is our own fault comes back as it is. */
export function changeFailure(error: unknown): unknown {
  if (error instanceof GrantRevoked)
    return new AppError(
      'needs_reauth',
      'Google ha retirado el permiso. Conecta la cuenta otra vez.',
      { cause: error },
    )
  if (error instanceof OperationsSpent || isDailyQuota(error))
    return new AppError(
      'unavailable',
      `Se ha agotado el cupo diario de operaciones de Google Ads. Vuelve a intentarlo ${whenText(error.retryAfterMs)}.`,
      { cause: error },
    )
  if (error instanceof GoogleAdsError && error.httpStatus === 429)
    return new AppError('unavailable', 'Google Ads pide esperar un momento. Inténtalo de nuevo.', {
      cause: error,
    })
  const refusal = refusalText(error)
  if (refusal) return new AppError('unprocessable', refusal, { cause: error })
  return noAnswerFailure(error) ?? error
}

/** What Google has not answered, or by a failure of its own; null for anything else. */
export function noAnswerFailure(error: unknown): AppError | null {
  const how =
    error instanceof NoAnswer
      ? 'Google no responde'
      : error instanceof GoogleAdsError && 'Google Ads no ha respondido como esperábamos'
  if (!how) return null
  const message = `${how}. Inténtalo de nuevo en unos minutos.`
  return new AppError('vendor_failed', message, { cause: error })
}

function whenText(afterMs: number | undefined): string {
  if (afterMs === undefined) return 'mañana'
  return `dentro de ${plural(Math.ceil(afterMs / 3_600_000), 'hora', 'horas')}`
}
