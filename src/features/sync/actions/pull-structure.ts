import type { Context } from '#platform/context.ts'
import { GiveUp } from '#platform/jobs.ts'
import { TOLD_PARTS, type Told, touchedParts } from '../rules/structure-parts.ts'
import { judgeFailure } from '../rules/sync-failures.ts'
import { todayIn } from '../rules/windows.ts'
import { pullSinceNewest } from './pull-change-events.ts'
import { pullEntities } from './pull-entities.ts'
import { Stopping, type SyncRun } from './sync-run.ts'
import { findSyncState, isLeftOver, keepReadAt, takeAsked } from './sync-state.ts'

/**
 * What the account consists of: all of it once a day, where a person asks, and where the history of changes cannot be read; else
 * what that tells of. The history comes first, so that a change in between is news to the next run.
 * `isHistoryRead`: it need not be asked again. `isAsked`: by a person.
 */
export async function pullStructure(
  ctx: Context,
  run: SyncRun,
  { mayBePart }: { mayBePart: boolean },
): Promise<{ written: number; isHistoryRead: boolean; isAsked: boolean }> {
  const { customerId } = run.account
  const wholeAt = (await findSyncState(ctx, customerId))?.structureReadAt ?? null
  const changes = await hearChanges(ctx, run, () => forgetWhole(ctx, run))
  const readAt = ctx.clock.now()
  const isAsked = (await takeAsked(ctx, customerId)) || isLeftOver(wholeAt)
  const isKnown = !isAsked && wholeAt !== null && isSameDay(run, wholeAt, readAt)
  const isPart = mayBePart && changes !== null && isKnown
  const written = await pullEntities(ctx, run, isPart ? touchedParts(changes) : new Set(TOLD_PARTS))
  await keepReadAt(ctx, customerId, isPart ? wholeAt : readAt)
  return { written, isHistoryRead: changes !== null, isAsked }
}

/** Null where Google does not answer for now: what changed is unknown then. */
async function hearChanges(
  ctx: Context,
  run: SyncRun,
  beforeNews: () => Promise<void>,
): Promise<Told[] | null> {
  try {
    return await pullSinceNewest(ctx, run, beforeNews)
  } catch (error) {
    if (error instanceof GiveUp || error instanceof Stopping || ctx.stopping.aborted) throw error
    if (judgeFailure(error, ctx.clock.now()).kind !== 'retry') throw error
    ctx.log.warn({ err: error }, 'the history of changes is unknown: the whole structure is read')
    return null
  }
}

function isSameDay({ account: { timeZone } }: SyncRun, one: Date, other: Date): boolean {
  return todayIn(timeZone, one) === todayIn(timeZone, other)
}

/** Before news are kept: who dies between their keeping and their reading leaves word that all is to be read. */
export async function forgetWhole(ctx: Context, { account }: SyncRun): Promise<void> {
  await keepReadAt(ctx, account.customerId, null)
}
