import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { MutateResult } from '#platform/google-ads/change-calls.ts'
import type { AdsErrorDetail } from '#platform/google-ads/errors.ts'
import { refusalOf } from '#platform/google-ads/refusals.ts'
import { type LoggedStep, made, refused, type Sent } from './change-log.ts'
import { isExperiment } from './experiment-operations.ts'
import * as experiment from './experiment-state.ts'
import { readObjections } from './google-history.ts'
import { inverseOf } from './inverse.ts'
import { areTogether, type Operation, targetOf } from './operations.ts'
import { areTakenBack, lookAgain } from './read-back.ts'
import { performExperiment, rehearseExperiment } from './send-experiment.ts'

/** One of the ways in which Google takes changes. Each throws what the client throws. */
export type Door = {
  /** Why Google would refuse each operation, in Spanish; nothing is done. */
  rehearse: (ads: AccountAds, operations: readonly Operation[]) => Promise<(string | null)[]>
  /** `isWhole`: all of them or none. */
  send: (ads: AccountAds, operations: readonly Operation[], isWhole: boolean) => Promise<Sent[]>
  /** For each operation the resource that shows that Google has done it; null where it has not. */
  lookAgain: typeof lookAgain
  /** Removes what was begun and not brought to its end; then it never will be. */
  clear?: (ads: AccountAds, operations: readonly Operation[]) => Promise<boolean>
  areTakenBack: typeof areTakenBack
  readObjections: typeof readObjections
  /** For each step what takes it back; null where nothing does. */
  inverses: (steps: readonly LoggedStep[]) => (Operation | null)[]
  /** One thing with one end, however many steps it took to make it. */
  isOne: boolean
}

const MUTATE: Door = {
  rehearse: async (ads, operations) => {
    const partialFailure = !areTogether(operations)
    const { failed } = await ads.mutate(operations, { validateOnly: true, partialFailure })
    return operations.map((_, i) => (failed.has(i) ? refusalOf(failed.get(i)!) : null))
  },
  send: async (ads, operations, isWhole) =>
    sentOf(operations, await ads.mutate(operations, { partialFailure: !isWhole })),
  lookAgain,
  areTakenBack,
  readObjections,
  inverses: (steps) =>
    steps.map(({ step, image, resourceName }) =>
      inverseOf(targetOf(step.operation), image, resourceName ?? ''),
    ),
  isOne: false,
}

/** Google's own recommendations: one at a time, without a rehearsal. */
const ADVICE: Door = {
  ...MUTATE,
  rehearse: async () => [null],
  send: async (ads, operations) => {
    const { applyRecommendation: applied, dismissRecommendation: dismissed = {} } = operations[0]!
    const act = applied ? 'apply' : 'dismiss'
    return sentOf(operations, await ads.actOnRecommendation(act, applied ?? dismissed))
  },
}

const EXPERIMENT: Door = {
  rehearse: rehearseExperiment,
  send: performExperiment,
  lookAgain: experiment.lookAtExperiment,
  clear: experiment.removeUnscheduled,
  areTakenBack: experiment.isExperimentBack,
  readObjections: async (_, ads, steps) => {
    const objection = await experiment.objectionToUndoing(ads, steps)
    return steps.map(() => objection)
  },
  inverses: (steps) => steps.map(() => experiment.undoingOf(steps)),
  isOne: true,
}

export function doorOf(operations: readonly Operation[]): Door {
  if (isExperiment(operations)) return EXPERIMENT
  const { applyRecommendation: applied, dismissRecommendation: dismissed } = operations[0] ?? {}
  return applied || dismissed ? ADVICE : MUTATE
}

function sentOf(
  operations: readonly Operation[],
  { failed, results, requestId }: MutateResult,
): Sent[] {
  return operations.map((operation, i) => {
    const detail = failed.get(i)
    if (detail && !isAlreadyGone(operation, detail)) return refused(refusalOf(detail), requestId)
    const name = resourceNameOf(results[i]) || targetOf(operation).resourceName
    return made(name ?? '', requestId)
  })
}

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
