import { handle, type JobHandler } from '#platform/jobs.ts'
import { backfillAccount } from './actions/backfill-account.ts'
import { restAccount } from './actions/settle-run.ts'
import { syncAccount } from './actions/sync-account.ts'
import { backfillAccount as backfillKind, syncAccount as syncKind } from './contract.ts'

export const syncJobs: JobHandler[] = [
  handle(
    syncKind,
    (ctx, { customerId, reason }, job) => syncAccount(ctx, customerId, job, reason),
    restAccount,
  ),
  handle(
    backfillKind,
    (ctx, { customerId }, job) => backfillAccount(ctx, customerId, job),
    restAccount,
  ),
]
