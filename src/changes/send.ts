import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { GoogleAdsError, NoAnswer } from '#platform/google-ads/errors.ts'
import { changeFailure, refusalsOf, refusalText } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'
import { made, refused, type Sent } from './change-log.ts'
import { doorOf } from './doors.ts'
import { areTogether, type Operation } from './operations.ts'

/** Google's refusals by operation, in Spanish, without doing anything; null where it would accept. */
export async function rehearse(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<(string | null)[]> {
  if (operations.length === 0) return []
  try {
    return await doorOf(operations).rehearse(ads, operations)
  } catch (error) {
    if (!refusalText(error)) throw changeFailure(error)
    return refusalsOf(error, operations.length)
  }
}

/** Sends operations once: what Google leaves open (silence, a failure of its own) is looked up. `error`: of the whole request. */
export async function send(
  ads: AccountAds,
  operations: readonly Operation[],
  isWhole = areTogether(operations),
): Promise<{ outcomes: Sent[]; error: unknown }> {
  try {
    return { outcomes: await doorOf(operations).send(ads, operations, isWhole), error: null }
  } catch (error) {
    if (mayBeDone(error)) return { outcomes: await lookUp(ads, operations), error: null }
    const readable = changeFailure(error)
    const text = readable instanceof AppError ? readable.message : null
    const refusals = refusalsOf(error, operations.length)
    return { outcomes: refusals.map((refusal) => refused(refusal ?? text)), error: readable }
  }
}

/** A refusal comes before anything is written; silence and a failure inside Google may come after. */
function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof GoogleAdsError && error.httpStatus >= 500)
}

/** Google was silent, and what was asked is not there. */
export const NOT_MADE =
  'Google Ads no ha respondido y el cambio no se ha hecho. Puedes intentarlo de nuevo.'
const NOT_KNOWN =
  'Google Ads no responde y no sabemos si el cambio se ha hecho. Lo comprobaremos en unos minutos.'

async function lookUp(ads: AccountAds, operations: readonly Operation[]): Promise<Sent[]> {
  const door = doorOf(operations)
  try {
    const names = await door.lookAgain(ads, operations)
    if (names.includes(null)) await door.clear?.(ads, operations)
    return names.map((name) => (name ? made(name) : refused(NOT_MADE)))
  } catch {
    const unknown = { outcome: 'unknown', resourceName: null, requestId: null } as const
    return operations.map(() => ({ ...unknown, message: NOT_KNOWN }))
  }
}
