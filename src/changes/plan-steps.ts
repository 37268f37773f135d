import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import type { Card } from './card-words.ts'
import type { Step } from './change-log.ts'
import { type Conflict, conflictsOf } from './conflicts.ts'
import { faultsOf, type GateFacts } from './gate.ts'
import { areTogether, type Operation, type Target } from './operations.ts'
import { rehearse } from './send.ts'
import { type StepValue, summaryOf, valuesOf } from './step-text.ts'
import { type Around, readSurroundings } from './surroundings.ts'

/** One operation, with what Google says about its place at this moment. */
export type PlannedStep = Step & {
  target: Target
  values: StepValue[]
  conflicts: Conflict[]
}

export type CheckedStep = PlannedStep & {
  /** Google's own refusal in the dry run. */
  problem: string | null
  /** Why it is not made, in Spanish; null when it can be. */
  refusal: string | null
}

/** Nothing is changed: Google only says whether it would take it. A step that is not to be made is not rehearsed. */
export async function checkSteps(
  ctx: Context,
  ads: AccountAds,
  asked: readonly Operation[],
  card: Card,
): Promise<CheckedStep[]> {
  const { around, facts } = await readSurroundings(ctx, ads, asked, card)
  const steps = planSteps(around, facts)
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const tried = steps.filter(({ conflicts }) => isWhole || conflicts.length === 0)
  const wanted = tried.map(({ operation }) => operation)
  const problems = await rehearse(ads, wanted)
  return steps.map((step) => {
    const problem = problems[tried.indexOf(step)] ?? null
    return { ...step, problem, refusal: step.conflicts[0]?.message ?? problem }
  })
}

/** What stands in the way of each, by all that is known of it. */
function planSteps(around: readonly Around[], facts: GateFacts): PlannedStep[] {
  const targets = around.map(({ target }) => target)
  const images = around.map(({ target, found }) =>
    target.kind === 'create' ? null : (found?.image ?? null),
  )
  const faults = faultsOf(targets, images, facts)
  return around.map((one, i) => {
    const { operation, target, names } = one
    const before = images[i] ?? null
    const values = valuesOf(target, before, facts.currencyCode)
    const conflicts = conflictsOf(one, faults[i]!)
    return { operation, target, before, summary: summaryOf(target, names), values, conflicts }
  })
}

/** Only what stops all of it: what can be made is made, step by step. */
export function stoppingRefusals(steps: readonly CheckedStep[]): string[] {
  const refusals = steps.map(({ refusal }) => refusal)
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const stops = isWhole ? refusals.some(Boolean) : refusals.length > 0 && refusals.every(Boolean)
  return stops ? [...new Set(refusals.flatMap((text) => text ?? []))] : []
}

/** Throws conflict or unprocessable when none of them can be made. */
export function assertMakeable(steps: readonly CheckedStep[]): void {
  const [refusal] = stoppingRefusals(steps)
  if (refusal === undefined) return
  const hasConflict = steps.some(({ conflicts }) => conflicts.length > 0)
  throw new AppError(hasConflict ? 'conflict' : 'unprocessable', refusal)
}
