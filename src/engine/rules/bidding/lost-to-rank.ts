import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { goesOn } from '../../account/ended-campaigns.ts'
import { COUNTED, less } from '../../account/known-figures.ts'
import { sharesOf } from '../../account/known-settings.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { campaignQualities } from '../keywords/keyword-quality.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { chanceCheaper, knownConversions, lostShare } from './campaign-evidence.ts'
import type { RankCase } from './lost-to-rank-words.ts'
import * as words from './lost-to-rank-words.ts'

/** Campaigns whose conversions are cheap enough and that still lose many auctions by bid or quality. */
export const lostToRank = defineRule({
  name: 'lost-to-rank',
  title: 'Impresiones perdidas por ranking',
  category: 'bids',
  place: 140,
  needs: { conversions: 'once', days: 30, levels: ['campaign'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const losing = snapshot.campaigns.filter(
    (campaign) =>
      campaign.status === 'ENABLED' &&
      goesOn(context, campaign.id) &&
      !isBrandCampaign(campaign) &&
      lostShare(campaign, 'rank').atLeast >= THRESHOLDS.rankLostShare.value,
  )
  if (losing.length === 0) {
    const silence = snapshot.campaigns.some(sharesOf) ? words.FEW_LOST : words.NO_SHARES
    return { findings: [], silence }
  }
  // With the budget spent a higher bid buys fewer clicks. By the whole window: a quiet week makes no room for good.
  const affordable = losing.filter(
    (campaign) => (sharesOf(campaign)?.lostToBudget ?? 0) < THRESHOLDS.budgetLostShare.value,
  )
  if (affordable.length === 0) return { findings: [], silence: words.NO_BUDGET }
  const scored = withKnown(snapshot, ['keyword'], COUNTED)
  const qualities = scored ? campaignQualities(scored, context) : []
  const scores = new Map(qualities.map(({ campaign, score }) => [campaign.id, score]))
  const cases = affordable.flatMap((one) => caseOf(one, context, scores.get(one.id) ?? null))
  const likely = cases.filter((one) => one.probability >= THRESHOLDS.rankProbability.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  return {
    findings: accepted.map((one) => findingOf(one, context)),
    silence: accepted.length > 0 ? null : words.TOO_DEAR,
  }
}

function caseOf(campaign: CampaignFacts, context: Context, score: number | null): RankCase[] {
  const target = context.targetOf(campaign.id)
  // A mean that leaves the brand out is no price of what sells by its name, and no better place finds more of that.
  const brand = target?.origin === 'average' ? context.mixedBrand.get(campaign.id) : undefined
  const sums = brand ? less(campaign.sums, brand.sums) : campaign.sums
  const won = Math.min(1, sharesOf(campaign)?.won ?? 0)
  const lost = lostShare(campaign, 'rank').shown
  if (!target || won <= 0 || sums.conversionsMicros <= 0) return []
  const growth = ((won + lost) / won) ** THRESHOLDS.rankResponse.value - 1
  const mostConversions = knownConversions(context, sums) * growth
  const probability = chanceCheaper(context, sums, target.micros)
  const isUnbranded = brand !== undefined
  const certain = { campaign, target, sums, isUnbranded, won, lost }
  return [{ ...certain, mostConversions, score, probability, key: campaign.id }]
}

function findingOf(one: RankCase, context: Context): Finding {
  return setupFinding(
    {
      campaignId: one.campaign.id,
      probability: one.probability,
      priority: 'low',
      group: {
        identity: ['group'],
        label: one.campaign.name,
        texts: (parts) => words.lostToRankGroupTexts(context, parts),
      },
      acts: [`campaign:${one.campaign.id}:rank`],
    },
    words.lostToRankTexts(context, one),
  )
}
