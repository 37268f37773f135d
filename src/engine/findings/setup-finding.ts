import type { Context } from '../account/context.ts'
import type { AdFacts } from '../account/inventory.ts'
import type { AdGroupFacts, CampaignFacts } from '../account/snapshot.ts'
import type { Category, Finding, Priority } from './recommendation.ts'

type Texts = Pick<Finding, 'title' | 'description' | 'whyNow' | 'impact' | 'card'>

/** A finding about how something is set up: no amount is claimed, so its priority is given. */
export function setupFinding(
  head: {
    category?: Category
    /** Null: of the whole account. */
    campaignId: string | null
    /** Tells findings of the same rule and campaign apart. */
    part?: string
    probability: number
    priority: Priority
    acts?: Finding['acts']
    group?: Finding['group']
  },
  texts: Texts,
): Finding {
  const { category, campaignId, part, probability, priority, acts = [], group } = head
  return {
    identity: [campaignId ?? '', ...(part === undefined ? [] : [part])],
    ...(category && { category }),
    object: { type: 'campaign', id: campaignId ?? '' },
    campaignId,
    adGroupId: null,
    probability,
    claims: [],
    acts,
    ...(group && { group }),
    drawMonthlyNet: null,
    kpi: 'conversions',
    fixedPriority: priority,
    ...texts,
  }
}

export function liveCampaigns<Campaign extends CampaignFacts<never>>(
  { campaigns }: { campaigns: readonly Campaign[] },
  ...channels: string[]
): Campaign[] {
  return campaigns.filter(
    ({ status, channelType }) => status === 'ENABLED' && channels.includes(channelType),
  )
}

/** Ad groups that can serve: theirs and their campaign's status. */
export function isLiveAdGroup({ campaigns, adGroups }: Context, id: string): boolean {
  const adGroup: AdGroupFacts | undefined = adGroups.get(id)
  return adGroup?.status === 'ENABLED' && campaigns.get(adGroup.campaignId)?.status === 'ENABLED'
}

export function isLiveAd(context: Context, ad: AdFacts): boolean {
  return ad.status === 'ENABLED' && isLiveAdGroup(context, ad.adGroupId)
}
