import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { mayBeDone } from '#platform/google-ads/errors.ts'
import { changeFailure, refusalsOf, refusalText } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'
import {
  type LoggedStep,
  made,
  operationsOf,
  refused,
  type Sent,
  type SettledSteps,
  type StepResult,
} from './change-log.ts'
import { doorOf } from './doors.ts'
import { areTogether, type Operation, targetOf } from './operations.ts'
import { namedTarget } from './read-back.ts'
import { readTargets } from './read-entities.ts'

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

/** Sends steps that the log tells of: those of a plan that can be made, in its order. */
export async function makeSteps(
  ads: AccountAds,
  steps: readonly { summary: string; refusal: string | null }[],
  rows: readonly LoggedStep[],
): Promise<SettledSteps> {
  const { outcomes, error } = await send(ads, operationsOf(rows))
  const able = steps.filter(({ refusal }) => refusal === null)
  const results = steps.map((step): StepResult => {
    const refused = { outcome: 'failed', message: step.refusal } as const
    const { outcome, message } = outcomes[able.indexOf(step)] ?? refused
    return { summary: step.summary, outcome, message }
  })
  return { results, log: await logOf(ads, rows, outcomes), error }
}

/** `error`: of the whole request. */
type Answer = { outcomes: Sent[]; error: unknown }

/** Sends operations once: what Google leaves open (silence, a failure of its own) is looked up. */
export async function send(
  ads: AccountAds,
  operations: readonly Operation[],
  isWhole = areTogether(operations),
): Promise<Answer> {
  try {
    return { outcomes: await doorOf(operations).send(ads, operations, isWhole), error: null }
  } catch (error) {
    if (mayBeDone(error)) return await lookUp(ads, operations)
    const readable = changeFailure(error)
    const text = readable instanceof AppError ? readable.message : null
    const refusals = refusalsOf(error, operations.length)
    return { outcomes: refusals.map((refusal) => refused(refusal ?? text)), error: readable }
  }
}

const NOT_KNOWN =
  'Google Ads no ha respondido y todavía no se sabe si lo ha hecho. Lo comprobaremos en unos minutos.'
export const NOT_MADE = 'Google Ads no ha llegado a hacerlo.'

/** What is there was made. Google may still be at what is not, unless it was taken away: a job looks that up. */
async function lookUp(ads: AccountAds, operations: readonly Operation[]): Promise<Answer> {
  const unknown = { ...refused(NOT_KNOWN), outcome: 'unknown' } as const
  const door = doorOf(operations)
  const look = () => door.lookAgain(ads, operations)
  try {
    const first = await look()
    const names = first.includes(null) ? await ads.letEnd().then(look) : first
    const isCleared = names.includes(null) && (await door.clear?.(ads, operations))
    const none = isCleared ? refused(NOT_MADE) : unknown
    const error = isCleared ? new AppError('vendor_failed', NOT_MADE) : null
    return { outcomes: names.map((name) => (name ? made(name) : none)), error }
  } catch {
    return { outcomes: operations.map(() => unknown), error: null }
  }
}

/**
 * What the log says of steps that were sent: how they went, and how their places look now. Reading is no part of a
 * change: where it fails, what was wanted stands for what is there.
 */
export async function logOf(
  ads: AccountAds,
  rows: readonly LoggedStep[],
  sent: readonly Sent[],
): Promise<SettledSteps['log']> {
  const { isOne } = doorOf(operationsOf(rows))
  const targets = rows.map(({ step }, i) => {
    const target = targetOf(step.operation)
    const isThere = sent[i]!.outcome === 'done' && target.kind !== 'remove' && !isOne
    return isThere ? namedTarget(target, sent[i]!.resourceName ?? '') : null
  })
  const there = targets.filter((target) => target !== null)
  const read = await readTargets(ads, there).catch(() => [])
  return rows.map((row, i) => {
    const [target, { outcome, requestId, resourceName }] = [targets[i], sent[i]!]
    // Of a thing that was created Google knows most.
    const wanted = target && row.image && { ...row.image, ...target.wanted }
    const image = (target && read[there.indexOf(target)]?.image) ?? wanted ?? null
    const patch = { outcome, requestId, after: { ...row.step, image } }
    return { row, patch: { ...patch, resourceName: resourceName ?? row.resourceName } }
  })
}

/** Throws the reason where nothing at all was made. */
export function assertMade({ results, error }: SettledSteps): void {
  if (error) throw error
  if (results.length === 0 || results.some(({ outcome }) => outcome !== 'failed')) return
  const message = results.find((one) => one.message !== null)?.message ?? ''
  throw new AppError('unprocessable', message)
}
