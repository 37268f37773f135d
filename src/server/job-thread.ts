import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagePort, Worker as Thread } from 'node:worker_threads'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { hearFigure, type Observed } from '#platform/figures.ts'
import { smallYoung } from '#platform/heap-limits.ts'
import { jobHandlers } from './jobs.ts'
import { untilDue, type Worker } from './worker.ts'

/** What a thread of jobs is given by the process it belongs to. */
export type JobThreadOrder = {
  config: Config
  clock: SharedArrayBuffer
  processId: string | null
  /** To the embedded database. */
  line: MessagePort | null
}

/** `stop` at the next safe point; `give up` calls that still wait for a vendor. */
export type ToldJobThread = 'stop' | 'give up'

const AFTER_FAILURE_MS = 2_000
const YOUNG_MB = 24

/**
 * Keeps a thread for what is not urgent, as long as there is any: reading Google's answers, writing rows and looking at accounts
 * would keep requests waiting. One that dies is begun anew, and its jobs with it once their leases have run out.
 */
export function startJobThread(ctx: Context, program: URL): Worker {
  const kinds = jobHandlers.map(({ kind }) => kind.name)
  const stopping = new AbortController()
  const watching = { ...ctx, stopping: AbortSignal.any([ctx.stopping, stopping.signal]) }
  const keeping = (async () => {
    while (await untilDue(watching, { kinds, highest: 'asked', lowest: 'nightly' }))
      await runThread(ctx, program, watching.stopping)
  })()
  return {
    stop: async () => {
      stopping.abort()
      await keeping
    },
    idleMs: () => 0,
  }
}

async function runThread(ctx: Context, program: URL, stopping: AbortSignal): Promise<void> {
  const line = ctx.storage.connectJobs?.() ?? null
  const order: JobThreadOrder = {
    config: ctx.config,
    clock: ctx.clock.shared,
    processId: ctx.processId,
    line,
  }
  const thread = new Thread(program, {
    workerData: order,
    transferList: line ? [line] : [],
    resourceLimits: smallYoung(YOUNG_MB),
  })
  thread.on('message', (observed: Observed) => hearFigure(observed))
  thread.on('error', (error) => ctx.log.error({ err: error }, 'thread of jobs failed'))
  const forget = [
    whenAborted(stopping, () => thread.postMessage('stop' satisfies ToldJobThread)),
    whenAborted(ctx.stopping, () => thread.postMessage('give up' satisfies ToldJobThread)),
  ]
  const [code] = (await once(thread, 'exit')) as [number]
  for (const stop of forget) stop()
  if (code !== 0) await sleep(AFTER_FAILURE_MS)
}

function whenAborted(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act()
  signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}
