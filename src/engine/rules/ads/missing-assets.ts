import type { Context } from '../../account/context.ts'
import { primaryActions } from '../../account/conversion-actions.ts'
import type { AdFacts, AssetLink } from '../../account/inventory.ts'
import { COUNTED, type Counted } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { isLiveAdGroup, liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { AssetKind, MissingAssets } from './missing-assets-words.ts'
import * as words from './missing-assets-words.ts'

/** Kinds of assets of which search campaigns show fewer than what fits beside an ad. */
export const missingAssets = defineRule({
  name: 'missing-assets',
  title: 'Recursos que faltan',
  category: 'ads',
  place: 210,
  needs: {
    all: ['assets'],
    called: 'los recursos de los anuncios',
    levels: ['campaign'],
    columns: [...COUNTED, 'impressions'],
  },
  run,
  words,
})

function run(
  snapshot: SnapshotWith<'assets', 'campaign', Counted | 'impressions'>,
  context: Context,
): RuleResult {
  const { assets, ads = [] } = snapshot.inventory
  const campaigns = liveCampaigns(snapshot, 'SEARCH').filter(
    ({ id, sums }) => sums.impressions > 0 && !isCallOnly(id, ads),
  )
  if (campaigns.length === 0) {
    return { findings: [], silence: words.NO_CAMPAIGNS }
  }
  const links = Map.groupBy(assets, ({ fieldType, scope, scopeId }) =>
    linkKey(fieldType, scope, scopeId),
  )
  const kinds = isSoldByPhone(snapshot) ? [PHONE, ...KINDS] : KINDS
  const cases = kinds.map(([kind, needed]): MissingAssets => {
    const counted = campaigns.map((campaign) => ({
      campaign,
      count: reachOf(kind, campaign, links, snapshot, context),
    }))
    return { kind, needed, campaigns: counted.filter(({ count }) => count < needed) }
  })
  const lacking = cases.filter((one) => one.campaigns.length > 0)
  return {
    findings: lacking.map((one) =>
      setupFinding(
        {
          campaignId: null,
          part: one.kind,
          probability: THRESHOLDS.assetProbability.value,
          priority: 'low',
          group: {
            identity: ['group'],
            label: words.ASSET_NAMES[one.kind].what,
            texts: (parts) => words.missingAssetGroupTexts(context, parts),
          },
        },
        words.missingAssetTexts(context, one, campaigns.length),
      ),
    ),
    silence: lacking.length > 0 ? null : words.ENOUGH,
  }
}

/** Ads that are a telephone number themselves show neither links nor another one. */
function isCallOnly(id: string, ads: readonly AdFacts[]): boolean {
  const live = ads.filter(({ campaignId, status }) => campaignId === id && status === 'ENABLED')
  return live.length > 0 && live.every(({ type }) => type === 'CALL_AD')
}

/** Who lives on calls wants his number beside the ad; to others a call may be a nuisance. */
const PHONE = ['CALL', 1] as const
const isSoldByPhone = (snapshot: AccountSnapshot) =>
  primaryActions(snapshot).some(({ category }) => category === 'PHONE_CALL_LEAD')

const KINDS: readonly (readonly [AssetKind, number])[] = [
  ['SITELINK', THRESHOLDS.sitelinksEnough.value],
  ['CALLOUT', THRESHOLDS.calloutsEnough.value],
  ['STRUCTURED_SNIPPET', THRESHOLDS.snippetsEnough.value],
  ['AD_IMAGE', THRESHOLDS.imagesEnough.value],
]

const linkKey = (kind: string, scope: AssetLink['scope'], id: string) => `${kind} ${scope} ${id}`

/** The fewest that any ad group of the campaign can show, with those it inherits from above. */
function reachOf(
  kind: AssetKind,
  campaign: CampaignFacts,
  links: ReadonlyMap<string, AssetLink[]>,
  snapshot: AccountSnapshot<'campaign', Counted | 'impressions'>,
  context: Context,
): number {
  const idsAt = (scope: AssetLink['scope'], id: string) =>
    (links.get(linkKey(kind, scope, id)) ?? []).map(({ assetId }) => assetId)
  const inherited = [...idsAt('account', ''), ...idsAt('campaign', campaign.id)]
  const groups = snapshot.adGroups.filter(
    ({ id, campaignId }) => campaignId === campaign.id && isLiveAdGroup(context, id),
  )
  const counts = groups.map(({ id }) => new Set([...inherited, ...idsAt('ad_group', id)]).size)
  return counts.reduce(
    (least, count) => Math.min(least, count),
    counts[0] ?? new Set(inherited).size,
  )
}
