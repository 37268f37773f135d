import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { notice } from '#platform/db/notices.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { cancelledKey } from '#platform/jobs.ts'
import { AppError } from '#shared/app-error.ts'
import { recordAction } from './audit.ts'

/** Due now, with all its tries; the last problem stays until it is done. Throws 409 where another of its kind is open. */
export async function retryJob(ctx: CallerContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const job = await lockJob(ctx, id)
    if (job.status === 'running' || job.status === 'done')
      throw new AppError('conflict', 'La tarea ya está en marcha o ha terminado.')
    if (job.status !== 'waiting' && job.uniqueKey) await refuseSecond(ctx, job.uniqueKey)
    await ctx.db
      .update(jobs)
      .set({ status: 'waiting', runAt: ctx.clock.now(), attempts: 0, finishedAt: null })
      .where(eq(jobs.id, id))
      .returning({ told: notice('jobs', sql`${jobs.lane}`) })
    await recordAction(ctx, 'retry_job', null, { job: { before: undefined, after: job.kind } })
  })
}

/** The worker that runs it is told that it has lost its lease: it ends a thread at once, else at the next safe point, and writes nothing. */
export async function cancelJob(ctx: CallerContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const job = await lockJob(ctx, id)
    if (job.status !== 'waiting' && job.status !== 'running')
      throw new AppError('conflict', 'La tarea ya ha terminado.')
    await ctx.db
      .update(jobs)
      .set({
        status: 'cancelled',
        finishedAt: ctx.clock.now(),
        leaseUntil: null,
        leaseToken: null,
      })
      .where(eq(jobs.id, id))
    await ctx.db.execute(sql`select ${notice('jobs', cancelledKey(id))}`)
    await recordAction(ctx, 'cancel_job', null, { job: { before: undefined, after: job.kind } })
  })
}

async function lockJob(ctx: CallerContext, id: string) {
  const [job] = await ctx.db.select().from(jobs).where(eq(jobs.id, id)).for('update')
  if (!job) throw new AppError('not_found', 'No existe esa tarea.')
  return job
}

async function refuseSecond(ctx: CallerContext, uniqueKey: string): Promise<void> {
  const [open] = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.uniqueKey, uniqueKey), inArray(jobs.status, ['waiting', 'running'])))
  if (open) throw new AppError('conflict', 'Ya hay otra tarea igual pendiente.')
}
