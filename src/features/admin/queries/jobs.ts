import { and, desc, eq, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { IS_TRIED_AGAIN } from '#platform/job-queue.ts'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { LANES } from '#shared/job-kind.ts'
import type { listJobs as contract } from '../contract/jobs.ts'

const JOBS_AT_ONCE = 100

/** What the product has to do: how many of each lane and state, and the newest of those asked for. */
export async function listJobs(
  ctx: CallerContext,
  { lane, state }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const counts = await ctx.db
    .select({
      lane: jobs.lane,
      state: jobs.status,
      count: sql<number>`count(*)::int`,
      retrying: sql<number>`(count(*) filter (where ${IS_TRIED_AGAIN}))::int`,
    })
    .from(jobs)
    .groupBy(jobs.lane, jobs.status)
    .orderBy(jobs.lane, jobs.status)
  const rows = await ctx.db
    .select({ job: jobs, userEmail: users.email, account: adAccounts.googleCustomerId })
    .from(jobs)
    .leftJoin(users, sql`${users.id}::text = ${jobs.tenant}`)
    .leftJoin(adAccounts, sql`${adAccounts.customerId}::text = ${jobs.payload} ->> 'customerId'`)
    .where(
      and(
        lane === undefined ? undefined : eq(jobs.lane, LANES.indexOf(lane)),
        state === undefined ? undefined : eq(jobs.status, state),
      ),
    )
    .orderBy(desc(sql`coalesce(${jobs.finishedAt}, ${jobs.createdAt})`), jobs.id)
    .limit(JOBS_AT_ONCE)
  return {
    counts: counts.map((one) => ({ ...one, lane: laneOf(one.lane) })),
    jobs: rows.map(({ job, userEmail, account }) => ({
      id: job.id,
      kind: job.kind,
      lane: laneOf(job.lane),
      state: job.status,
      userEmail,
      account,
      attempts: job.attempts,
      maxAttempts: job.maxAttempts,
      problem: job.lastProblem,
      createdAt: job.createdAt.toISOString(),
      runAt: job.runAt.toISOString(),
      finishedAt: job.finishedAt?.toISOString() ?? null,
    })),
  }
}

function laneOf(place: number): (typeof LANES)[number] {
  return LANES[place] ?? 'nightly'
}
