import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { type OwnedAccount, ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { askEndpoint, type Exchange, type Mount } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import { type Day, dayInZone } from '#shared/dates.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'

/** A caller asking about one account of his; every look-up goes through the endpoints he could call himself. */
export type Asking = {
  ctx: CallerContext
  account: OwnedAccount
  /** The account's own day. */
  today: Day
  ask: <E extends Endpoint<z.ZodMiniType, z.ZodMiniType>>(
    end: E,
    input: InputOf<E>,
  ) => Promise<ReplyOf<E>>
}

/** Throws not_found for an account that is not the caller's. */
export async function openAsking(
  mount: Mount,
  ctx: CallerContext,
  exchange: Exchange,
  googleCustomerId: string,
): Promise<Asking> {
  const account = await ownedAccount(ctx, googleCustomerId)
  return {
    ctx,
    account,
    today: dayInZone(ctx.clock.now(), account.timeZone),
    ask: (end, input) => askEndpoint(mount, end, { ctx, exchange }, input),
  }
}

/** Names of a campaign of this account. Throws not_found, also for one of another account of the same caller. */
export async function campaignOf({ ctx, account }: Asking, campaignId: string) {
  const [campaign] = await ctx.db
    .select({ campaignId: campaigns.campaignId, name: campaigns.name })
    .from(campaigns)
    .where(
      and(eq(campaigns.customerId, account.customerId), eq(campaigns.campaignId, idOf(campaignId))),
    )
  if (!campaign) throw new AppError('not_found', 'No existe esa campaña en la cuenta.')
  return { ...campaign, campaignId: String(campaign.campaignId) }
}

/** An ad group of this account, with its campaign's id. Throws not_found as `campaignOf` does. */
export async function adGroupOf({ ctx, account }: Asking, adGroupId: string) {
  const [adGroup] = await ctx.db
    .select({ campaignId: adGroups.campaignId, name: adGroups.name })
    .from(adGroups)
    .where(
      and(eq(adGroups.customerId, account.customerId), eq(adGroups.adGroupId, idOf(adGroupId))),
    )
  if (!adGroup) throw new AppError('not_found', 'No existe ese grupo de anuncios en la cuenta.')
  return { adGroupId, name: adGroup.name, campaignId: String(adGroup.campaignId) }
}

/** Nineteen digits need not be a number the tables can hold: then nothing has that id. */
function idOf(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : -1
}
