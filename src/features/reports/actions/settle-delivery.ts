import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { reportDeliveries, reportRuns, reportSchedules } from '#platform/db/schema/reports.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { mailReport } from '../contract/endpoints.ts'
import { notDeliveredLetter } from '../emails.ts'
import { DELIVERY_PROBLEMS, failedText } from '../rules/run-text.ts'
import { tellOwner } from './tell-owner.ts'

export type Delivery = { userId: string; runId: string; recipient: string }

/** The process died under each of its tries, or no try is left. */
export async function failDelivery(ctx: Context, ask: Delivery): Promise<void> {
  await settleDelivery(ctx, ask, { status: 'failed', problem: DELIVERY_PROBLEMS.died })
}

const STRANDED_AFTER_MS = 86_400_000

/** Mails that nothing will try any more: their jobs ended without telling it. */
export async function settleStranded(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - STRANDED_AFTER_MS)
  const { userId, runId, recipient } = reportDeliveries
  const waiting = await ctx.db
    .select({ userId, runId, recipient })
    .from(reportDeliveries)
    .innerJoin(reportRuns, and(eq(reportRuns.userId, userId), eq(reportRuns.id, runId)))
    .where(and(eq(reportDeliveries.status, 'waiting'), lt(reportRuns.dueAt, before)))
  if (waiting.length === 0) return
  const open = await ctx.db
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, mailReport.name), inArray(jobs.status, ['waiting', 'running'])))
  const tried = new Set(open.map(({ payload }) => keyOf(mailReport.payload.parse(payload))))
  const stranded = waiting.filter((one) => !tried.has(keyOf(one)))
  await eachApart(stranded, (one) => failDelivery(ctx, one))
}

const keyOf = ({ runId, recipient }: Delivery) => `${runId} ${recipient}`

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
  if (all.some(({ status }) => status === 'waiting')) return
  const failed = all.filter(({ status }) => status === 'failed')
  // A letter to an address that was refused would be, too.
  const isReached = failed.some(
    ({ recipient, problem }) => recipient !== 'self' || problem !== DELIVERY_PROBLEMS.refused,
  )
  if (!isReached) return
  const { userId, id, name: scheduleName } = reportSchedules
  const [schedule] = await ctx.db
    .select({ name: scheduleName })
    .from(reportRuns)
    .innerJoin(reportSchedules, and(eq(userId, reportRuns.userId), eq(id, reportRuns.scheduleId)))
    .where(and(eq(reportRuns.userId, ask.userId), eq(reportRuns.id, ask.runId)))
  if (!schedule) return
  const { name } = schedule
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
