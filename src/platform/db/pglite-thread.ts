import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { smallYoung } from '../heap-limits.ts'
import type { PgliteOrder, ToldPglite } from './pglite-program.ts'

/** The thread in which the embedded database computes, so that a long statement keeps no other code waiting. */
export type PgliteThread = {
  /** A line to it, to be used here or handed to another thread. Requests' lines go before those of jobs. */
  connect: (line: 'requests' | 'jobs') => MessagePort
  /** Since it answered a line: however long its queue is, it lives. */
  answeredMsAgo: () => number
  giveBackMemory: () => void
  /** Resolves when it has ended untold. */
  whenBroken: Promise<void>
  close: () => Promise<void>
}

const PROGRAM = new URL('./pglite-program.ts', import.meta.url)
const YOUNG_MB = 12

/** Throws when the folder does not open. */
export async function startPgliteThread(folder: string): Promise<PgliteThread> {
  const answered = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  const answeredAt = new Float64Array(answered)
  const worker = new Worker(PROGRAM, {
    workerData: { folder, answered } satisfies PgliteOrder,
    resourceLimits: smallYoung(YOUNG_MB),
  })
  await once(worker, 'message')
  let hasEnded = false
  let isClosing = false
  const broken = Promise.withResolvers<void>()
  worker.on('exit', () => {
    hasEnded = true
    if (!isClosing) broken.resolve()
  })
  // A database that broke answers no more: its lines close, and requests hear of it.
  worker.on('error', () => {})
  // It ends with its lines, and must not keep the process when these are forgotten.
  worker.unref()
  return {
    connect: (line) => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ line, port: port2 } satisfies ToldPglite, [port2])
      return port1
    },
    answeredMsAgo: () => (hasEnded ? Number.POSITIVE_INFINITY : Date.now() - answeredAt[0]!),
    whenBroken: broken.promise,
    giveBackMemory: () => worker.postMessage('collect' satisfies ToldPglite),
    close: async () => {
      if (hasEnded) return
      isClosing = true
      worker.ref()
      const ended = once(worker, 'exit')
      worker.postMessage('close' satisfies ToldPglite)
      await ended
    },
  }
}
