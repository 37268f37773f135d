import { Worker } from 'node:worker_threads'
import { analyseAccount } from '#engine/run-engine.ts'
import type { AccountSnapshot } from '#engine/snapshot.ts'

type Analysis = ReturnType<typeof analyseAccount>

/** Below this a thread takes longer to start than the analysis to run. */
const LARGE_ROWS = 2_000
/**
 * An analysis holds some 2 kB per row. Within a limit not far above that V8 collects as it goes; without one it lets
 * the heap grow to several times what is alive.
 */
const MEMORY = { fixedMb: 192, mbPerRow: 0.003, youngMb: 24 }
const WORKER = new URL('./analysis-worker.ts', import.meta.url)

/** The engine; over a large account in a thread of its own, so that the server goes on answering. */
export async function runAnalysis(snapshot: AccountSnapshot): Promise<Analysis> {
  const rows = snapshot.keywords.length + snapshot.searchTerms.length
  return rows < LARGE_ROWS ? analyseAccount(snapshot) : await inThread(snapshot, rows)
}

function inThread(snapshot: AccountSnapshot, rows: number): Promise<Analysis> {
  const resourceLimits = {
    maxOldGenerationSizeMb: Math.ceil(MEMORY.fixedMb + MEMORY.mbPerRow * rows),
    maxYoungGenerationSizeMb: MEMORY.youngMb,
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: snapshot, resourceLimits })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the analysis ended with ${code}`)))
  })
}
