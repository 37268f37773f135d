import { and, eq, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { prepared } from '#platform/db/prepared.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { AppError } from '#shared/app-error.ts'
import { type Account, sees } from './owned-account.ts'

export type Campaign = typeof campaigns.$inferSelect
export type AdGroup = typeof adGroups.$inferSelect

/** A campaign of one of the caller's accounts. Throws not_found, for a stranger's as well. */
export async function ownedCampaign(
  ctx: CallerContext,
  campaignId: string,
): Promise<{ account: Account; campaign: Campaign }> {
  const { userId } = ctx.caller
  const [found] = await campaignOfUser(ctx.db).execute({ userId, campaignId: idOf(campaignId) })
  if (!found || !sees(ctx, found.account)) throw new AppError('not_found', 'Campaña no encontrada')
  return found
}

/** An ad group of one of the caller's accounts, with its campaign. Throws not_found. */
export async function ownedAdGroup(
  ctx: CallerContext,
  adGroupId: string,
): Promise<{ account: Account; campaign: Campaign; adGroup: AdGroup }> {
  const { userId } = ctx.caller
  const [found] = await adGroupOfUser(ctx.db).execute({ userId, adGroupId: idOf(adGroupId) })
  if (!found || !sees(ctx, found.account))
    throw new AppError('not_found', 'Grupo de anuncios no encontrado')
  return found
}

/** A campaign of this account, not merely one of the caller's. Throws not_found. */
export async function campaignOfAccount(
  ctx: CallerContext,
  { customerId }: Pick<Account, 'customerId'>,
  campaignId: string,
): Promise<Campaign> {
  const { campaign } = await ownedCampaign(ctx, campaignId)
  if (campaign.customerId !== customerId) throw new AppError('not_found', 'Campaña no encontrada')
  return campaign
}

/** An ad group of this account, not merely one of the caller's. Throws not_found. */
export async function adGroupOfAccount(
  ctx: CallerContext,
  { customerId }: Pick<Account, 'customerId'>,
  adGroupId: string,
): Promise<AdGroup> {
  const { adGroup } = await ownedAdGroup(ctx, adGroupId)
  if (adGroup.customerId !== customerId)
    throw new AppError('not_found', 'Grupo de anuncios no encontrado')
  return adGroup
}

/** The ad group if it is one of this campaign's, not merely one of the caller's. Throws not_found. */
export async function adGroupOfCampaign(
  ctx: CallerContext,
  campaign: Campaign,
  adGroupId: string,
): Promise<AdGroup> {
  const adGroup = await adGroupOfAccount(ctx, campaign, adGroupId)
  if (adGroup.campaignId !== campaign.campaignId)
    throw new AppError('not_found', 'Grupo de anuncios no encontrado')
  return adGroup
}

const campaignOfUser = prepared('campaign_of_user', (db) =>
  db
    .select({ account: adAccounts, campaign: campaigns })
    .from(adAccounts)
    .innerJoin(campaigns, eq(campaigns.customerId, adAccounts.customerId))
    .where(
      and(
        eq(adAccounts.userId, sql.placeholder('userId')),
        eq(campaigns.campaignId, sql.placeholder('campaignId')),
      ),
    ),
)

const adGroupOfUser = prepared('ad_group_of_user', (db) =>
  db
    .select({ account: adAccounts, adGroup: adGroups, campaign: campaigns })
    .from(adAccounts)
    .innerJoin(adGroups, eq(adGroups.customerId, adAccounts.customerId))
    .innerJoin(
      campaigns,
      and(
        eq(campaigns.customerId, adGroups.customerId),
        eq(campaigns.campaignId, adGroups.campaignId),
      ),
    )
    .where(
      and(
        eq(adAccounts.userId, sql.placeholder('userId')),
        eq(adGroups.adGroupId, sql.placeholder('adGroupId')),
      ),
    ),
)

/** Nineteen digits need not be a number the tables can hold: then nothing has that id. */
function idOf(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : -1
}
