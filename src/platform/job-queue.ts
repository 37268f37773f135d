import { randomUUID } from 'node:crypto'
import { and, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { LANES, type Lane } from '#shared/job-kind.ts'
import type { Context } from './context.ts'
import { notice } from './db/notices.ts'
import { jobs } from './db/schema/work.ts'

/** The table of jobs as workers see it: claimed with a lease, kept, settled, handed back. */

const LEASE_MS = 60_000

export type ClaimedJob = {
  id: string
  kind: string
  payload: unknown
  attempts: number
  maxAttempts: number
  lane: Lane
  leaseToken: string
}

/** What a worker takes on: kinds it knows, from the most urgent lane (or `highest`) down to `lowest`. */
export type Takes = { kinds: readonly string[]; lowest: Lane; highest?: Lane }

/** The next due job, of a user who has none under way where there is one; null when none is due. */
export async function claim(ctx: Context, takes: Takes): Promise<ClaimedJob | null> {
  // However many wait: until then a dead worker's job keeps its user's others back, too.
  await freeExpired(ctx, takes)
  return (await claimWhere(ctx, takes, IS_ALONE)) ?? (await claimWhere(ctx, takes))
}

/** Not done yet, and its last try failed. */
export const IS_TRIED_AGAIN = sql`(${jobs.status} in ('waiting', 'running')
  and ${jobs.attempts} > 0 and ${jobs.lastProblem} is not null)`

/** Nothing of the same user and lane is under way: a long list of one user leaves workers to the others. */
const IS_ALONE = sql`not exists (
  select 1 from jobs busy
  where busy.tenant = jobs.tenant and busy.lane = jobs.lane and busy.status = 'running')`

async function claimWhere(ctx: Context, takes: Takes, also?: SQL): Promise<ClaimedJob | null> {
  const now = ctx.clock.now()
  const leaseToken = randomUUID()
  const due = ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.status, 'waiting'), lte(jobs.runAt, now), isTaken(takes), also))
    .orderBy(jobs.lane, jobs.turn, jobs.runAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [job] = await ctx.db
    .update(jobs)
    .set({
      status: 'running',
      attempts: sql`${jobs.attempts} + 1`,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      leaseToken,
    })
    // Not 'in', whose query may be run again for each row of the table: it would take one more job each time, which nothing runs.
    .where(sql`${jobs.id} = ${due}`)
    .returning({
      id: jobs.id,
      kind: jobs.kind,
      payload: jobs.payload,
      attempts: jobs.attempts,
      maxAttempts: jobs.maxAttempts,
      lane: jobs.lane,
    })
  return job ? { ...job, lane: LANES[job.lane] ?? 'nightly', leaseToken } : null
}

function isTaken({ kinds, lowest, highest = 'urgent' }: Takes): SQL | undefined {
  const [from, to] = [LANES.indexOf(highest), LANES.indexOf(lowest)]
  return and(inArray(jobs.kind, [...kinds]), lte(jobs.lane, to), gte(jobs.lane, from))
}

/** As if it had failed: said of a job whose process or thread ended under it. */
export const DIED = 'the process died while it ran'
/** The first time chance; after that it may be what kills, and its neighbours with it. Doubles from 30 s to an hour. */
const afterDeath = (now: Date) => sql`case when ${jobs.attempts} < 2 then ${jobs.runAt}
  else ${now.toISOString()}::timestamptz
    + least(3600, 15 * power(2, least(${jobs.attempts}, 10) - 1)) * interval '1 second' end`
const freed = (now: Date) => ({
  status: 'waiting' as const,
  runAt: afterDeath(now),
  lastProblem: DIED,
  leaseUntil: null,
  leaseToken: null,
})

/** Jobs whose worker has died wait again, unless it is just about to commit. */
async function freeExpired(ctx: Context, takes: Takes): Promise<void> {
  const expired = ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.status, 'running'), lt(jobs.leaseUntil, ctx.clock.now()), isTaken(takes)))
    .for('update', { skipLocked: true })
  await ctx.db.update(jobs).set(freed(ctx.clock.now())).where(inArray(jobs.id, expired))
}

/** Milliseconds until something of these may be due, or a dead worker's lease ends; null when nothing waits. */
export async function nextDueInMs(ctx: Context, takes: Takes): Promise<number | null> {
  const first = (
    status: 'waiting' | 'running',
    column: typeof jobs.runAt | typeof jobs.leaseUntil,
  ) =>
    ctx.db
      .select({ at: column })
      .from(jobs)
      .where(and(eq(jobs.status, status), isTaken(takes)))
      .orderBy(column)
      .limit(1)
  const [[waiting], [running]] = [
    await first('waiting', jobs.runAt),
    await first('running', jobs.leaseUntil),
  ]
  const instants = [waiting?.at, running?.at].flatMap((at) => (at ? [at.getTime()] : []))
  return instants.length > 0 ? Math.min(...instants) - ctx.clock.now().getTime() : null
}

/** Who asks from now on gets a job of its own after this one, which may have read already what they want seen. */
export async function letOthersAsk(ctx: Context, jobId: string): Promise<void> {
  await ctx.db.update(jobs).set({ uniqueKey: null }).where(eq(jobs.id, jobId))
}

/** False when another worker has taken it over. */
export async function keepLease(ctx: Context, job: ClaimedJob): Promise<boolean> {
  const kept = await ctx.db
    .update(jobs)
    .set({ leaseUntil: new Date(ctx.clock.now().getTime() + LEASE_MS) })
    .where(and(eq(jobs.id, job.id), eq(jobs.leaseToken, job.leaseToken)))
    .returning({ id: jobs.id })
  return kept.length > 0
}

export async function settle(
  ctx: Context,
  job: ClaimedJob,
  values: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  const held = ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, job.id), eq(jobs.leaseToken, job.leaseToken)))
    .for('update')
  await ctx.db
    .update(jobs)
    .set({ ...values, leaseUntil: null, leaseToken: null })
    .where(inArray(jobs.id, held))
    .returning({
      told: sql<string>`case when ${jobs.status} = 'waiting'
      then ${notice('jobs', sql`${jobs.lane}`)} end`,
    })
}

/** Of a worker that ends: others may begin them at once, and the try does not count. */
export async function handBack(ctx: Context, held: readonly ClaimedJob[]): Promise<void> {
  for (const job of held)
    await settle(ctx, job, {
      status: 'waiting',
      runAt: ctx.clock.now(),
      attempts: job.attempts - 1,
    })
}

/** A process that holds the only database alone frees what its predecessor was killed with. */
export async function freeAbandonedJobs(ctx: Context): Promise<void> {
  await ctx.db.update(jobs).set(freed(ctx.clock.now())).where(eq(jobs.status, 'running'))
}

const DAY_MS = 86_400_000
const KEPT_DAYS = { done: 7, ended: 30 }
const FORGOTTEN_AT_ONCE = 5_000

/** What is over and of no more interest: its rows hold texts of mails, and slow every search for what is due. */
export async function forgetOldJobs(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS)
  const old = ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      or(
        and(eq(jobs.status, 'done'), lt(jobs.runAt, before(KEPT_DAYS.done))),
        and(inArray(jobs.status, ['failed', 'cancelled']), lt(jobs.runAt, before(KEPT_DAYS.ended))),
      ),
    )
    .limit(FORGOTTEN_AT_ONCE)
  await ctx.db.delete(jobs).where(inArray(jobs.id, old))
}
