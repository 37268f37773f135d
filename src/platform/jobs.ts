import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { JobKind, PayloadOf } from '#shared/job-kind.ts'
import type { Context } from './context.ts'
import { jobs } from './db/schema/work.ts'

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
  /** Keeps the lease while long work goes on; throws when another worker has taken over. */
  keepLease: () => Promise<void>
}

/** A job kind and what does it; made by `handle` so that the payload's type is checked. */
export type JobHandler = {
  kind: JobKind<z.ZodMiniType>
  run: (ctx: Context, payload: unknown, job: RunningJob) => Promise<void>
}

export function handle<K extends JobKind<z.ZodMiniType>>(
  kind: K,
  run: (ctx: Context, payload: PayloadOf<K>, job: RunningJob) => Promise<void>,
): JobHandler {
  // The payload is parsed with the kind's own shape right before the call.
  return { kind, run: run as JobHandler['run'] }
}

const LEASE_MS = 60_000
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * Enqueues in the caller's transaction. With a `uniqueKey` an open job of the same key is kept instead
 * (and brought forward if this one is due earlier).
 */
export async function enqueue<K extends JobKind<z.ZodMiniType>>(
  ctx: Context,
  kind: K,
  payload: z.input<K['payload']>,
  options: { uniqueKey?: string; runAt?: Date } = {},
): Promise<void> {
  const now = ctx.clock.now()
  const runAt = options.runAt ?? now
  await ctx.db
    .insert(jobs)
    .values({
      id: randomUUID(),
      kind: kind.name,
      payload,
      uniqueKey: options.uniqueKey ?? null,
      status: 'waiting',
      runAt,
      attempts: 0,
      maxAttempts: kind.maxAttempts,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: jobs.uniqueKey,
      targetWhere: sql`status in ('waiting', 'running')`,
      set: { runAt: sql`least(${jobs.runAt}, excluded.run_at)` },
    })
}

/** Claims and runs one due job; false when none is due. */
export async function runNextJob(ctx: Context, handlers: readonly JobHandler[]): Promise<boolean> {
  const job = await claim(
    ctx,
    handlers.map((h) => h.kind),
  )
  if (!job) return false
  const handler = handlers.find((h) => h.kind.name === job.kind)!
  const log = ctx.log.child({ job: job.kind, jobId: job.id, attempt: job.attempts })
  const started = performance.now()
  try {
    const payload = handler.kind.payload.parse(job.payload)
    await handler.run({ ...ctx, log, caller: null }, payload, {
      id: job.id,
      attempt: job.attempts,
      keepLease: () => keepLease(ctx, job),
    })
    await settle(ctx, job, { status: 'done', finishedAt: ctx.clock.now(), lastProblem: null })
    log.info({ ms: Math.round(performance.now() - started) }, 'job done')
  } catch (error) {
    await settleFailure(ctx, job, error)
    log.warn({ err: error }, 'job failed')
  }
  return true
}

/** Runs until nothing is due at the clock's present instant. */
export async function runDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<void> {
  while (await runNextJob(ctx, handlers)) {
    // Each job may have enqueued more.
  }
}

const LOOK_AGAIN_MS = 50

/** The same, and what other workers have in hand or enqueue meanwhile is done as well. */
export async function finishDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<void> {
  const names = handlers.map(({ kind }) => kind.name)
  while (await isAnyOpen(ctx, names)) {
    if (!(await runNextJob(ctx, handlers)))
      await sleep(LOOK_AGAIN_MS, undefined, { signal: ctx.stopping })
  }
}

/** Asked in one statement: between two of them a job could go from waiting to running unseen. */
async function isAnyOpen(ctx: Context, names: readonly string[]): Promise<boolean> {
  const isDue = sql`${jobs.status} = 'waiting' and ${jobs.runAt} <= ${ctx.clock.now().toISOString()}::timestamptz`
  const open = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.kind, [...names]), or(eq(jobs.status, 'running'), isDue)))
    .limit(1)
  return open.length > 0
}

/** A process that holds the only database alone frees what its predecessor was killed with. */
export async function freeAbandonedJobs(ctx: Context): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ status: 'waiting', leaseUntil: null, leaseToken: null })
    .where(eq(jobs.status, 'running'))
}

type ClaimedJob = {
  id: string
  kind: string
  payload: unknown
  attempts: number
  maxAttempts: number
  leaseToken: string
}

async function claim(
  ctx: Context,
  kinds: readonly JobHandler['kind'][],
): Promise<ClaimedJob | null> {
  // The empty name stands for no kind: SQL cannot sort by a constant.
  const background = ['', ...kinds.filter((kind) => kind.background).map((kind) => kind.name)]
  const now = ctx.clock.now()
  const leaseToken = randomUUID()
  const due = ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        inArray(
          jobs.kind,
          kinds.map((kind) => kind.name),
        ),
        sql`(${jobs.status} = 'waiting' and ${jobs.runAt} <= ${now.toISOString()}::timestamptz
          or ${jobs.status} = 'running' and ${jobs.leaseUntil} < ${now.toISOString()}::timestamptz)`,
      ),
    )
    .orderBy(sql`${inArray(jobs.kind, background)}`, jobs.runAt)
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
    .where(inArray(jobs.id, due))
    .returning({
      id: jobs.id,
      kind: jobs.kind,
      payload: jobs.payload,
      attempts: jobs.attempts,
      maxAttempts: jobs.maxAttempts,
    })
  return job ? { ...job, leaseToken } : null
}

async function keepLease(ctx: Context, job: ClaimedJob): Promise<void> {
  const kept = await ctx.db
    .update(jobs)
    .set({ leaseUntil: new Date(ctx.clock.now().getTime() + LEASE_MS) })
    .where(and(eq(jobs.id, job.id), eq(jobs.leaseToken, job.leaseToken)))
    .returning({ id: jobs.id })
  if (kept.length === 0) throw new GiveUp('another worker has taken this job over')
}

async function settleFailure(ctx: Context, job: ClaimedJob, error: unknown): Promise<void> {
  const lastProblem = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const now = ctx.clock.now()
  const hopeless = error instanceof GiveUp || job.attempts >= job.maxAttempts
  if (hopeless) return await settle(ctx, job, { status: 'failed', finishedAt: now, lastProblem })
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

async function settle(
  ctx: Context,
  job: ClaimedJob,
  values: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ ...values, leaseUntil: null, leaseToken: null })
    .where(and(eq(jobs.id, job.id), eq(jobs.leaseToken, job.leaseToken)))
}
