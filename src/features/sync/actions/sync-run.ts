import { eq } from 'drizzle-orm'
import { accountById } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { type GoogleAds, googleAdsFor } from '#platform/google-ads/client.ts'
import type { UsedGrant } from '#platform/google-ads/lost-grant.ts'
import type { RunningJob } from '#platform/jobs.ts'

/** One run of one account's job. */
export type SyncRun = {
  account: typeof adAccounts.$inferSelect
  ads: GoogleAds
  /** With which Google is asked. */
  grant: UsedGrant
  job: RunningJob
  /** Between units of work: keeps the lease, and ends the run when the process is to stop or the account is gone. */
  safePoint: () => Promise<void>
}

/** The process is ending: the run goes on where it was, in the next process. */
export class Stopping extends Error {}

/** The account was erased, or let go, while it was read. */
class AccountGone extends Error {}

const LEASE_EVERY_MS = 15_000

/** Null when there is nothing to pull any more: disconnected, deleted, a manager, an imported report. */
export async function openRun(
  ctx: Context,
  customerId: number,
  job: RunningJob,
): Promise<SyncRun | null> {
  const [row] = await ctx.db
    .select({ account: adAccounts, connection: googleConnections })
    .from(adAccounts)
    .innerJoin(googleConnections, eq(googleConnections.id, adAccounts.connectionId))
    .where(eq(adAccounts.customerId, customerId))
  if (!row?.account.connected || row.account.isManager) return null
  if (row.account.source !== 'google' || row.connection.status !== 'active') return null
  const { loginCustomerId } = row.account
  let keptAt = performance.now()
  return {
    account: row.account,
    ads: googleAdsFor(ctx, row.connection, { loginCustomerId, customerId, priority: 'background' }),
    grant: row.connection,
    job,
    safePoint: async () => {
      if (ctx.stopping.aborted) throw new Stopping('the process is ending')
      const account = await accountById(ctx, customerId)
      if (!account?.connected)
        throw new AccountGone(account ? 'the account was disconnected' : 'the account was erased')
      if (performance.now() - keptAt < LEASE_EVERY_MS) return
      keptAt = performance.now()
      await job.keepLease()
    },
  }
}
