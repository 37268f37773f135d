import type { CallerContext, Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { RecommendationAct } from '#platform/google-ads/client.ts'
import { AppError } from '#shared/app-error.ts'
import type { Card } from './card-words.ts'
import {
  type LoggedChange,
  logChanges,
  logSteps,
  type SettledSteps,
  type StepResult,
  updateChange,
} from './change-log.ts'
import { assertMayChange } from './limits.ts'
import type { Operation } from './operations.ts'
import { checkSteps, refusalOf, stoppingRefusals } from './plan-steps.ts'
import { logOf } from './read-back.ts'
import { rehearse, send } from './send.ts'

/** What a feature knows of its kinds of change. Safe to repeat: it may be unknown whether a change was made. */
export type ChangeKind = {
  kinds: readonly string[]
  /** The resource if Google has made the change, null if it has not. */
  find: (ads: AccountAds, change: LoggedChange) => Promise<string | null>
  /** Makes our tables say the same; in one transaction with the log. */
  made: (ctx: Context, change: LoggedChange, resourceName: string) => Promise<void>
  /** The same once it is taken back, of changes that `takeBack` takes back. */
  undone?: (ctx: Context, change: LoggedChange) => Promise<void>
}

/** One operation on a client's account, and what the log says about it. */
export type PlannedChange = Pick<LoggedChange, 'kind' | 'summary' | 'before' | 'after'> & {
  operation: object
  /** The operation is about one of Google's own recommendations, which cannot be rehearsed. */
  act?: RecommendationAct
}

/**
 * Makes one change: rehearsed, logged, sent, settled. Throws AppError: unprocessable (refused, with the reason),
 * vendor_failed, needs_reauth, unavailable, read_only or conflict (the account's own limits).
 */
export async function makeChange(
  ctx: CallerContext,
  ads: AccountAds,
  plan: PlannedChange,
  kind: ChangeKind,
): Promise<LoggedChange> {
  const { operation, act, ...change } = plan
  const { customerId } = ads.account
  await assertMayChange(ctx, customerId, 1)
  if (!act) {
    const [refusal] = await rehearse(ads, [operation as Operation], true)
    if (refusal) throw new AppError('unprocessable', refusal)
  }
  const [row] = (await logChanges(ctx, [{ customerId, ...change }])) as [LoggedChange]
  const { outcomes, error } = await send(ads, [operation as Operation], {
    isWhole: true,
    act,
    find: async () => [await kind.find(ads, row)],
  })
  const { outcome, resourceName, requestId, message } = outcomes[0]!
  if (outcome === 'done')
    return await inTransaction(ctx, async (ctx) => {
      await kind.made(ctx, row, resourceName ?? '')
      return await updateChange(ctx, row, { outcome, resourceName, requestId })
    })
  await updateChange(ctx, row, { outcome })
  throw (
    error ?? new AppError('vendor_failed', (outcome === 'unknown' ? null : message) ?? NOT_KNOWN)
  )
}

const NOT_KNOWN =
  'Google Ads no responde y no sabemos si el cambio se ha hecho. Sincroniza la cuenta antes de repetirlo.'

/** `error`: the whole request failed, as the user may read it; to be thrown once the rest is written. */
export type MadeSteps = SettledSteps & { error: unknown }

/**
 * Makes steps: planned, rehearsed, logged, sent. Throws read_only, conflict or unprocessable when none of them can be
 * made, and then nothing was sent.
 */
export async function makeSteps(
  ctx: CallerContext,
  ads: AccountAds,
  operations: readonly Operation[],
  of: { card: Card; kind: string; recommendationId: string; applicationId: string },
): Promise<MadeSteps> {
  await assertMayChange(ctx, ads.account.customerId, operations.length)
  const steps = await checkSteps(ctx, ads, operations, of.card)
  const [refusal] = stoppingRefusals(steps)
  if (refusal !== undefined) {
    const hasConflict = steps.some(({ conflicts }) => conflicts.some(({ blocking }) => blocking))
    throw new AppError(hasConflict ? 'conflict' : 'unprocessable', refusal)
  }
  const able = steps.filter((step) => refusalOf(step) === null)
  const rows = await logSteps(ctx, ads.account.customerId, able, of)
  const { outcomes, error } = await send(
    ads,
    able.map(({ operation }) => operation),
  )
  const results = steps.map((step): StepResult => {
    const refused = { outcome: 'failed' as const, message: refusalOf(step) }
    const { outcome, message } = outcomes[able.indexOf(step)] ?? refused
    return { summary: step.summary, outcome, message }
  })
  const sent = rows.map((row, i) => ({ row, sent: outcomes[i]! }))
  return { results, log: await logOf(ads, sent), error }
}
