import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { raiseSyncVersion } from '#account-data/data-version.ts'
import { lockChanges } from '#account-data/lock-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { REFUSED } from '#platform/google-ads/refusals.ts'
import { personOf } from '#platform/session.ts'
import { assertMayChange } from './limits.ts'
import { type Image, type Operation, targetOf } from './operations.ts'

export type LoggedChange = typeof accountChanges.$inferSelect

/** One operation on a client's account, and what the log says about it. */
export type Step = {
  operation: Operation
  /** One Spanish line. */
  summary: string
  /** As it was before; null where there is nothing yet. */
  before: Image | null
  /** What its feature wants to find again in the log. */
  noted?: object
}

/** What the log keeps of a step to look it up, to take it back and to compare. */
export type StepAfter = {
  /** The same for all steps of one change. */
  applicationId: string
  /** Place among them, from 0. */
  index: number
  operation: Operation
  /** As read after the change; null while that is open. */
  image: Image | null
}

/** `image`: as it was before. */
export type LoggedStep = LoggedChange & { step: StepAfter; image: Image | null }

/** Before anything is sent: a process that dies from now on leaves rows that are looked up. Throws what `assertMayChange` does. */
export async function logSteps(
  ctx: CallerContext,
  customerId: number,
  steps: readonly Step[],
  of: { kind: string; applicationId: string; recommendationId?: string; firstIndex?: number },
): Promise<LoggedStep[]> {
  if (steps.length === 0) return []
  const { applicationId, firstIndex = 0, ...own } = of
  const by = { at: ctx.clock.now(), userId: personOf(ctx.caller), processId: ctx.processId }
  const common = { ...own, ...by, customerId, outcome: 'sent' as const }
  const rows = steps.map(({ operation, summary, before, noted }, place) => {
    const step: StepAfter = { applicationId, index: firstIndex + place, operation, image: null }
    const target = targetOf(operation)
    return {
      ...common,
      id: randomUUID(),
      summary,
      before: { image: before },
      after: { ...noted, ...step },
      resourceName: target.kind === 'create' ? null : target.resourceName,
    }
  })
  return await inTransaction(ctx, async (ctx) => {
    await lockChanges(ctx, customerId)
    await assertMayChange(ctx, customerId, steps.length)
    return asSteps(await ctx.db.insert(accountChanges).values(rows).returning())
  })
}

/** Before anything is taken back, for the same reason. */
export async function logUndoing(
  ctx: CallerContext,
  customerId: number,
  steps: readonly LoggedStep[],
): Promise<void> {
  const ids = steps.map(({ id }) => id)
  await ctx.db
    .update(accountChanges)
    .set({ undoSentAt: ctx.clock.now(), undoneBy: personOf(ctx.caller) })
    .where(and(eq(accountChanges.customerId, customerId), inArray(accountChanges.id, ids)))
}

/** What came of one step, in Spanish; 'unknown': Google does not say, and it could not be looked up. */
export type StepResult = {
  summary: string
  outcome: 'done' | 'failed' | 'unknown'
  /** Null when it went well. */
  message: string | null
}

/** What Google made of an operation that was sent. */
export type Sent = Omit<StepResult, 'summary'> & {
  resourceName: string | null
  requestId: string | null
}

export function made(resourceName: string, requestId: string | null = null): Sent {
  return { outcome: 'done', resourceName, requestId, message: null }
}

export function refused(message: string | null, requestId: string | null = null): Sent {
  return { outcome: 'failed', resourceName: null, requestId, message: message ?? REFUSED }
}

/** What came of making steps or taking them back, for the caller to write with what he keeps of them. */
export type SettledSteps = {
  results: StepResult[]
  log: { row: LoggedStep; patch: Partial<LoggedChange> }[]
  /** The whole request failed, as the user may read it; to be thrown once the rest is written. */
  error?: unknown
}

/** Of what was done by hand. */
export const NOTHING_SENT: SettledSteps = { results: [], log: [] }

/** Whether anything has changed at Google; then cached reads of the account are forgotten. */
export async function settleLog(
  ctx: Context,
  customerId: number,
  { results, log }: SettledSteps,
): Promise<boolean> {
  for (const { row, patch } of log)
    if (Object.keys(patch).length > 0)
      await ctx.db
        .update(accountChanges)
        .set(patch)
        .where(and(eq(accountChanges.customerId, customerId), eq(accountChanges.id, row.id)))
  if (!results.some(({ outcome }) => outcome === 'done')) return false
  await raiseSyncVersion(ctx, customerId)
  return true
}

/** In the order in which they were sent. */
export async function readSteps(
  ctx: Context,
  customerId: number,
  applicationId: string,
): Promise<LoggedStep[]> {
  const isOfChange = sql`${accountChanges.after}->>'applicationId' = ${applicationId}`
  const rows = await ctx.db
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.customerId, customerId), isOfChange))
  return asSteps(rows)
}

export const operationsOf = (steps: readonly LoggedStep[]) =>
  steps.map(({ step }) => step.operation)

export function asSteps(rows: readonly LoggedChange[]): LoggedStep[] {
  return rows
    .map((row) => ({
      ...row,
      step: row.after as StepAfter,
      image: (row.before as { image?: Image | null } | null)?.image ?? null,
    }))
    .sort((a, b) => a.step.index - b.step.index)
}
