import { handle, type JobHandler } from '#platform/jobs.ts'
import { backfillAccount } from './actions/backfill-account.ts'
import { readAgainIfMissed } from './actions/read-again.ts'
import { restAccount } from './actions/settle-run.ts'
import { syncAccount } from './actions/sync-account.ts'
import { backfillAccount as backfillKind, syncAccount as syncKind } from './contract.ts'

export const syncJobs: JobHandler[] = [
  handle(
    syncKind,
    async (ctx, { customerId, reason }, job) => {
      const readAt = await syncAccount(ctx, customerId, job, reason)
      if (readAt) await readAgainIfMissed(ctx, { customerId, jobId: job.id, readAt })
    },
    restAccount,
  ),
  handle(
    backfillKind,
    (ctx, { customerId }, job) => backfillAccount(ctx, customerId, job),
    restAccount,
  ),
]
