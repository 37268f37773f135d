import { isBrandCampaign } from '../../account/brand.ts'
import { isNamedOther } from '../../account/campaign-purpose.ts'
import type { Context } from '../../account/context.ts'
import { goesOn } from '../../account/ended-campaigns.ts'
import { hasStrategy, type WithStrategy } from '../../account/known-settings.ts'
import { valueTimes } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { gammaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { conversionBelief, knownConversions } from './campaign-evidence.ts'
import { ownMonthFactor } from './campaign-exposure.ts'
import type { SmartBiddingCase } from './smart-bidding-words.ts'
import * as words from './smart-bidding-words.ts'
import { smartAimOf } from './smart-target.ts'

/** Campaigns whose bids aim at clicks or places although they have the conversions that Smart Bidding learns from. */
export const smartBidding = defineRule({
  name: 'smart-bidding',
  title: 'Estrategia de puja',
  category: 'bids',
  place: 100,
  needs: { conversions: 'once', days: 30, levels: ['campaign'], settings: ['biddingStrategyType'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const running = snapshot.campaigns.filter(({ id }) => goesOn(context, id))
  const own = running.filter(aimsElsewhere)
  if (own.length === 0) return { findings: [], silence: words.ALL_AIM }
  const cases = own.map((campaign) => caseOf(snapshot, campaign, context))
  const likely = cases.filter((c) => c.probability >= THRESHOLDS.smartProbability.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  return {
    findings: accepted.map((one) => findingOf(one, context)),
    silence: accepted.length > 0 ? null : silenceOf(cases, context),
  }
}

/** The brand is bid on by hand, or for its impression share, on purpose; what a name says makes known is, too. */
function aimsElsewhere(campaign: CampaignFacts): campaign is WithStrategy {
  return (
    hasStrategy(campaign) &&
    campaign.status === 'ENABLED' &&
    ['SEARCH', 'SHOPPING'].includes(campaign.channelType) &&
    AIMS_ELSEWHERE.has(campaign.biddingStrategyType) &&
    !isBrandCampaign(campaign) &&
    !isNamedOther(campaign)
  )
}

const AIMS_ELSEWHERE: ReadonlySet<string> = new Set([
  'MANUAL_CPC',
  'ENHANCED_CPC',
  'TARGET_SPEND',
  'TARGET_IMPRESSION_SHARE',
])

function caseOf(
  snapshot: AccountSnapshot<'campaign'>,
  campaign: WithStrategy,
  context: Context,
): SmartBiddingCase {
  const { shape, rate } = conversionBelief(context, campaign.sums)
  const monthFactor = ownMonthFactor(campaign, snapshot, context)
  const needed = THRESHOLDS.smartConversions.value / monthFactor
  return {
    campaign,
    monthlyConversions: knownConversions(context, campaign.sums) * monthFactor,
    aim: smartAimOf(campaign, snapshot, context),
    beyond: beyondSaid(campaign, context),
    probability: rate > 0 ? 1 - gammaCdf(needed, shape, rate) : 0,
    key: campaign.id,
  }
}

/** What its conversions cost, where that is clearly more than its owner has said of them. */
function beyondSaid(campaign: CampaignFacts, context: Context): SmartBiddingCase['beyond'] {
  const { id, sums } = campaign
  const said = context.saidOf(id)
  const conversions = knownConversions(context, sums)
  if (!said || conversions <= 0) return null
  const paidMicros = sums.costMicros / conversions
  const times = valueTimes(context.values, said, campaign, sums)
  const { value: off } = THRESHOLDS.targetOff
  if (paidMicros <= said.micros * times * off) return null
  return { paidMicros, saidMicros: said.micros, bringsMore: times > off }
}

function findingOf(one: SmartBiddingCase, context: Context): Finding {
  const { campaign, probability } = one
  return setupFinding(
    {
      campaignId: campaign.id,
      probability,
      priority: one.beyond ? 'medium' : 'low',
      group: {
        identity: ['group'],
        label: campaign.name,
        texts: (parts) => words.smartBiddingGroupTexts(context, parts),
      },
      acts: [`campaign:${campaign.id}:bidding`],
    },
    words.smartBiddingTexts(context, one),
  )
}

function silenceOf(cases: readonly SmartBiddingCase[], context: Context): string {
  const most = cases.reduce((a, b) => (b.monthlyConversions > a.monthlyConversions ? b : a))
  const { smartConversions } = THRESHOLDS
  const missing = Math.max(1, Math.ceil(smartConversions.value - most.monthlyConversions))
  return words.tooFew(context, missing, most.campaign.name)
}
