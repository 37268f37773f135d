import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { type AdsErrorDetail, GoogleAdsError, NoAnswer } from '#platform/google-ads/errors.ts'
import { changeFailure, refusalText } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'
import type { Sent } from './change-log.ts'
import { createdBy, isExperiment } from './experiment-operations.ts'
import { removeUnscheduled } from './experiment-state.ts'
import { areTogether, type Operation, targetOf } from './operations.ts'
import { lookAgain } from './read-back.ts'
import { performExperiment } from './send-experiment.ts'

/** `error` is set when the whole request failed, as the user may read it. */
export type Answer = { outcomes: Sent[]; error: unknown }

/** Google's refusals by operation, in Spanish, without doing anything; null where it would accept. Of an experiment its frame. */
export async function rehearse(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<(string | null)[]> {
  if (operations.length === 0 || actOf(operations)) return operations.map(() => null)
  const partialFailure = !areTogether(operations)
  try {
    if (isExperiment(operations)) {
      await ads.mutateExperiment({ create: createdBy(operations[0]!) }, { validateOnly: true })
      return operations.map(() => null)
    }
    const { failed } = await ads.mutate(operations, { validateOnly: true, partialFailure })
    return operations.map((_, i) => textOf(failed.get(i)))
  } catch (error) {
    if (!refusalText(error)) throw changeFailure(error)
    return refusalsOf(error, operations.length)
  }
}

/** Sends operations once. What Google leaves open (silence, a failure of its own) is looked up, never repeated. */
export async function send(
  ads: AccountAds,
  operations: readonly Operation[],
  isWhole = areTogether(operations),
): Promise<Answer> {
  const act = actOf(operations)
  try {
    if (isExperiment(operations)) {
      const { names, requestId } = await performExperiment(ads, operations)
      return { outcomes: names.map((name) => made(name, requestId)), error: null }
    }
    const { failed, results, requestId } = act
      ? await ads.actOnRecommendation(act.act, act.operation)
      : await ads.mutate(operations, { partialFailure: !isWhole })
    const outcomes = operations.map((operation, i) => {
      const detail = failed.get(i)
      if (detail && !isAlreadyGone(operation, detail)) return refused(textOf(detail), requestId)
      const name = resourceNameOf(results[i]) || targetOf(operation).resourceName
      return made(name ?? '', requestId)
    })
    return { outcomes, error: null }
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
  try {
    const names = await lookAgain(ads, operations)
    if (names.includes(null)) await removeUnscheduled(ads, operations)
    return names.map((name) => (name ? made(name) : refused(NOT_MADE)))
  } catch {
    const unknown = { outcome: 'unknown', resourceName: null, requestId: null } as const
    return operations.map(() => ({ ...unknown, message: NOT_KNOWN }))
  }
}

/** Google's own recommendations have a door of their own, one at a time, without a rehearsal. */
function actOf([operation = {}]: readonly Operation[]) {
  const { applyRecommendation: applied, dismissRecommendation: dismissed } = operation
  if (applied) return { act: 'apply', operation: applied } as const
  return dismissed ? ({ act: 'dismiss', operation: dismissed } as const) : null
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
function isAlreadyGone(operation: Operation, { errorCode = {} }: AdsErrorDetail): boolean {
  const isGone = Object.values(errorCode).some((code) => GONE.includes(code))
  return isGone && targetOf(operation).kind === 'remove'
}

/** Why Google refuses one operation, in Spanish; null where it does not. */
function textOf(detail: AdsErrorDetail | undefined): string | null {
  if (!detail) return null
  const error = new GoogleAdsError(detail.message, { httpStatus: 400, details: [detail] })
  return refusalText(error) ?? REFUSED
}

/** Each where Google names it; to all where it names none. */
function refusalsOf(error: unknown, count: number): (string | null)[] {
  const refusals = Array.from({ length: count }, (): string | null => null)
  if (error instanceof GoogleAdsError && count > 1)
    for (const detail of error.details) {
      const path = detail.location?.fieldPathElements ?? []
      const index = path.find(({ fieldName }) => fieldName === 'mutate_operations')?.index
      if (index !== undefined && index < count) refusals[index] = textOf(detail)
    }
  return refusals.some(Boolean) ? refusals : refusals.map(() => refusalText(error))
}
