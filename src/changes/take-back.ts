import type { CallerContext, Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { failingInSpanish } from '#platform/google-ads/refusals.ts'
import {
  type LoggedChange,
  type LoggedStep,
  type SettledSteps,
  type StepResult,
  updateChange,
} from './change-log.ts'
import { readObjections } from './google-history.ts'
import { inUndoOrder, inverseOf } from './inverse.ts'
import { assertMayChange } from './limits.ts'
import type { ChangeKind } from './make-changes.ts'
import { areTogether, type Operation, targetOf } from './operations.ts'
import { areTakenBack } from './read-back.ts'
import { isGone, mayBeDone, send } from './send.ts'

/**
 * Takes one change back, which the log says before it is sent. Safe to repeat: what is gone already counts as taken
 * back. After silence it is looked for later.
 */
export async function takeBack(
  ctx: CallerContext,
  ads: AccountAds,
  change: LoggedChange,
  undo: { operation: Operation; kind: ChangeKind },
): Promise<LoggedChange> {
  await assertMayChange(ctx, change.customerId, 0)
  const undoneBy = ctx.caller.userId
  await updateChange(ctx, change, { undoSentAt: ctx.clock.now(), undoneBy })
  const undoRequestId = await failingInSpanish(async () => {
    try {
      return (await ads.mutate([undo.operation])).requestId ?? null
    } catch (error) {
      if (isGone(error)) return null
      if (!mayBeDone(error)) await updateChange(ctx, change, { undoSentAt: null, undoneBy: null })
      throw error
    }
  })
  return await inTransaction(ctx, async (ctx) => {
    await undo.kind.undone?.(ctx, change)
    const undoneAt = ctx.clock.now()
    return await updateChange(ctx, change, { undoneAt, undoneBy, undoSentAt: null, undoRequestId })
  })
}

type UndoneStep = Pick<StepResult, 'outcome' | 'message'> & {
  row: LoggedStep
  requestId: string | null
}

/** Steps that were made and not taken back since. */
export function standing(steps: readonly LoggedStep[]): LoggedStep[] {
  return steps.filter(({ outcome, undoneAt }) => outcome === 'done' && undoneAt === null)
}

/** Takes steps back, the last one first; one that was changed by other hands since is left as it is. */
export async function takeBackSteps(
  ctx: Context,
  ads: AccountAds,
  steps: readonly LoggedStep[],
  by: string,
): Promise<SettledSteps> {
  const isBack = await areTakenBack(ads, steps)
  const objections = await readObjections(ctx, ads, steps)
  const isWhole = areTogether(steps.map(({ step }) => step.operation))
  const common = isWhole ? objections.find((text, i) => text !== null && !isBack[i]) : null
  const planned = steps.map((row, i) => {
    if (isBack[i]) return { row, objection: null, operation: null }
    const inverse = inverseOf(targetOf(row.step.operation), row.image, row.resourceName ?? '')
    const objection = objections[i] ?? common ?? (inverse ? null : NO_WAY_BACK)
    return { row, objection, operation: objection ? null : inverse }
  })
  const able = inUndoOrder(planned.filter(({ operation }) => operation !== null))
  const inverses = able.flatMap(({ operation }) => (operation ? [operation] : []))
  const { outcomes, error } =
    inverses.length > 0 ? await send(ads, inverses) : { outcomes: [], error: null }
  if (error) throw error
  const undone = planned.map((one): UndoneStep => {
    const { row, objection, operation } = one
    if (operation) return { row, ...outcomes[able.indexOf(one)]! }
    return { row, outcome: objection ? 'failed' : 'done', message: objection, requestId: null }
  })
  return settledUndoing(ctx, undone, by)
}

const NO_WAY_BACK = 'Este cambio no tiene vuelta atrás.'

/** `by`: a person's id, of the one who asked for it. */
export function settledUndoing(
  ctx: Context,
  steps: readonly UndoneStep[],
  by: string,
): SettledSteps {
  const undone = { undoneAt: ctx.clock.now(), undoneBy: by }
  return {
    results: steps.map(({ row: { summary }, outcome, message }) => ({ summary, outcome, message })),
    log: steps
      .filter(({ outcome }) => outcome === 'done')
      .map(({ row, requestId: undoRequestId }) => ({ row, patch: { ...undone, undoRequestId } })),
  }
}
