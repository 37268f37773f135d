// What the thread of jobs runs: the same handlers on a context of its own.
import { parentPort, workerData } from 'node:worker_threads'
import { sharedClock } from '#platform/clock.ts'
import { tellFigures } from '#platform/figures.ts'
import type { JobThreadOrder, ToldJobThread } from './job-thread.ts'
import { jobHandlers } from './jobs.ts'
import { openContext } from './open-context.ts'
import { startWorker } from './worker.ts'

/** An idle thread holds some 60 MB, a new one takes half a second. */
const IDLE_MS = 60_000
const LOOK_EVERY_MS = 5_000

const { config, clock, ...given } = workerData as JobThreadOrder
tellFigures((observed) => parentPort?.postMessage(observed))
const { ctx, stop, close } = await openContext(config, { ...given, clock: sharedClock(clock) })
const worker = startWorker(ctx, jobHandlers, { loops: ['asked', 'nightly', 'nightly'] })
const looking = setInterval(() => {
  if (worker.idleMs() > IDLE_MS) void end()
}, LOOK_EVERY_MS)
parentPort?.on('message', (told: ToldJobThread) => {
  if (told === 'give up') stop()
  else void end()
})

async function end(): Promise<void> {
  clearInterval(looking)
  await worker.stop()
  await close()
  process.exit(0)
}
