import { randomUUID } from 'node:crypto'
import type { CallerContext } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import {
  type LoggedStep,
  logSteps,
  operationsOf,
  type Sent,
  type SettledSteps,
  type Step,
  type StepResult,
} from './change-log.ts'
import { doorOf } from './doors.ts'
import { assertMayChange } from './limits.ts'
import { targetOf } from './operations.ts'
import type { CheckedStep } from './plan-steps.ts'
import { namedTarget } from './read-back.ts'
import { readTargets } from './read-entities.ts'
import { NOT_MADE, rehearse, send } from './send.ts'

/** Sends steps that the log tells of: those of a plan that can be made, in its order. */
export async function makeSteps(
  ads: AccountAds,
  steps: readonly Pick<CheckedStep, 'summary' | 'refusal'>[],
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

/**
 * One change that its feature has planned itself: rehearsed, logged, sent. Throws AppError: unprocessable (refused in the
 * rehearsal), vendor_failed, needs_reauth, unavailable, read_only or conflict (the account's own limits).
 */
export async function makeChange(
  ctx: CallerContext,
  ads: AccountAds,
  kind: string,
  step: Step,
): Promise<SettledSteps> {
  const { customerId } = ads.account
  await assertMayChange(ctx, customerId, 1)
  const [refusal] = await rehearse(ads, [step.operation])
  if (refusal) throw new AppError('unprocessable', refusal)
  const rows = await logSteps(ctx, customerId, [step], { kind, applicationId: randomUUID() })
  return await makeSteps(ads, [{ ...step, refusal: null }], rows)
}

/** Throws the reason where nothing at all was made: vendor_failed after silence, else what Google refuses. */
export function assertMade({ results, error }: SettledSteps): void {
  if (error) throw error
  if (results.length === 0 || results.some(({ outcome }) => outcome !== 'failed')) return
  const message = results.find((one) => one.message !== null)?.message ?? ''
  const wasSilent = results.some((one) => one.message === NOT_MADE)
  throw new AppError(wasSilent ? 'vendor_failed' : 'unprocessable', message)
}

/** The same of one change, of which it must be known. */
export function assertOneMade(settled: SettledSteps): void {
  assertMade(settled)
  if (settled.results[0]?.outcome === 'unknown') throw new AppError('vendor_failed', NOT_KNOWN)
}

const NOT_KNOWN =
  'Google Ads no responde y no sabemos si el cambio se ha hecho. Sincroniza la cuenta antes de repetirlo.'
