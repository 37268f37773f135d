import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { RecommendationAct } from '#platform/google-ads/client.ts'
import { type AdsErrorDetail, GoogleAdsError, NoAnswer } from '#platform/google-ads/errors.ts'
import { changeFailure, refusalText } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'
import { areTogether, type Operation, targetOf } from './operations.ts'
import { lookAgain } from './read-back.ts'

export type Sent = {
  /** 'unknown': Google does not say, and it could not be looked up. */
  outcome: 'done' | 'failed' | 'unknown'
  resourceName: string | null
  requestId: string | null
  /** Spanish; null when it went well. */
  message: string | null
}

/** `error` is set when the whole request failed, as the user may read it. */
export type Answer = { outcomes: Sent[]; error: unknown }

/** Google's refusals by operation, in Spanish, without doing anything; null where it would accept. */
export async function rehearse(
  ads: AccountAds,
  operations: readonly Operation[],
  isWhole = areTogether(operations),
): Promise<(string | null)[]> {
  if (operations.length === 0) return []
  try {
    const { failed } = await ads.mutate(operations, {
      validateOnly: true,
      partialFailure: !isWhole,
    })
    return operations.map((_, i) => textOf(failed.get(i)))
  } catch (error) {
    if (!refusalText(error)) throw changeFailure(error)
    return refusalsOf(error as GoogleAdsError, operations.length)
  }
}

/**
 * Sends operations once; `isWhole`: all of them or none. What Google leaves open (silence, a failure of its own) is
 * looked up, never repeated.
 */
export async function sendOperations(
  ads: AccountAds,
  operations: readonly Operation[],
  isWhole = areTogether(operations),
): Promise<Answer> {
  return await sendOnce(operations.length, {
    send: async () => {
      const options = { partialFailure: !isWhole }
      const { failed, results, requestId } = await ads.mutate(operations, options)
      return operations.map((operation, i) => {
        const detail = failed.get(i)
        if (detail && !isAlreadyGone(operation, detail)) return refused(textOf(detail), requestId)
        const name = resourceNameOf(results[i]) || targetOf(operation).resourceName
        return made(name ?? '', requestId)
      })
    },
    lookAgain: () => lookAgain(ads, operations),
  })
}

/** One change alone; `act`: on one of Google's own recommendations. `find`: its resource, if Google has made it. */
export async function sendOne(
  ads: AccountAds,
  change: {
    operation: object
    act: RecommendationAct | undefined
    find: () => Promise<string | null>
  },
): Promise<{ sent: Sent; error: unknown }> {
  const { operation, act, find } = change
  const { outcomes, error } = await sendOnce(1, {
    send: async () => {
      const { results, requestId } = act
        ? await ads.actOnRecommendation(act, operation)
        : await ads.mutate([operation])
      return [made(resourceNameOf(results[0]), requestId)]
    },
    lookAgain: async () => [await find()],
  })
  return { sent: outcomes[0]!, error }
}

async function sendOnce(
  count: number,
  ways: { send: () => Promise<Sent[]>; lookAgain: () => Promise<(string | null)[]> },
): Promise<Answer> {
  try {
    return { outcomes: await ways.send(), error: null }
  } catch (error) {
    if (mayBeDone(error)) return { outcomes: await lookUp(count, ways.lookAgain), error: null }
    const readable = changeFailure(error)
    const text = readable instanceof AppError ? readable.message : null
    const refusals =
      error instanceof GoogleAdsError ? refusalsOf(error, count) : Array(count).fill(null)
    return { outcomes: refusals.map((refusal) => refused(refusal ?? text)), error: readable }
  }
}

/** A refusal comes before anything is written; silence and a failure inside Google may come after. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof GoogleAdsError && error.httpStatus >= 500)
}

/** Google was silent, and what was asked is not there. */
export const NOT_MADE =
  'Google Ads no ha respondido y el cambio no se ha hecho. Puedes intentarlo de nuevo.'
const NOT_KNOWN =
  'Google Ads no responde y no sabemos si el cambio se ha hecho. Lo comprobaremos en unos minutos.'

async function lookUp(count: number, lookAgain: () => Promise<(string | null)[]>): Promise<Sent[]> {
  try {
    return (await lookAgain()).map((name) => (name ? made(name) : refused(NOT_MADE)))
  } catch {
    const unknown = { outcome: 'unknown', resourceName: null, requestId: null } as const
    return Array.from({ length: count }, () => ({ ...unknown, message: NOT_KNOWN }))
  }
}

function made(resourceName: string, requestId?: string): Sent {
  return { outcome: 'done', resourceName, requestId: requestId ?? null, message: null }
}

function refused(message: string | null, requestId?: string): Sent {
  return {
    outcome: 'failed',
    resourceName: null,
    requestId: requestId ?? null,
    message: message ?? REFUSED,
  }
}

const REFUSED = 'Google Ads no admite este cambio.'

/** The answer names the kind of its result, `{adGroupCriterionResult: {resourceName}}`, or is bare. */
function resourceNameOf(result: object | undefined): string {
  const [inner] = Object.values(result ?? {}) as (string | { resourceName?: string })[]
  return typeof inner === 'string' ? inner : (inner?.resourceName ?? '')
}

const GONE = ['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE']

/** What was to be taken back is no longer there. */
export function isGone(error: unknown): boolean {
  const { codes } = error as { codes?: readonly string[] }
  return codes?.some((code) => GONE.includes(code)) ?? false
}

function isAlreadyGone(operation: Operation, { errorCode = {} }: AdsErrorDetail): boolean {
  return targetOf(operation).kind === 'remove' && isGone({ codes: Object.values(errorCode) })
}

/** Why Google refuses one operation, in Spanish; null where it does not. */
function textOf(detail: AdsErrorDetail | undefined): string | null {
  if (!detail) return null
  const error = new GoogleAdsError(detail.message, { httpStatus: 400, details: [detail] })
  return refusalText(error) ?? REFUSED
}

/** Each where Google names it; to all where it names none. */
function refusalsOf(error: GoogleAdsError, count: number): (string | null)[] {
  const refusals = Array.from({ length: count }, (): string | null => null)
  if (count > 1)
    for (const detail of error.details) {
      const path = detail.location?.fieldPathElements ?? []
      const index = path.find(({ fieldName }) => fieldName === 'mutate_operations')?.index
      if (index !== undefined && index < count) refusals[index] = textOf(detail)
    }
  return refusals.some(Boolean) ? refusals : refusals.map(() => refusalText(error))
}
