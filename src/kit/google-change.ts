import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'

/**
 * Of a call for which Google is asked much: changes of many entities, a look at hundreds of accounts. The program answers within
 * 110 s (`platform/google-ads/client.ts`); what stands before it waits longer.
 */
export const GOOGLE_CHANGE = { timeoutMs: 120_000 }

/** Sent, and no answer of the program: it may have been done. A proxy that waited in vain answers for it. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const isOfProxy = error.code === 'bad_reply' && [502, 504].includes(error.status)
  return error.code === 'network' || error.code === 'timeout' || isOfProxy
}

/** The line may be fine: it was the answer that took too long. */
export function isTimeout(error: unknown): boolean {
  return isLost(error) && (error as ApiError).code !== 'network'
}

/** Google has not answered: it is neither done nor refused. */
export const OPEN = 'Todavía no se sabe si está hecho'

export const UNKNOWN =
  'No sabemos si Google lo hizo: la respuesta no llegó. Lo comprobamos y aquí se verá; no lo envíes otra vez.'

/** What became of a change that failed; `title`: where it is certain that it was not made. */
export function changeFailure(title: string, error: unknown) {
  return isLost(error)
    ? { title: OPEN, description: UNKNOWN, variant: 'warning' as const }
    : { title, description: errorText(error), variant: 'destructive' as const }
}

/** The same in the dialog that asked for it. */
export const changeFailureText = (error: unknown): string =>
  isLost(error) ? UNKNOWN : errorText(error)
