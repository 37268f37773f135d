import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { CustomerId, ToldInstant } from '#shared/wire.ts'

/** One account's sync as the page draws it. */
export const SyncProgress = z.object({
  status: z.enum(['idle', 'queued', 'running', 'failed', 'needs_reauth']),
  /** What is being done, in Spanish; null when idle. */
  step: z.nullable(z.string()),
  /** 0..1 of the run; null when idle. */
  fraction: z.nullable(z.number()),
  rowsWritten: z.number(),
  /** True once the newest 30 days are in; the screens can fill. */
  recentReady: z.boolean(),
  /** Days still to backfill. */
  daysToGo: z.number(),
  lastSyncedAt: z.nullable(ToldInstant),
  /** Spanish text of the last failure; null when the last run went well. */
  problem: z.nullable(z.string()),
  /** Instant of the next try after a failure. */
  nextTryAt: z.nullable(ToldInstant),
  /** The last visit, where the account is read once a day since; null where it is read more often. */
  restingSince: z.nullable(ToldInstant),
  /** Rises with every sync that changed data. */
  syncVersion: z.number(),
})
export type SyncProgress = z.infer<typeof SyncProgress>

export const startSync = endpoint('POST /api/google-accounts/:customerId/sync', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Enqueues a sync of the restatement window now; joins one that is under way',
  input: z.object({ customerId: CustomerId }),
  reply: SyncProgress,
})

/** Server-sent events: `event: progress`, data is SyncProgress; ends by itself when idle or failed. */
export const syncProgressPath = (customerId: string) => `/api/google-accounts/${customerId}/sync`

export const FollowSync = z.object({ customerId: CustomerId })

/** Pulls entities and the restated days; `customerId` is ours. */
export const syncAccount = jobKind('sync-account', {
  payload: z.object({
    customerId: z.number(),
    reason: z.enum(['connected', 'scheduled', 'requested']),
  }),
  maxAttempts: 8,
})

/** Pulls the next older window of an account's history, then enqueues itself for the one before. */
export const backfillAccount = jobKind('backfill-account', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 8,
  // The first 30 days of an account just connected must not wait for years of another's.
  lane: 'nightly',
})

export const SYNC_KEY = 'sync:'
/** At most one open sync per account: a second request joins it. */
export const syncKeyOf = (customerId: number) => `${SYNC_KEY}${customerId}`
