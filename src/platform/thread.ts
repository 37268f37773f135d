import { parentPort, type ResourceLimits, Worker, workerData } from 'node:worker_threads'

/**
 * What the program answers to a task, worked out in a thread of its own, so that the server goes on answering. Rejects
 * with the error the program threw, or when it ends without an answer. `transferList`: what need not be copied.
 */
export function runInThread<Answer>(
  program: URL,
  task: unknown,
  options: { resourceLimits?: ResourceLimits; transferList?: ArrayBuffer[] } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { ...options, workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  })
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** The whole of such a program. */
export function answerTask<Task>(work: (task: Task) => unknown): void {
  // `runInThread` is given the task of the very program it starts.
  parentPort?.postMessage(work(workerData as Task))
}
