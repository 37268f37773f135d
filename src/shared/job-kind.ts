import type * as z from 'zod/mini'

/**
 * By urgency, the place in the list is what is stored: mail and billing, which never wait; what a user has asked for;
 * what time brings about by itself.
 */
export const LANES = ['urgent', 'asked', 'nightly'] as const
export type Lane = (typeof LANES)[number]

/** `cancelled`: by an administrator, until it is retried. */
export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** One kind of job as the feature that enqueues it and the one that does it both see it. */
export type JobKind<Payload extends z.ZodMiniType> = {
  name: string
  payload: Payload
  /** Tries before the job is given up; waits between them grow. */
  maxAttempts: number
  /** 'asked' where it says nothing. */
  lane?: Lane
  /** Its payload is kept no longer than until it is done, or given up. */
  isForgotten?: boolean
}

export type PayloadOf<K> = K extends JobKind<infer P> ? z.output<P> : never

export function jobKind<Payload extends z.ZodMiniType>(
  name: string,
  options: Omit<JobKind<Payload>, 'name'>,
): JobKind<Payload> {
  return { name, ...options }
}
