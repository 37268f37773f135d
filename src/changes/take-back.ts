import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import {
  type LoggedChange,
  type LoggedStep,
  operationsOf,
  type SettledSteps,
  type StepResult,
} from './change-log.ts'
import { doorOf } from './doors.ts'
import { REMOVED } from './google-history.ts'
import { areTogether, type Operation } from './operations.ts'
import { send } from './send.ts'

/** Steps that were made and not taken back since. */
export function standing(steps: readonly LoggedStep[]): LoggedStep[] {
  return steps.filter(({ outcome, undoneAt }) => outcome === 'done' && undoneAt === null)
}

/** How a step is taken back: not where something objects, and not again where it is as before. */
type PlannedUndoing = { row: LoggedStep; objection: string | null; operation: Operation | null }

/** `objections`: why each should stay as it is, in Spanish; without them all are taken back. */
export async function planUndoing(
  ads: AccountAds,
  steps: readonly LoggedStep[],
  objections: readonly (string | null)[] = [],
): Promise<PlannedUndoing[]> {
  const door = doorOf(operationsOf(steps))
  const isBack = await door.areTakenBack(ads, steps)
  const inverses = door.inverses(steps)
  const isWhole = areTogether(operationsOf(steps))
  const isCommon = (text: string | null, i: number) => text && text !== REMOVED && !isBack[i]
  const common = isWhole ? objections.find(isCommon) : null
  return steps.map((row, i) => {
    if (isBack[i]) return { row, objection: null, operation: null }
    const inverse = inverses[i] ?? null
    const objection = objections[i] ?? common ?? (inverse ? null : NO_WAY_BACK)
    return { row, objection, operation: objection ? null : inverse }
  })
}

const NO_WAY_BACK = 'Este cambio no tiene vuelta atrás.'

/** Takes steps back that the log says are about to be, the last one first. */
export async function takeBack(
  ctx: Context,
  ads: AccountAds,
  planned: readonly PlannedUndoing[],
): Promise<SettledSteps> {
  // A link is taken back before what it links.
  const able = planned.filter(({ operation }) => operation !== null).toReversed()
  const operations = operationsOf(planned.map(({ row }) => row))
  const { isOne } = doorOf(operations)
  const all = able.flatMap(({ operation }) => (operation ? [operation] : []))
  const inverses = isOne ? all.slice(0, 1) : all
  const isWhole = areTogether(operations) && !isOne
  const { outcomes, error } =
    inverses.length > 0 ? await send(ads, inverses, isWhole) : { outcomes: [], error: null }
  const undone = planned.map((one): UndoneStep => {
    const { row, objection, operation } = one
    if (operation) return { row, ...outcomes[isOne ? 0 : able.indexOf(one)]! }
    return { row, outcome: objection ? 'failed' : 'done', message: objection }
  })
  return { ...settledUndoing(ctx, undone), error }
}

type UndoneStep = Pick<StepResult, 'outcome' | 'message'> & {
  row: LoggedStep
  requestId?: string | null
}

/** What is not known to be made after silence stays open in the log, and is looked at later. */
export function settledUndoing(ctx: Context, steps: readonly UndoneStep[]): SettledSteps {
  const undoneAt = ctx.clock.now()
  const patchOf = ({ outcome, requestId }: UndoneStep): Partial<LoggedChange> => {
    if (outcome === 'done') return { undoneAt, undoSentAt: null, undoRequestId: requestId ?? null }
    return outcome === 'failed' ? { undoSentAt: null, undoneBy: null } : {}
  }
  return {
    results: steps.map(({ row: { summary }, outcome, message }) => ({ summary, outcome, message })),
    log: steps.map((step) => ({ row: step.row, patch: patchOf(step) })),
  }
}
