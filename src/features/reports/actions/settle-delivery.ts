import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { reportDeliveries, reportRuns } from '#platform/db/schema/reports.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { notDeliveredLetter } from '../emails.ts'
import { DELIVERY_PROBLEMS, failedText } from '../rules/run-text.ts'
import { findRun } from './make-report.ts'
import { tellOwner } from './tell-owner.ts'

export type Delivery = { userId: string; runId: string; recipient: string }

/** The process died under each of its tries. */
export async function failDelivery(ctx: Context, ask: Delivery): Promise<void> {
  await settleDelivery(ctx, ask, { status: 'failed', problem: DELIVERY_PROBLEMS.died })
}

/** For good. The last of a run tells its owner whom the report did not reach. */
export async function settleDelivery(
  ctx: Context,
  ask: Delivery,
  values: {
    status: 'sent' | 'failed' | 'skipped'
    problem: string | null
    sentAt?: Date
  },
): Promise<void> {
  const { userId, runId } = ask
  await inTransaction(ctx, async (ctx) => {
    // One after the other, or of two at once neither would see that it is the last.
    await ctx.db
      .select({ id: reportRuns.id })
      .from(reportRuns)
      .where(and(eq(reportRuns.userId, userId), eq(reportRuns.id, runId)))
      .for('update')
    const settled = await ctx.db
      .update(reportDeliveries)
      .set(values)
      .where(and(isDelivery(ask), eq(reportDeliveries.status, 'waiting')))
      .returning({ recipient: reportDeliveries.recipient })
    if (settled.length > 0) await tellWhoMissedIt(ctx, ask)
  })
}

async function tellWhoMissedIt(ctx: Context, ask: Delivery): Promise<void> {
  const all = await ctx.db
    .select()
    .from(reportDeliveries)
    .where(and(eq(reportDeliveries.userId, ask.userId), eq(reportDeliveries.runId, ask.runId)))
  const failed = all.filter(({ status }) => status === 'failed')
  // A letter to an address that was refused would be, too.
  const isReached = failed.some(
    ({ recipient, problem }) => recipient !== 'self' || problem !== DELIVERY_PROBLEMS.refused,
  )
  const isOver = all.every(({ status }) => status !== 'waiting')
  const found = await findRun(ctx, ask)
  if (!isOver || !isReached || !found) return
  const { name } = found.schedule
  const problem = failedText(failed)
  await tellOwner(ctx, ask.userId, (userName) => notDeliveredLetter({ userName, name, problem }))
}

export function isDelivery({ userId, runId, recipient }: Delivery) {
  return and(
    eq(reportDeliveries.userId, userId),
    eq(reportDeliveries.runId, runId),
    eq(reportDeliveries.recipient, recipient),
  )
}
