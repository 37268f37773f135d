import { Worker } from 'node:worker_threads'
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

function readInThread(task: ReadTask): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    worker.once('message', resolve)
    worker.once('error', (error) => reject(fromThread(error)))
    worker.once('exit', (code) => reject(new Error(`the reading thread ended with ${code}`)))
  })
}

function fromThread(error: unknown): unknown {
  const outOfMemory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
  const text = 'Los archivos tienen demasiadas filas. Descarga un periodo más corto.'
  return outOfMemory ? new AppError('too_large', text, { cause: error }) : error
}
