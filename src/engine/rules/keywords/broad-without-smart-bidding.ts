import { ratio } from '#shared/metrics.ts'
import { isManualBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import { type CountedSums, less } from '../../account/known-figures.ts'
import { hasStrategy, type WithStrategy } from '../../account/known-settings.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { keywordClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import {
  aboutCampaign,
  chanceCheaper,
  chanceDearer,
  knownConversions,
} from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { BroadCase } from './broad-without-smart-bidding-words.ts'
import * as words from './broad-without-smart-bidding-words.ts'
import { isLive, keywordId } from './keyword-evidence.ts'
import { atPriceOf } from './price-comparison.ts'

/** Broad match leaves the choice of searches to Smart Bidding; without it searches are not chosen. */
export const broadWithoutSmartBidding = defineRule({
  name: 'broad-without-smart-bidding',
  title: 'Concordancia amplia sin puja automática',
  category: 'keywords',
  place: 110,
  needs: { conversions: true, levels: ['keyword'], settings: ['biddingStrategyType'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const live = snapshot.keywords.filter(
    (keyword) => isLive(context, keyword) && !context.protection.namesBrand(keyword),
  )
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const cases = snapshot.campaigns
    .filter(hasStrategy)
    .flatMap((campaign) =>
      isManualBidding(campaign) ? caseOf(campaign, byCampaign.get(campaign.id) ?? [], context) : [],
    )
  return {
    findings: cases.map((one) => findingOf(one, context)),
    silence: cases.length > 0 ? null : words.ALL_WELL,
  }
}

function caseOf(
  campaign: WithStrategy<CampaignFacts<never>>,
  keywords: readonly KeywordFacts[],
  context: Context,
): BroadCase[] {
  const broad = keywords.filter(isBroad)
  const broadSums = addUp(broad.map(({ sums }) => sums))
  const all = addUp(keywords.map(({ sums }) => sums))
  const share = ratio(broadSums.costMicros, all.costMicros)
  const { broadCostShare, broadProbability } = THRESHOLDS
  if (share < broadCostShare.value || broadSums.clicks < THRESHOLDS.matchTypeClicks.value) return []
  const target = context.targetOf(campaign.id)
  const judged =
    target?.origin === 'average' ? less(broadSums, brandOf(campaign, broad, context)) : broadSums
  const isGood =
    target !== null && chanceCheaper(context, judged, target.micros) >= broadProbability.value
  if (isGood) return []
  const exact = keywords.filter(({ matchType }) => matchType === 'EXACT')
  const exactSums = addUp(exact.map(({ sums }) => sums))
  const dearer =
    exactSums.clicks >= THRESHOLDS.matchTypeClicks.value
      ? chanceDearer(context, broadSums, exactSums, 1)
      : 0
  const monthly = knownConversions(context, all) * context.monthFactor
  const couldLearn = monthly >= THRESHOLDS.smartConversions.value
  return [{ campaign, broad, broadSums, exactSums, share, dearer, couldLearn }]
}

/** A mean that leaves the brand out is no price of the searches for it that they bring. */
function brandOf(
  { id }: CampaignFacts<never>,
  broad: readonly KeywordFacts[],
  { mixedBrand }: Context,
): CountedSums {
  const own = new Set(broad.map(keywordId))
  const brought = (mixedBrand.get(id)?.searches ?? []).filter(({ adGroupId, criterionId = '' }) =>
    own.has(keywordId({ adGroupId, criterionId })),
  )
  return addUp(brought.map(({ sums }) => sums))
}

/** '+zapatos +mujer' is the old modified broad match: stored as broad, matched as phrase. */
function isBroad({ text, matchType, sums }: KeywordFacts): boolean {
  return matchType === 'BROAD' && sums.clicks > 0 && !/(^|\s)\+\S/.test(text)
}

function findingOf(one: BroadCase, context: Context): Finding {
  const { campaign, broad, broadSums, exactSums, dearer } = one
  const isDearer = dearer >= THRESHOLDS.broadProbability.value
  const draw = atPriceOf(context, broadSums, exactSums)
  return {
    ...aboutCampaign(campaign.id),
    probability: isDearer ? dearer : THRESHOLDS.mostCertain.value,
    isAdvice: true,
    claims: isDearer ? broad.map((keyword) => keywordClaim(keyword, keyword.sums.costMicros)) : [],
    acts: [`campaign:${campaign.id}:broad match`],
    drawMonthlyNet: isDearer ? draw : null,
    isSupposed: true,
    kpi: 'cost',
    ...(isDearer ? {} : { fixedPriority: 'low' }),
    ...words.broadWithoutSmartBiddingTexts(context, one, isDearer),
  }
}
