import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import type { ResourceLimits } from 'node:worker_threads'

/**
 * What the command line says of heaps overrules what threads are given (Node's documentation of `resourceLimits`). The main
 * thread's is laid out by now; from here on each thread has its own.
 */
export function heedThreadLimits(): void {
  setFlagsFromString('--max-old-space-size=0')
  setFlagsFromString('--max-semi-space-size=0')
}

/**
 * As much as this thread may hold, but less room for what is young, a third of which is collected at a time: each thread keeps all
 * of it, and what a database answers or Google tells is either gone at once or stays for long.
 */
export function smallYoung(youngMb: number): ResourceLimits {
  const wholeMb = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20)
  return { maxOldGenerationSizeMb: wholeMb, maxYoungGenerationSizeMb: youngMb }
}
