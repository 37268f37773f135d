import { isOutOfMemory, runInThread } from '#platform/thread.ts'
import { AppError } from '#shared/app-error.ts'
import type { ReadReply, ReadTask } from '../reading/read-reports.ts'

export type ReportReader = (task: ReadTask) => Promise<ReadReply>

/** A file of the largest size needs about a third of this. */
const MAX_HEAP_MB = 1_500
const WORKER = new URL('./read-reports-worker.ts', import.meta.url)

/** Reads files in a thread of their own, so that the server goes on answering; one import at a time, for memory. */
export function openReportReader(): ReportReader {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const reply = last.then(() => readInThread(task))
    last = reply.catch(() => {})
    return reply
  }
}

async function readInThread(task: ReadTask): Promise<ReadReply> {
  try {
    return await runInThread(WORKER, task, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
  } catch (error) {
    if (!isOutOfMemory(error)) throw error
    const text = 'Los archivos tienen demasiadas filas. Descarga un periodo más corto.'
    throw new AppError('too_large', text, { cause: error })
  }
}
