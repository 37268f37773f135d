import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { reportRuns, reportSchedules } from '#platform/db/schema/reports.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { enqueue } from '#platform/jobs.ts'
import { makeReport } from '../contract/endpoints.ts'
import { nextRunAt } from '../rules/periods.ts'

type Schedule = typeof reportSchedules.$inferSelect

const FILES_KEPT_MS = 30 * 86_400_000
const PLANS = ['premium', 'enterprise'] as const
/** Neither premium nor enterprise, or closed. */
const LACKS_PLAN = or(
  eq(users.isActive, false),
  isNull(users.plan),
  and(...PLANS.map((plan) => ne(users.plan, plan))),
)

/** What time brings about: schedules that are due, those whose plan ended or came back, files out of date. */
export async function enqueueDueReports(ctx: Context): Promise<void> {
  await followPlans(ctx)
  const due = await ctx.db
    .select()
    .from(reportSchedules)
    .where(
      and(isNull(reportSchedules.pausedBecause), lte(reportSchedules.nextRunAt, ctx.clock.now())),
    )
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

/** A plan that lacks them pauses schedules; back again, it lets them go on from their next time. */
async function followPlans(ctx: Context): Promise<void> {
  const without = ctx.db.select({ id: users.id }).from(users).where(LACKS_PLAN)
  await ctx.db
    .update(reportSchedules)
    .set({ pausedBecause: 'plan' })
    .where(and(isNull(reportSchedules.pausedBecause), inArray(reportSchedules.userId, without)))
  const back = await ctx.db
    .select({ schedule: reportSchedules })
    .from(reportSchedules)
    .innerJoin(users, eq(users.id, reportSchedules.userId))
    .where(and(eq(reportSchedules.pausedBecause, 'plan'), sql`not coalesce(${LACKS_PLAN}, true)`))
  for (const { schedule } of back)
    await ctx.db
      .update(reportSchedules)
      .set({ pausedBecause: null, nextRunAt: nextRunAt(schedule.frequency, ctx.clock.now()) })
      .where(and(eq(reportSchedules.userId, schedule.userId), eq(reportSchedules.id, schedule.id)))
}

async function forgetOldFiles(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FILES_KEPT_MS)
  await ctx.db.delete(reportRuns).where(lt(reportRuns.dueAt, before))
}
