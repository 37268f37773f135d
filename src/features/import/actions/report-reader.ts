import { isOutOfMemory, runInThread } from '#platform/thread.ts'
import { AppError } from '#shared/app-error.ts'
import type { ReadReply, ReadTask } from '../reading/read-reports.ts'
import { openFairQueue } from './fair-queue.ts'

export type ReportReader = (userId: string, task: ReadTask) => Promise<ReadReply>

/** What one import may hold at most: files of 49 MB and 285,000 rows need about this. */
const MAX_HEAP_MB = 240
const WORKER = new URL('./read-reports-worker.ts', import.meta.url)

/** Reads files in a thread of their own, so that the server goes on answering; one import at a time, for memory. */
export function openReportReader(): ReportReader {
  const queue = openFairQueue()
  return (userId, task) => queue(userId, () => readInThread(task))
}

async function readInThread(task: ReadTask): Promise<ReadReply> {
  try {
    return await runInThread(WORKER, task, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    })
  } catch (error) {
    if (!isOutOfMemory(error)) throw error
    throw new AppError('too_large', task.earlier.length > 0 ? TOO_MANY_HERE : TOO_MANY, {
      cause: error,
    })
  }
}

const TOO_MANY = 'Los archivos tienen demasiadas filas. Descarga un periodo más corto.'
/** All files of an account are read together, so that one that is full takes none, however short. */
const TOO_MANY_HERE =
  'Los archivos que ya tiene la cuenta y los nuevos suman demasiadas filas para leerlas juntas. Descarga un periodo más corto o, si ya lo es, impórtalo como otra cuenta.'
