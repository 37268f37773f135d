import type { GoogleAds } from '#platform/google-ads/client.ts'
import { type AdsErrorDetail, GoogleAdsError } from '#platform/google-ads/errors.ts'
import { changeFailure, refusalText } from '#platform/google-ads/refusals.ts'
import type { Operation } from '../rules/operations.ts'
import { areTogether, type PlannedStep } from './change-plan.ts'

export type CheckedStep = PlannedStep & {
  /** Google's own refusal in the dry run. */
  problem: string | null
}

/** A step that is not to be made anyway is not tried out. */
export async function tryOutSteps(
  ads: GoogleAds,
  googleCustomerId: string,
  steps: readonly PlannedStep[],
): Promise<CheckedStep[]> {
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const tried = isWhole ? [...steps] : steps.filter((step) => refusalOf(step) === null)
  const problems = await tryOut(
    ads,
    googleCustomerId,
    tried.map(({ operation }) => operation),
  )
  const byStep = new Map(tried.map((step, i) => [step, problems[i] ?? null]))
  return steps.map((step) => ({ ...step, problem: byStep.get(step) ?? null }))
}

/** Why a step is not made, in Spanish; null when it can be. */
export function refusalOf(step: PlannedStep & { problem?: string | null }): string | null {
  return step.conflicts.find(({ blocking }) => blocking)?.message ?? step.problem ?? null
}

/** Google's refusals by operation, in Spanish, without doing anything; null where it would accept. */
async function tryOut(
  ads: GoogleAds,
  googleCustomerId: string,
  operations: readonly Operation[],
): Promise<(string | null)[]> {
  if (operations.length === 0) return []
  try {
    const { failed } = await ads.mutate(googleCustomerId, operations, {
      validateOnly: true,
      partialFailure: !areTogether(operations),
    })
    return operations.map((_, i) => textOf(failed.get(i)))
  } catch (error) {
    if (!refusalText(error)) throw changeFailure(error)
    return refusalsOf(error as GoogleAdsError, operations.length)
  }
}

/** Why Google refuses one operation, in Spanish; null where it does not. */
export function textOf(detail: AdsErrorDetail | undefined): string | null {
  if (!detail) return null
  const error = new GoogleAdsError(detail.message, { httpStatus: 400, details: [detail] })
  return refusalText(error) ?? REFUSED
}

/** Each where Google names it; to all where it names none. */
export function refusalsOf(error: GoogleAdsError, count: number): (string | null)[] {
  const refusals = Array.from({ length: count }, (): string | null => null)
  for (const detail of error.details) {
    const path = detail.location?.fieldPathElements ?? []
    const index = path.find(({ fieldName }) => fieldName === 'mutate_operations')?.index
    if (index !== undefined && index < count) refusals[index] = textOf(detail)
  }
  return refusals.some(Boolean) ? refusals : refusals.map(() => refusalText(error))
}

export const REFUSED = 'Google Ads no admite este cambio.'
