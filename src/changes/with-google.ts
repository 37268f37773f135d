import type { Context } from '#platform/context.ts'
import type { adAccounts } from '#platform/db/schema/access.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { changeFailure } from '#platform/google-ads/refusals.ts'

export type AdAccount = typeof adAccounts.$inferSelect

/** Google's failures are thrown in Spanish; where the grant is gone, its accounts show as disconnected. */
export async function withGoogle<T>(
  ctx: Context,
  account: AdAccount,
  work: (ads: GoogleAds) => Promise<T>,
): Promise<T> {
  return await noticingLostGrant(ctx, account.connectionId, async () => {
    const ads = await adsOfAccount(ctx, account)
    return await failingInSpanish(() => work(ads))
  })
}

export async function failingInSpanish<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw changeFailure(error)
  }
}
