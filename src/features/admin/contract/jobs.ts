import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { JOB_STATES, LANES } from '#shared/job-kind.ts'
import { ToldInstant } from '#shared/wire.ts'

const JobId = z.uuid('No existe esa tarea.')

/** A task of the product; its contents stay out, for they hold addresses and texts of mails. */
export const AdminJob = z.object({
  id: z.string(),
  kind: z.string(),
  lane: z.enum(LANES),
  state: z.enum(JOB_STATES),
  /** For whom; null where it is the product's own or the user is gone. */
  userEmail: z.nullable(z.string()),
  /** Google's id of the account it is about. */
  account: z.nullable(z.string()),
  attempts: z.number(),
  maxAttempts: z.number(),
  /** Why the last try failed, as the log has it. */
  problem: z.nullable(z.string()),
  /** ISO instants. `runAt`: of one that waits, not before. */
  createdAt: ToldInstant,
  runAt: ToldInstant,
  finishedAt: z.nullable(ToldInstant),
})
export type AdminJob = z.infer<typeof AdminJob>

export const listJobs = endpoint('GET /api/admin/jobs', {
  access: 'admin',
  permission: 'self',
  summary: 'Tasks by lane and state: how many, and the 100 newest of those asked for',
  input: z.object({
    lane: z.optional(z.enum(LANES, 'Ese carril no existe.')),
    state: z.optional(z.enum(JOB_STATES, 'Ese estado no existe.')),
  }),
  reply: z.object({
    counts: z.array(
      z.object({
        lane: z.enum(LANES),
        state: z.enum(JOB_STATES),
        count: z.number(),
        /** Of them, those not yet done that failed at their last try. */
        retrying: z.number(),
      }),
    ),
    jobs: z.array(AdminJob),
  }),
})

export const retryJob = endpoint('POST /api/admin/jobs/:id/retry', {
  access: 'admin',
  permission: 'self',
  summary: 'Lets a task that failed, was cancelled or waits for its next try begin now',
  input: z.object({ id: JobId }),
  reply: z.object({ message: z.string() }),
})

export const cancelJob = endpoint('DELETE /api/admin/jobs/:id', {
  access: 'admin',
  permission: 'self',
  summary: 'Cancels a task that waits or runs; one that runs ends at its next safe point',
  input: z.object({ id: JobId }),
  reply: z.object({ message: z.string() }),
})
