import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context.ts'
import { type ClaimedJob, handBack, nextDueInMs, type Takes } from '#platform/job-queue.ts'
import { type JobHandler, runNextJob } from '#platform/jobs.ts'
import { LANES, type Lane } from '#shared/job-kind.ts'
import { jobHandlers } from './jobs.ts'

/**
 * The lowest lane each loop of a process takes: one is always free for mail and billing and one
 * more for what a user has just asked for.
 */
const LOOPS: readonly Lane[] = ['urgent', 'asked', 'nightly', 'nightly']
/** A notice wakes the worker; this is for one that was lost with its line. */
const LOOK_AGAIN_MS = 15_000
/** Something is due, and all loops are busy or have just been woken. */
const RING_AGAIN_MS = 1_000
const AFTER_FAILURE_MS = 2_000
/** Longer than a window of a sync takes to its next safe point; then others begin the job again. */
const FINISH_WITHIN_MS = 20_000

export type Worker = {
  /** Waits for the jobs under way, and hands back what does not end soon. */
  stop: () => Promise<void>
  /** Since the last job ended; 0 while one is under way. */
  idleMs: () => number
}

/** Works through the queue until stopped. */
export function startWorker(
  ctx: Context,
  handlers: readonly JobHandler[] = jobHandlers,
  { finishWithinMs = FINISH_WITHIN_MS, loops: lowestOfEach = LOOPS } = {},
): Worker {
  const stopping = new AbortController()
  const held = new Set<ClaimedJob>()
  const running = { ...ctx, stopping: AbortSignal.any([ctx.stopping, stopping.signal]) }
  const bell = new EventEmitter()
  let workedAt = performance.now()
  const worked = () => {
    workedAt = performance.now()
  }
  const loops = Promise.all([
    ...lowestOfEach.map((lowest) => workLoop(running, handlers, { lowest, held, bell, worked })),
    watchClock(running, handlers, { bell, lowest: lowestOf(lowestOfEach) }),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([loops, sleep(finishWithinMs, undefined, { ref: false })])
      if (held.size > 0) await attempt(ctx, () => handBack(ctx, [...held]))
    },
    idleMs: () => (held.size > 0 ? 0 : performance.now() - workedAt),
  }
}

type Loop = { lowest: Lane; held: Set<ClaimedJob>; bell: EventEmitter; worked: () => void }

async function workLoop(ctx: Context, handlers: readonly JobHandler[], loop: Loop): Promise<void> {
  while (!ctx.stopping.aborted) {
    // Before looking: what is enqueued from now on is heard of.
    const told = hearOfJobs(ctx, loop.bell)
    const worked = await attempt(ctx, () => runNextJob(ctx, handlers, loop))
    if (worked) loop.worked()
    if (worked === false) await told.ever
    else if (worked === undefined) await told.orAfter(AFTER_FAILURE_MS)
    told.forget()
  }
}

function lowestOf(lanes: readonly Lane[]): Lane {
  return LANES.findLast((lane) => lanes.includes(lane)) ?? 'urgent'
}

/** Rings when a job falls due; an idle process asks the database for no more than that. */
async function watchClock(
  ctx: Context,
  handlers: readonly JobHandler[],
  { bell, lowest }: Pick<Loop, 'bell' | 'lowest'>,
): Promise<void> {
  const takes: Takes = { kinds: handlers.map(({ kind }) => kind.name), lowest }
  while (!ctx.stopping.aborted) {
    const told = hearOfJobs(ctx)
    const dueInMs = await attempt(ctx, () => nextDueInMs(ctx, takes))
    const isDue = typeof dueInMs === 'number' && dueInMs <= 0
    if (isDue) bell.emit('due')
    await told.orAfter(isDue ? RING_AGAIN_MS : Math.min(LOOK_AGAIN_MS, dueInMs ?? LOOK_AGAIN_MS))
    told.forget()
  }
}

/** True once something of these is due, false when it is time to stop. */
export async function untilDue(ctx: Context, takes: Takes): Promise<boolean> {
  while (!ctx.stopping.aborted) {
    const told = hearOfJobs(ctx)
    const dueInMs = await attempt(ctx, () => nextDueInMs(ctx, takes))
    const isDue = typeof dueInMs === 'number' && dueInMs <= 0
    if (!isDue) await told.orAfter(Math.min(LOOK_AGAIN_MS, dueInMs ?? LOOK_AGAIN_MS))
    told.forget()
    if (isDue) return !ctx.stopping.aborted
  }
  return false
}

function hearOfJobs(ctx: Context, bell?: EventEmitter) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = new AbortController()
  const stop = () => resolve()
  if (ctx.stopping.aborted) stop()
  const unlisten = ctx.storage.notices.listen('jobs', stop)
  bell?.on('due', stop)
  ctx.stopping.addEventListener('abort', stop, { once: true })
  return {
    ever: promise,
    orAfter: (ms: number) =>
      Promise.race([promise, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]),
    forget: () => {
      timer.abort()
      unlisten()
      bell?.off('due', stop)
      ctx.stopping.removeEventListener('abort', stop)
    },
  }
}

/** The database may be away for a moment: say so and go on. */
async function attempt<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work(ctx)
  } catch (error) {
    ctx.log.error({ err: error }, 'worker failure')
    return undefined
  }
}
