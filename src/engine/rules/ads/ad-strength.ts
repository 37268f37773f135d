import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, AdGroupFacts, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, FindingGroup } from '../../findings/recommendation.ts'
import {
  isLiveAd,
  isLiveAdGroup,
  liveCampaigns,
  setupFinding,
} from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { StrengthCase } from './ad-strength-words.ts'
import * as words from './ad-strength-words.ts'

/** Search campaigns most of whose impressions come from ads that give Google little to choose from. */
export const adStrength = defineRule({
  name: 'ad-strength',
  title: 'Eficacia de los anuncios',
  category: 'ads',
  place: 200,
  needs: { all: ['ads'], called: 'los anuncios', levels: ['campaign'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: SnapshotWith<'ads', 'campaign'>, context: Context): RuleResult {
  const { ads } = snapshot.inventory
  const campaigns = liveCampaigns(snapshot, 'SEARCH')
  if (campaigns.length === 0) return { findings: [], silence: words.NO_SEARCH }
  const live = Map.groupBy(
    ads.filter((ad) => isLiveAd(context, ad)),
    ({ campaignId }) => campaignId,
  )
  const without = Map.groupBy(groupsWithout(ads, snapshot, context), ({ campaignId }) => campaignId)
  const cases = campaigns.map((campaign) =>
    caseOf(campaign, live.get(campaign.id) ?? [], without.get(campaign.id) ?? []),
  )
  const weak = cases.filter(
    ({ strongShare, without }) =>
      without.length > 0 || (strongShare !== null && strongShare < THRESHOLDS.strongAdShare.value),
  )
  return {
    findings: weak.map((one) =>
      setupFinding(
        {
          campaignId: one.campaign.id,
          probability: THRESHOLDS.strengthProbability.value,
          priority: one.unserved > 0 ? 'medium' : 'low',
          ...(one.without.length > 0 ? {} : { group: groupOf(one, context) }),
        },
        words.adStrengthTexts(context, one),
      ),
    ),
    silence: weak.length > 0 ? null : silenceOf(cases),
  }
}

function groupOf({ campaign }: StrengthCase, context: Context): FindingGroup {
  const texts = (parts: readonly Finding[]) => words.adStrengthGroupTexts(context, parts)
  return { identity: ['group', 'texts'], label: campaign.name, texts }
}

function silenceOf(cases: readonly StrengthCase[]): string {
  return cases.every(({ strongShare }) => strongShare === null)
    ? words.NOT_RATED
    : words.MOSTLY_STRONG
}

function caseOf(campaign: CampaignFacts, own: AdFacts[], without: AdGroupFacts[]): StrengthCase {
  const responsive = own.filter(({ type }) => type === 'RESPONSIVE_SEARCH_AD').sort(byImpressions)
  const impressions = (some: readonly AdFacts[]) =>
    some.reduce((sum, { sums }) => sum + sums.impressions, 0)
  const weak = responsive.filter((ad) => !isStrong(ad))
  const all = impressions(responsive)
  const strongShare = 1 - ratio(impressions(weak), all)
  return {
    campaign,
    weak,
    without,
    unserved: without.filter(({ id }) => !own.some((ad) => ad.adGroupId === id)).length,
    strongShare: all >= THRESHOLDS.strengthImpressions.value ? strongShare : null,
  }
}

/** By Google's verdict; until there is one, by how many texts there are. */
function isStrong({ strength, headlines, descriptions }: AdFacts): boolean {
  if (strength === 'GOOD' || strength === 'EXCELLENT') return true
  if (strength === 'AVERAGE' || strength === 'POOR') return false
  return (
    headlines.length >= THRESHOLDS.headlinesEnough.value &&
    descriptions.length >= THRESHOLDS.descriptionsEnough.value
  )
}

const byImpressions = (a: AdFacts, b: AdFacts) =>
  b.sums.impressions - a.sums.impressions || (a.adId < b.adId ? -1 : 1)

/** Old text ads can no longer be edited and do not count. Where there is no ad at all no keyword is ever clicked. */
function groupsWithout(
  ads: readonly AdFacts[],
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): AdGroupFacts[] {
  const live = ads.filter((ad) => isLiveAd(context, ad))
  const served = new Set(
    live.filter(({ type }) => type !== 'EXPANDED_TEXT_AD').map(({ adGroupId }) => adGroupId),
  )
  const hasAd = new Set(live.map(({ adGroupId }) => adGroupId))
  const clicked = withKnown(snapshot, ['keyword'], ['clicks'])?.keywords ?? []
  const withKeywords = new Set(
    clicked
      .filter(
        ({ status, sums, adGroupId }) =>
          status === 'ENABLED' && (sums.clicks > 0 || !hasAd.has(adGroupId)),
      )
      .map(({ adGroupId }) => adGroupId),
  )
  return snapshot.adGroups.filter(
    ({ id }) => isLiveAdGroup(context, id) && withKeywords.has(id) && !served.has(id),
  )
}
