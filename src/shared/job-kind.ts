import type * as z from 'zod/mini'

/** One kind of job as the feature that enqueues it and the one that does it both see it. */
export type JobKind<Payload extends z.ZodMiniType> = {
  name: string
  payload: Payload
  /** Tries before the job is given up; waits between them grow. */
  maxAttempts: number
  /** True for long work without a user waiting: any other due job goes first. */
  background?: boolean
}

export type PayloadOf<K> = K extends JobKind<infer P> ? z.output<P> : never

export function jobKind<Payload extends z.ZodMiniType>(
  name: string,
  options: Omit<JobKind<Payload>, 'name'>,
): JobKind<Payload> {
  return { name, ...options }
}
