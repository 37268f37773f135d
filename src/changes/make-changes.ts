import type { CallerContext, Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { RecommendationAct } from '#platform/google-ads/client.ts'
import { AppError } from '#shared/app-error.ts'
import {
  asSteps,
  type LoggedChange,
  type LoggedStep,
  logChanges,
  type StepAfter,
  updateChange,
} from './change-log.ts'
import { assertMayChange } from './limits.ts'
import { areLinked, type Operation } from './operations.ts'
import type { PlannedStep } from './plan-steps.ts'
import { readAfterImages } from './read-back.ts'
import { rehearse, type Sent, sendOne, sendOperations } from './send.ts'

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
  const find = () => kind.find(ads, row)
  const { sent, error } = await sendOne(ads, { operation, act, find })
  const { outcome, resourceName, requestId, message } = sent
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

/**
 * Makes steps that were planned and rehearsed: logged, sent, settled. `finish` writes what the caller keeps of them, in
 * one transaction with the log. Throws, after that, when the whole request failed.
 */
export async function makeSteps<T>(
  ctx: CallerContext,
  ads: AccountAds,
  change: {
    kind: string
    recommendationId: string
    applicationId: string
    steps: readonly PlannedStep[]
  },
  finish: (ctx: Context, outcomes: readonly Sent[]) => Promise<T>,
): Promise<T> {
  const operations = change.steps.map(({ operation }) => operation)
  const rows = await logSteps(ctx, ads.account.customerId, change, operations)
  const { outcomes, error } = await sendOperations(ads, operations)
  const steps = rows.map((row, i) => ({ row, sent: outcomes[i]! }))
  const result = await settleSteps(ctx, ads, steps, (ctx) => finish(ctx, outcomes))
  if (error) throw error
  return result
}

async function logSteps(
  ctx: CallerContext,
  customerId: number,
  { kind, recommendationId, applicationId, steps }: Parameters<typeof makeSteps>[2],
  operations: Operation[],
): Promise<LoggedStep[]> {
  const together = areLinked(operations) ? operations : null
  const rows = steps.map(({ operation, target, before, summary }, index) => ({
    customerId,
    kind,
    summary,
    recommendationId,
    before: { image: before },
    after: { applicationId, index, operation, together, image: null } satisfies StepAfter,
    resourceName: target.kind === 'create' ? null : target.resourceName,
  }))
  return asSteps(await logChanges(ctx, rows))
}

/** Writes how steps went and how their places look now, together with what the caller keeps of them. */
export async function settleSteps<T>(
  ctx: Context,
  ads: AccountAds,
  steps: readonly { row: LoggedStep; sent: Sent }[],
  finish: (ctx: Context) => Promise<T>,
): Promise<T> {
  const images = await readAfterImages(ads, steps)
  return await inTransaction(ctx, async (ctx) => {
    for (const [i, { row, sent }] of steps.entries())
      await updateChange(ctx, row, {
        outcome: sent.outcome,
        requestId: sent.requestId,
        resourceName: sent.resourceName ?? row.resourceName,
        after: { ...row.step, image: images[i] ?? null },
      })
    return await finish(ctx)
  })
}
