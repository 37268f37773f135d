import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { areLinked, type Image, type Operation } from './operations.ts'
import type { PlannedStep } from './plan-steps.ts'

export type LoggedChange = typeof accountChanges.$inferSelect

/** A change that was planned in several steps; what the log keeps to look one up, to take it back and to compare. */
export type StepAfter = {
  /** The same for all steps of one change. */
  applicationId: string
  /** Place among them, from 0. */
  index: number
  operation: Operation
  /** All that went with it, where they name each other's results; null for one that stands alone. */
  together: Operation[] | null
  /** As read after the change; null while that is open. */
  image: Image | null
}

/** `image`: as it was before. */
export type LoggedStep = LoggedChange & { step: StepAfter; image: Image | null }

type NewChange = Pick<LoggedChange, 'customerId' | 'kind' | 'summary' | 'before' | 'after'> &
  Partial<Pick<LoggedChange, 'recommendationId' | 'resourceName'>>

/** Before anything is sent: a process that dies from now on leaves rows that are looked up. */
export async function logChanges(
  ctx: CallerContext,
  changes: readonly NewChange[],
): Promise<LoggedChange[]> {
  const [at, userId] = [ctx.clock.now(), ctx.caller.userId]
  return await ctx.db
    .insert(accountChanges)
    .values(
      changes.map((one) => ({ ...one, id: randomUUID(), at, userId, outcome: 'sent' as const })),
    )
    .returning()
}

/** `of`: the change that they are the steps of. */
export async function logSteps(
  ctx: CallerContext,
  customerId: number,
  steps: readonly PlannedStep[],
  {
    kind,
    recommendationId,
    applicationId,
  }: { kind: string; recommendationId: string; applicationId: string },
): Promise<LoggedStep[]> {
  const operations = steps.map(({ operation }) => operation)
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

export async function updateChange(
  ctx: Context,
  { customerId, id }: Pick<LoggedChange, 'customerId' | 'id'>,
  patch: Partial<LoggedChange>,
): Promise<LoggedChange> {
  const [row] = await ctx.db
    .update(accountChanges)
    .set(patch)
    .where(and(eq(accountChanges.customerId, customerId), eq(accountChanges.id, id)))
    .returning()
  return row!
}

/** What came of one step, in Spanish; 'unknown': Google does not say, and it could not be looked up. */
export type StepResult = {
  summary: string
  outcome: 'done' | 'failed' | 'unknown'
  /** Null when it went well. */
  message: string | null
}

/** What came of making steps or taking them back, for the caller to write with what it keeps of them. */
export type SettledSteps = {
  results: StepResult[]
  log: { row: LoggedChange; patch: Partial<LoggedChange> }[]
}

/** Whether anything has changed at Google; then cached reads of the account are forgotten. */
export async function settleLog(
  ctx: Context,
  customerId: number,
  { results, log }: SettledSteps,
): Promise<boolean> {
  for (const { row, patch } of log) await updateChange(ctx, row, patch)
  if (!results.some(({ outcome }) => outcome === 'done')) return false
  await ctx.db
    .update(adAccounts)
    .set({ syncVersion: sql`${adAccounts.syncVersion} + 1` })
    .where(eq(adAccounts.customerId, customerId))
  return true
}

/** In the order in which they were sent. */
export async function readSteps(
  ctx: Context,
  customerId: number,
  applicationId: string,
): Promise<LoggedStep[]> {
  const rows = await ctx.db
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        sql`${accountChanges.after}->>'applicationId' = ${applicationId}`,
      ),
    )
  return asSteps(rows)
}

export function asSteps(rows: readonly LoggedChange[]): LoggedStep[] {
  return rows
    .map((row) => ({
      ...row,
      step: row.after as StepAfter,
      image: (row.before as { image: Image | null } | null)?.image ?? null,
    }))
    .sort((a, b) => a.step.index - b.step.index)
}
