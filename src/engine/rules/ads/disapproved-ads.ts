import { TRADE_TOPICS } from '#shared/ads-words/policy-topics.ts'
import type { Context } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { isLiveAd, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { PolicyCase, PolicyProblem } from './disapproved-ads-words.ts'
import * as words from './disapproved-ads-words.ts'

/** Active ads that Google does not show, shows less, or that lead to an address without https. */
export const disapprovedAds = defineRule({
  name: 'disapproved-ads',
  title: 'Anuncios rechazados',
  category: 'ads',
  place: 60,
  needs: { all: ['ads'], called: 'los anuncios', levels: ['campaign'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: SnapshotWith<'ads', 'campaign'>, context: Context): RuleResult {
  const { ads } = snapshot.inventory
  const live = ads
    .filter((ad) => isLiveAd(context, ad))
    .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros || (a.adId < b.adId ? -1 : 1))
  if (live.length === 0) return { findings: [], silence: words.NO_ADS }
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const findings = snapshot.campaigns.flatMap((campaign) =>
    PROBLEMS.flatMap((problem) => {
      const own = byCampaign.get(campaign.id) ?? []
      const found = own.filter((ad) => problemOf(ad) === problem)
      if (found.length === 0) return []
      const silencedGroups = problem === 'disapproved' ? groupsWithoutAds(own, found) : []
      return [findingOf({ campaign, problem, ads: found, silencedGroups }, context)]
    }),
  )
  return {
    findings,
    silence: findings.length > 0 ? null : silenceOf(live),
  }
}

function silenceOf(ads: readonly AdFacts[]): string {
  return ads.some((ad) => isLimited(ad) && isForItsTrade(ad))
    ? words.LIMITED_BY_TRADE
    : words.ALL_ALLOWED
}

const PROBLEMS: readonly PolicyProblem[] = ['disapproved', 'limited', 'insecure']

/** The worst one; an ad is listed once. */
function problemOf(ad: AdFacts): PolicyProblem | null {
  const { approvalStatus, finalUrls } = ad
  if (approvalStatus === 'DISAPPROVED') return 'disapproved'
  if (isLimited(ad) && !isForItsTrade(ad)) return 'limited'
  return finalUrls.some((url) => /^http:\/\//i.test(url)) ? 'insecure' : null
}

function isLimited({ approvalStatus }: AdFacts): boolean {
  return approvalStatus === 'APPROVED_LIMITED' || approvalStatus === 'AREA_OF_INTEREST_ONLY'
}

function isForItsTrade({ policyTopics }: AdFacts): boolean {
  return policyTopics.length > 0 && policyTopics.every((topic) => TRADE_TOPICS.has(topic))
}

function groupsWithoutAds(own: readonly AdFacts[], disapproved: readonly AdFacts[]): string[] {
  const served = new Set(
    own.filter((ad) => problemOf(ad) !== 'disapproved').map(({ adGroupId }) => adGroupId),
  )
  return [...new Set(disapproved.map(({ adGroupId }) => adGroupId))].filter((id) => !served.has(id))
}

function findingOf(one: PolicyCase, context: Context): Finding {
  const { campaign, problem, silencedGroups } = one
  const stopped = silencedGroups.length > 0 ? 'high' : 'medium'
  return setupFinding(
    {
      campaignId: campaign.id,
      part: problem,
      probability: THRESHOLDS.policyProbability.value,
      priority: problem === 'disapproved' ? stopped : 'low',
    },
    words.disapprovedAdTexts(context, one),
  )
}
