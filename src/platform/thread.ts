import { parentPort, type ResourceLimits, Worker, workerData } from 'node:worker_threads'

/** Ended from outside in the middle of its work. */
export class ThreadStopped extends Error {
  readonly because: 'limit' | 'asked'
  constructor(because: 'limit' | 'asked') {
    super(because === 'limit' ? 'the thread took too long' : 'the thread was stopped')
    this.because = because
  }
}

type ThreadOptions = {
  resourceLimits?: ResourceLimits
  /** What need not be copied. */
  transferList?: ArrayBuffer[]
  /** Ends it wherever it is. */
  stopping?: AbortSignal
  limitMs?: number
}

/**
 * What the program answers to a task, worked out in a thread of its own, so that the server goes on answering. Rejects
 * with the error the program threw, when it ends without an answer, or with ThreadStopped.
 */
export function runInThread<Answer>(
  program: URL,
  task: unknown,
  { stopping, limitMs, ...options }: ThreadOptions = {},
): Promise<Answer> {
  if (stopping?.aborted) return Promise.reject(new ThreadStopped('asked'))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const worker = new Worker(program, { ...options, workerData: task })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  const stop = (because: ThreadStopped['because']) => {
    reject(new ThreadStopped(because))
    void worker.terminate()
  }
  const timer = limitMs && setTimeout(() => stop('limit'), limitMs)
  const asked = () => stop('asked')
  stopping?.addEventListener('abort', asked, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    stopping?.removeEventListener('abort', asked)
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
