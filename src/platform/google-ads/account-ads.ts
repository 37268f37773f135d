import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'
import { type adAccounts, googleConnections } from '../db/schema/access.ts'
import { type ChangeCalls, changeCalls } from './change-calls.ts'
import { readTouches, type Touch, type TouchesWanted } from './change-history.ts'
import { googleAdsFor } from './client.ts'
import { noticingLostGrant } from './lost-grant.ts'
import { failingInSpanish } from './refusals.ts'
import type { AdsRow } from './row.ts'

const STILL_AT_IT_MS = 3_000

export type AdAccount = typeof adAccounts.$inferSelect

/**
 * Google Ads as it is reached for one account; where the grant turns out to be gone, its accounts show as disconnected.
 * A search fails in Spanish; of a change it must be known how it failed.
 */
export type AccountAds = ChangeCalls & {
  account: AdAccount
  search: (query: string) => Promise<AdsRow[]>
  /** Until Google has most likely done what it may still be at: a change whose line broke before the answer. */
  letEnd: () => Promise<void>
  /** By Google's own history. */
  touches: (wanted: TouchesWanted) => Promise<Touch[]>
}

/**
 * Google Ads for a change that a user waits for, or of a job, which leaves the last operations of the day to those. Throws
 * unprocessable for an account without anything to change (an imported report, a manager), needs_reauth for one that is not
 * connected any more. `owed`: to take back or look up.
 */
export async function adsOfAccount(
  ctx: Context,
  account: AdAccount,
  { owed = false } = {},
): Promise<AccountAds> {
  if (account.source === 'imported')
    throw new AppError(
      'unprocessable',
      'Esta cuenta viene de un informe importado y no se puede cambiar desde aquí. Conéctala con Google para hacerlo.',
    )
  if (account.isManager)
    throw new AppError('unprocessable', 'Una cuenta MCC no tiene campañas que cambiar.')
  const [connection] = account.connectionId
    ? await ctx.db
        .select()
        .from(googleConnections)
        .where(eq(googleConnections.id, account.connectionId))
    : []
  if (!account.connected || connection?.status !== 'active')
    throw new AppError('needs_reauth', 'Vuelve a conectar la cuenta para hacer cambios en ella.')
  const { customerId, googleCustomerId, loginCustomerId, timeZone } = account
  const priority = ctx.jobLane && !owed ? 'background' : 'interactive'
  const options = { customerId, loginCustomerId, priority, owed } as const
  const ads = googleAdsFor(ctx, connection, options)
  const noticing = <T>(work: () => Promise<T>) => noticingLostGrant(ctx, connection, work)
  const search = (query: string) =>
    failingInSpanish(noticing(() => ads.search(googleCustomerId, query)))
  return {
    account,
    search,
    ...changeCalls((...asked) => noticing(() => ads.callJson(...asked)), googleCustomerId),
    letEnd: () => sleep(STILL_AT_IT_MS, undefined, { signal: ctx.stopping }),
    touches: (wanted) => readTouches(search, wanted, { now: ctx.clock.now(), timeZone }),
  }
}
