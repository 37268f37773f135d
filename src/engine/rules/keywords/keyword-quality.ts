import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { KeywordQuality } from '../../account/inventory.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive } from './keyword-evidence.ts'

/** Live keywords of a Search campaign with clicks, and how much of their cost has a quality score. */
export type CampaignQuality = {
  campaign: CampaignFacts<never>
  scored: KeywordFacts[]
  /** Of the cost of all its keywords, fraction. */
  knownShare: number
  /** Mean score weighted by cost; keywords without score are left out. */
  score: number
  /** Of the cost of the scored ones, fraction with a score of 4 or less. */
  lowShare: number
}

export type QualityComponent = Extract<
  keyof KeywordQuality,
  'expectedCtr' | 'adRelevance' | 'landingPage'
>

/** Costs share of the keywords whose component is below average. */
export type WeakComponent = { component: QualityComponent; share: number; keywords: KeywordFacts[] }

/** Campaigns with enough clicks and scores to be judged. */
export function campaignQualities(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
): CampaignQuality[] {
  const live = snapshot.keywords.filter(
    (keyword) => keyword.sums.costMicros > 0 && isLive(context, keyword),
  )
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  return snapshot.campaigns.flatMap((campaign) => {
    const keywords = byCampaign.get(campaign.id) ?? []
    const scored = keywords.filter(({ qualityScore }) => (qualityScore ?? 0) > 0)
    const cost = costOf(scored)
    const knownShare = ratio(cost, costOf(keywords))
    const clicks = scored.reduce((sum, { sums }) => sum + sums.clicks, 0)
    const { qualityKnownShare, qualityClicks, lowQuality } = THRESHOLDS
    if (knownShare < qualityKnownShare.value || clicks < qualityClicks.value) return []
    const weighted = scored.reduce((sum, k) => sum + k.qualityScore! * k.sums.costMicros, 0)
    const low = scored.filter(({ qualityScore }) => qualityScore! <= lowQuality.value)
    const lowShare = ratio(costOf(low), cost)
    return [{ campaign, scored, knownShare, score: weighted / cost, lowShare }]
  })
}

/** What Google says is worse than the other advertisers', on a share of the cost that matters. */
export function weakComponents({ scored }: CampaignQuality): WeakComponent[] {
  return COMPONENTS.flatMap((component) => {
    const known = scored.filter(({ quality }) => quality?.[component] !== undefined)
    const keywords = known.filter(({ quality }) => quality![component] === 'BELOW_AVERAGE')
    const share = ratio(costOf(keywords), costOf(scored))
    const { componentShare, landingComponentShare } = THRESHOLDS
    const limit = component === 'landingPage' ? landingComponentShare : componentShare
    return share > limit.value ? [{ component, share, keywords }] : []
  })
}

/** A campaign that bids on a competitor's name is never as relevant to that search: nothing can be repaired there. */
export function isRival({ campaign }: CampaignQuality, { protection }: Context): boolean {
  return protection.reasonFor('', campaign.id) === 'competencia'
}

const COMPONENTS: readonly QualityComponent[] = ['expectedCtr', 'adRelevance', 'landingPage']

function costOf(keywords: readonly KeywordFacts[]): number {
  return keywords.reduce((sum, { sums }) => sum + sums.costMicros, 0)
}
