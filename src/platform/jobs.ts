import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { type JobKind, LANES, type Lane, type PayloadOf } from '#shared/job-kind.ts'
import type { Context } from './context.ts'
import { notice } from './db/notices.ts'
import { jobs } from './db/schema/work.ts'
import { errorText } from './error-text.ts'
import { jobSeconds } from './figures.ts'
import { type ClaimedJob, claim, DIED, handBack, keepLease, settle } from './job-queue.ts'

/** Thrown by a handler that knows when trying again makes sense (a vendor's retry hint). */
export class RetryLater extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number, cause?: unknown) {
    super(message, { cause })
    this.afterMs = afterMs
  }
}

/** Thrown by a handler for which no further try can help. */
export class GiveUp extends Error {}

export type RunningJob = {
  id: string
  attempt: number
  /** By the tries that it was enqueued with, of which an upgrade may have given its kind more. */
  isLast: boolean
  /** Keeps the lease while long work goes on; throws when another worker has taken over. */
  keepLease: () => Promise<void>
}

/** A job kind and what does it; made by `handle` so that the payload's type is checked. */
export type JobHandler = {
  kind: JobKind<z.ZodMiniType>
  run: (ctx: Context, payload: unknown, job: RunningJob) => Promise<void>
  died: ((ctx: Context, payload: unknown) => Promise<void>) | undefined
}

/** `died`: what is told where the process has died under each of its tries, so that `run` could tell nothing. */
export function handle<K extends JobKind<z.ZodMiniType>>(
  kind: K,
  run: (ctx: Context, payload: PayloadOf<K>, job: RunningJob) => Promise<void>,
  died?: (ctx: Context, payload: PayloadOf<K>) => Promise<void>,
): JobHandler {
  // The payload is parsed with the kind's own shape right before the call.
  return { kind, run: run as JobHandler['run'], died: died as JobHandler['died'] }
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** A third of a lease. */
const KEEP_EVERY_MS = 20_000

/**
 * Enqueues in the caller's transaction. With a `uniqueKey` an open job of the same key is kept instead, and brought
 * forward if this one is due earlier or more urgent.
 */
export async function enqueue<K extends JobKind<z.ZodMiniType>>(
  ctx: Context,
  kind: K,
  payload: z.input<K['payload']>,
  options: { uniqueKey?: string; runAt?: Date; lane?: Lane } = {},
): Promise<void> {
  const now = ctx.clock.now()
  const runAt = options.runAt ?? now
  const lane = LANES.indexOf(options.lane ?? laneOf(ctx, kind))
  const tenant = tenantOf(payload)
  const [job] = await ctx.db
    .insert(jobs)
    .values({
      id: randomUUID(),
      kind: kind.name,
      payload,
      uniqueKey: options.uniqueKey ?? null,
      lane,
      turn: sql`(select count(*) from jobs ahead where ahead.tenant = ${tenant} and ahead.lane = ${lane}
        and ahead.status in ('waiting', 'running'))`,
      tenant,
      status: 'waiting',
      runAt,
      attempts: 0,
      maxAttempts: kind.maxAttempts,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: jobs.uniqueKey,
      targetWhere: sql`status in ('waiting', 'running')`,
      set: {
        runAt: sql`least(${jobs.runAt}, excluded.run_at)`,
        lane: sql`least(${jobs.lane}, excluded.lane)`,
        turn: sql`least(${jobs.turn}, excluded.turn)`,
      },
    })
    .returning({ id: jobs.id, told: notice('jobs', sql`${jobs.lane}`) })
  // From the request that asked for it to what the job does.
  ctx.log.info({ enqueued: kind.name, jobId: job?.id }, 'job enqueued')
}

const ENQUEUED_AT_ONCE = 5_000

/** Many of a kind in few statements, due now; those of an open key are left as they are. Users take turns among them, too. */
export async function enqueueAll<K extends JobKind<z.ZodMiniType>>(
  ctx: Context,
  kind: K,
  all: readonly { payload: z.input<K['payload']>; uniqueKey: string; userId: string }[],
  lane: Lane,
): Promise<void> {
  const at = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const place = LANES.indexOf(lane)
  for (let from = 0; from < all.length; from += ENQUEUED_AT_ONCE)
    await ctx.db.execute(sql`
      insert into jobs (id, kind, payload, unique_key, lane, turn, tenant, status, run_at, attempts, max_attempts, created_at)
      select gen_random_uuid(), ${kind.name}, asked.payload, asked."uniqueKey", ${place},
        coalesce(ahead.jobs, 0) + row_number() over (partition by asked."userId") - 1,
        asked."userId", 'waiting', ${at}, 0, ${kind.maxAttempts}, ${at}
      from jsonb_to_recordset(${JSON.stringify(all.slice(from, from + ENQUEUED_AT_ONCE))}::jsonb)
        as asked(payload jsonb, "uniqueKey" text, "userId" text)
      left join (
        select tenant, count(*) as jobs from jobs
        where lane = ${place} and status in ('waiting', 'running') group by tenant
      ) ahead on ahead.tenant = asked."userId"
      on conflict (unique_key) where status in ('waiting', 'running') do nothing`)
  if (all.length > 0) await ctx.db.execute(sql`select ${notice('jobs', String(place))}`)
}

/** No user waits for what a nightly job leads to either, unless it is a mail. */
function laneOf(ctx: Context, { lane = 'asked' }: { lane?: Lane }): Lane {
  return lane === 'asked' && ctx.jobLane === 'nightly' ? 'nightly' : lane
}

/** The user whom the payload names, or to whom the account belongs that it names. */
function tenantOf(payload: unknown): SQL {
  const { userId, customerId } = payload as { userId?: string; customerId?: number }
  if (userId !== undefined) return sql`${userId}::text`
  if (customerId === undefined) return sql`null::text`
  return sql`(select user_id::text from ad_accounts where customer_id = ${customerId}::bigint)`
}

/** Claims and runs one due job; false when none is due. `held` names those under way. */
export async function runNextJob(
  ctx: Context,
  handlers: readonly JobHandler[],
  { lowest = 'nightly', held = new Set() }: { lowest?: Lane; held?: Set<ClaimedJob> } = {},
): Promise<boolean> {
  const job = await claim(ctx, { kinds: handlers.map(({ kind }) => kind.name), lowest })
  if (!job) return false
  held.add(job)
  try {
    await runClaimed(ctx, handlers.find((h) => h.kind.name === job.kind)!, job)
  } finally {
    held.delete(job)
  }
  return true
}

async function runClaimed(ctx: Context, handler: JobHandler, job: ClaimedJob): Promise<void> {
  const log = ctx.log.child({ job: job.kind, jobId: job.id, attempt: job.attempts })
  const started = performance.now()
  const observe = (outcome: string) =>
    jobSeconds.observe(
      { kind: job.kind, lane: job.lane, outcome },
      (performance.now() - started) / 1000,
    )
  const lease = watchLease(ctx, job)
  try {
    if (handler.kind.isForgotten && isDeepStrictEqual(job.payload, FORGOTTEN.payload))
      throw new GiveUp('what it was to do was forgotten when it ended')
    const payload = handler.kind.payload.parse(job.payload)
    const db = ctx.storage.underLease(job)
    const given = { ...ctx, db, log, caller: null, jobLane: job.lane, stopping: lease.stopping }
    // A try that fails is settled by the process that ran it; with one more than are allowed, it died before it could.
    if (job.attempts > job.maxAttempts) {
      await handler.died?.(given, payload)
      throw new GiveUp(DIED)
    }
    await handler.run(given, payload, {
      id: job.id,
      attempt: job.attempts,
      isLast: job.attempts >= job.maxAttempts,
      keepLease: async () => {
        if (!(await keepLease(ctx, job))) throw new GiveUp('another worker has taken this job over')
      },
    })
    const done = { status: 'done', finishedAt: ctx.clock.now(), lastProblem: null } as const
    await settle(ctx, job, { ...done, ...forgotten(handler) })
    observe('done')
    log.info({ ms: Math.round(performance.now() - started) }, 'job done')
  } catch (error) {
    if (isBrokenOff(ctx, error)) return await handBack(ctx, [job])
    observe('failed')
    await settleFailure(ctx, handler, job, error)
    log.warn({ err: error }, 'job failed')
  } finally {
    lease.end()
  }
}

/** The process stops in the middle: the job is handed back, and the try does not count. */
export function isBrokenOff({ stopping }: Context, error: unknown): boolean {
  return stopping.aborted && error instanceof RetryLater
}

/** Most jobs have no safe point at which they could say that they are alive. A lease that is lost ends the job as a stopping process does. */
function watchLease(ctx: Context, job: ClaimedJob) {
  const lost = new AbortController()
  const look = () =>
    void keepLease(ctx, job).then(
      (isKept) => isKept || lost.abort(),
      () => {},
    )
  const keeping = setInterval(look, KEEP_EVERY_MS)
  const unlisten = ctx.storage.notices.listen('jobs', (key) => {
    if (key === cancelledKey(job.id)) look()
  })
  return {
    stopping: AbortSignal.any([ctx.stopping, lost.signal]),
    end: () => {
      clearInterval(keeping)
      unlisten()
    },
  }
}

/** What is told of a job that was cancelled while it ran. */
export const cancelledKey = (jobId: string) => `cancelled ${jobId}`

/** Runs until nothing is due at the clock's present instant. */
export async function runDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<void> {
  while (await runNextJob(ctx, handlers)) {
    // Each job may have enqueued more.
  }
}

/** Each look is three statements, and beside them runs what is waited for. */
const LOOK_AGAIN_MS = 200

/** The same, and what other workers have in hand or enqueue meanwhile is done as well. */
export async function finishDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<void> {
  const names = handlers.map(({ kind }) => kind.name)
  while (await isAnyOpen(ctx, names)) {
    if (!(await runNextJob(ctx, handlers)))
      await sleep(LOOK_AGAIN_MS, undefined, { signal: ctx.stopping })
  }
}

/**
 * Asked in one statement: between two of them a job could go from waiting to running unseen. The statement sees what
 * was enqueued after this process read its clock, so what was due when it was enqueued is due.
 */
async function isAnyOpen(ctx: Context, names: readonly string[]): Promise<boolean> {
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`
  const isDue = sql`${jobs.status} = 'waiting' and ${jobs.runAt} <= greatest(${now}, ${jobs.createdAt})`
  const open = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.kind, [...names]), or(eq(jobs.status, 'running'), isDue)))
    .limit(1)
  return open.length > 0
}

const FORGOTTEN = { payload: {} }
const forgotten = ({ kind }: JobHandler) => (kind.isForgotten ? FORGOTTEN : {})

async function settleFailure(
  ctx: Context,
  handler: JobHandler,
  job: ClaimedJob,
  error: unknown,
): Promise<void> {
  const lastProblem = errorText(error).slice(0, 500)
  const now = ctx.clock.now()
  const hopeless = error instanceof GiveUp || job.attempts >= job.maxAttempts
  if (hopeless) {
    const failed = { status: 'failed', finishedAt: now, lastProblem } as const
    return await settle(ctx, job, { ...failed, ...forgotten(handler) })
  }
  const waitMs = error instanceof RetryLater ? error.afterMs : backOffMs(job.attempts, ctx.random())
  await settle(ctx, job, {
    status: 'waiting',
    runAt: new Date(now.getTime() + waitMs),
    lastProblem,
  })
}

/** Doubles from 5 s to 1 h, with half of it left to chance so that tenants do not retry in step. */
export function backOffMs(attempt: number, chance: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + chance / 2)
}
