import { asc, eq } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { utcOffsetMinutes } from '#shared/dates.ts'
import type { GoogleAccount } from './contract.ts'

/** Every account of the caller, standard ones first, then managers; by name. */
export async function listAccounts(ctx: CallerContext): Promise<GoogleAccount[]> {
  const rows = await ctx.db
    .select({
      account: adAccounts,
      sync: { status: syncStates.status, problem: syncStates.problem },
    })
    .from(adAccounts)
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(accountsOfCaller(ctx))
    .orderBy(asc(adAccounts.isManager), asc(adAccounts.name), asc(adAccounts.googleCustomerId))
  const now = ctx.clock.now()
  return rows.map(({ account: row, sync }) => ({
    id: String(row.customerId),
    accountId: row.googleCustomerId,
    accountName: row.name,
    accountType: row.isManager ? 'MCC' : 'STANDARD',
    parentAccountId: row.parentGoogleCustomerId,
    connected: row.connected,
    disconnectedAt: row.disconnectedAt?.toISOString() ?? null,
    lastSyncedAt: row.lastSyncedAt?.toISOString() ?? null,
    currencyCode: row.currencyCode,
    timeZone: row.timeZone,
    utcOffsetMinutes: utcOffsetMinutes(now, row.timeZone),
    source: row.source,
    granularity: row.granularity,
    fileFacts: row.fileFacts,
    dataFrom: row.dataFrom,
    dataTo: row.dataTo,
    hasSyncNews: sync !== null && (sync.status !== 'idle' || sync.problem !== null),
  }))
}
