import { ownedCampaign } from '#account-data/owned-entity.ts'
import { loadKept } from '#account-data/snapshot/load-inventory.ts'
import type { CallerContext } from '#platform/context.ts'
import type { AssetGroupRow } from '../contract/entity-lists.ts'
import { statusCode } from '../contract/wire-codes.ts'

/** Empty for campaigns of other types; null until they were read, and where files tell none. */
export async function listAssetGroups(
  ctx: CallerContext,
  asked: { campaignId: string },
): Promise<AssetGroupRow[] | null> {
  const { account, campaign } = await ownedCampaign(ctx, asked.campaignId)
  const { assetGroups } = await loadKept(ctx, account.customerId, ['assetGroups'])
  if (!assetGroups) return null
  return assetGroups
    .filter(({ campaignId }) => campaignId === String(campaign.campaignId))
    .map(({ id, name, status, strength }) => ({
      asset_group_id: id,
      asset_group_name: name,
      status: statusCode(status),
      ad_strength: strength ?? null,
    }))
}
