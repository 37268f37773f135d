import { and, eq, lt, lte, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { jobKind, LANES } from '#shared/job-kind.ts'
import { isDemoPrepared, prepareDemoTenant } from './demo-tenant.ts'

const AGAIN_AFTER_MS = 5_000
/** Five minutes: where people always wait for something, its turn among the nightly jobs has to do. */
const MOST_TRIES = 60

const prepareDemo = jobKind('prepare-demo', {
  payload: z.object({ triesLeft: z.number() }),
  maxAttempts: 3,
  lane: 'nightly',
})

export const demoAheadJobs: readonly JobHandler[] = [
  handle(prepareDemo, async (ctx, { triesLeft }) => {
    if (triesLeft === 0 || !(await isPersonWaiting(ctx))) {
      await prepareDemoTenant(ctx)
      return
    }
    const runAt = new Date(ctx.clock.now().getTime() + AGAIN_AFTER_MS)
    await enqueue(ctx, prepareDemo, { triesLeft: triesLeft - 1 }, { runAt })
  }),
]

/**
 * At a start: the first visitor of /demo finds what otherwise their visit would begin. Where all is there it is no job: for one the
 * thread of jobs is begun, whose memory stays.
 */
export async function enqueueDemoAhead(ctx: Context): Promise<void> {
  if (await isDemoPrepared(ctx)) return
  await enqueue(ctx, prepareDemo, { triesLeft: MOST_TRIES }, { uniqueKey: prepareDemo.name })
}

/** For a first sync, say, which runs and then leads to more. */
async function isPersonWaiting(ctx: Context): Promise<boolean> {
  const soon = new Date(ctx.clock.now().getTime() + AGAIN_AFTER_MS)
  const isOpen = or(
    eq(jobs.status, 'running'),
    and(eq(jobs.status, 'waiting'), lte(jobs.runAt, soon)),
  )
  const asked = lt(jobs.lane, LANES.indexOf('nightly'))
  const open = await ctx.db.select({ id: jobs.id }).from(jobs).where(and(asked, isOpen)).limit(1)
  return open.length > 0
}
