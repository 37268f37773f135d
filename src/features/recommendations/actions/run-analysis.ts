import { getHeapStatistics } from 'node:v8'
import type { ResourceLimits } from 'node:worker_threads'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import { isOutOfMemory, runInThread } from '#platform/thread.ts'
import { packed, transferable } from '../rules/packed-snapshot.ts'

type Analysis = ReturnType<typeof analyseAccount>

/** Below this a thread takes longer to start than the analysis to run. */
const LARGE_ROWS = 2_000
/**
 * An analysis holds some 1.3 kB per row. Within a limit not far above that V8 collects as it goes; without one it lets
 * the heap grow to several times what is alive.
 */
const MEMORY = { fixedMb: 60, mbPerRow: 0.001, youngMb: 12 }
/** Of what this program may hold itself: with more, the machine's limit would end the whole process and not the thread. */
const LAST_SHARE = 0.75
/** The largest account measured (20,000 keywords, 100,000 search terms) takes some eight seconds of processor. */
const LIMIT_MS = 600_000
const WORKER = new URL('./analysis-worker.ts', import.meta.url)

type Bounds = {
  memory?: typeof MEMORY
  lastMb?: number
  limitMs?: number
  stopping?: AbortSignal
}

/**
 * The engine; over a large account in a thread of its own, so that the server goes on answering, and what takes too long or is
 * no longer wanted ends there (ThreadStopped).
 */
export async function runAnalysis(
  snapshot: AccountSnapshot,
  { memory = MEMORY, lastMb = largestMb(), limitMs = LIMIT_MS, stopping }: Bounds = {},
): Promise<Analysis> {
  const rows = snapshot.keywords.length + snapshot.searchTerms.length
  if (rows < LARGE_ROWS) return analyseAccount(snapshot)
  const expectedMb = Math.ceil(memory.fixedMb + memory.mbPerRow * rows)
  const limits = {
    maxOldGenerationSizeMb: Math.min(lastMb, expectedMb),
    maxYoungGenerationSizeMb: memory.youngMb,
  }
  const bounds = { limitMs, ...(stopping && { stopping }) }
  try {
    return await inThread(snapshot, { ...bounds, resourceLimits: limits })
  } catch (error) {
    // An account unlike those the limit was measured on: rather more memory than no advice.
    if (!isOutOfMemory(error)) throw error
    return await inThread(snapshot, {
      ...bounds,
      resourceLimits: { maxOldGenerationSizeMb: lastMb },
    })
  }
}

function largestMb(): number {
  return Math.floor((getHeapStatistics().heap_size_limit / 2 ** 20) * LAST_SHARE)
}

async function inThread(
  snapshot: AccountSnapshot,
  bounds: { limitMs: number; stopping?: AbortSignal; resourceLimits?: ResourceLimits },
): Promise<Analysis> {
  const task = packed(snapshot)
  return await runInThread(WORKER, task, { ...bounds, transferList: transferable(task) })
}
