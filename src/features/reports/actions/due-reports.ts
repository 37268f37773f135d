import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, lte } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { reportRuns, reportSchedules } from '#platform/db/schema/reports.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { enqueue } from '#platform/jobs.ts'
import { makeReport } from '../contract/endpoints.ts'
import { nextRunAt } from '../rules/periods.ts'
import { followCauses } from './follow-causes.ts'
import { settleStranded } from './settle-delivery.ts'

type Schedule = typeof reportSchedules.$inferSelect

const FILES_KEPT_MS = 30 * 86_400_000

/** What time brings about: schedules that are due, those that lose or get back what they need, mails left behind, files out of date. */
export async function enqueueDueReports(ctx: Context): Promise<void> {
  await followCauses(ctx)
  const due = await ctx.db
    .select()
    .from(reportSchedules)
    .where(
      and(isNull(reportSchedules.pausedBecause), lte(reportSchedules.nextRunAt, ctx.clock.now())),
    )
  await settleStranded(ctx)
  await forgetOldFiles(ctx)
  await eachApart(due, (schedule) => enqueueRun(ctx, schedule))
}

/** Run and next time in one transaction: two processes at once make one run, and a missed month is not made up for. */
async function enqueueRun(ctx: Context, schedule: Schedule): Promise<void> {
  const { userId, id: scheduleId, nextRunAt: dueAt, frequency } = schedule
  await inTransaction(ctx, async (ctx) => {
    const runId = randomUUID()
    const made = await ctx.db
      .insert(reportRuns)
      .values({ userId, id: runId, scheduleId, dueAt, status: 'waiting' })
      .onConflictDoNothing()
      .returning({ id: reportRuns.id })
    await ctx.db
      .update(reportSchedules)
      .set({ nextRunAt: nextRunAt(frequency, ctx.clock.now()) })
      .where(
        and(
          eq(reportSchedules.userId, userId),
          eq(reportSchedules.id, scheduleId),
          eq(reportSchedules.nextRunAt, dueAt),
        ),
      )
    if (made.length > 0) await enqueue(ctx, makeReport, { userId, runId })
  })
}

async function forgetOldFiles(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FILES_KEPT_MS)
  await ctx.db.delete(reportRuns).where(lt(reportRuns.dueAt, before))
}
