import { contextOf, type Context as EngineContext } from '#engine/account/context.ts'
import type { AccountSnapshot, CampaignDay } from '#engine/account/snapshot.ts'
import { sayIn } from '#engine/words/say.ts'
import type { Context } from '#platform/context.ts'
import { addDays } from '#shared/dates.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { loadGoals } from '../goals.ts'
import type { Account } from '../owned-account.ts'
import { loadCampaignDays, loadOutline } from './load-snapshot.ts'

/** The account's campaigns and settings, and what its owner said, with the engine's own reading of them. */
export type EngineView = {
  snapshot: AccountSnapshot
  context: EngineContext
  /** Of the days that the account is known of, read when first asked for: each measurement and each look at the past needs them. */
  campaignDays: () => Promise<CampaignDay[]>
}

export async function loadEngineView(ctx: Context, account: Account): Promise<EngineView> {
  const outline = await loadOutline(ctx, account)
  const snapshot = { ...outline, ...(await loadGoals(ctx, account.customerId)) }
  let campaignDays: Promise<CampaignDay[]> | undefined
  return {
    snapshot,
    context: contextOf(snapshot, sayIn(account.currencyCode, spanishNumbers)),
    campaignDays: () => {
      campaignDays ??= knownDays(ctx, account.customerId, snapshot)
      return campaignDays
    },
  }
}

async function knownDays(
  ctx: Context,
  customerId: number,
  { accountDays, account }: AccountSnapshot,
): Promise<CampaignDay[]> {
  const [first] = accountDays
  if (!first) return []
  return await loadCampaignDays(ctx, customerId, {
    from: first.day,
    to: addDays(account.today, -1),
  })
}
