import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { gammaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { smartBiddingGroupTexts } from '../../words/setup-groups.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { conversionBelief, knownConversions } from './campaign-evidence.ts'
import { smartBiddingTexts } from './smart-bidding-words.ts'

const RULE = 'smart-bidding'

export type SmartBiddingCase = {
  campaign: CampaignFacts
  /** In 30 days, those still to be reported included. */
  monthlyConversions: number
  probability: number
  key: string
}

/** Campaigns with manual bids although they have the conversions that Smart Bidding learns from. */
export function smartBidding(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = bidsBlockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const manual = snapshot.campaigns.filter(isManual)
  if (manual.length === 0) return { findings: [], silence: NONE_MANUAL }
  const cases = manual.map((campaign) => caseOf(campaign, context))
  const likely = cases.filter((c) => c.probability >= THRESHOLDS.smartProbability.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  return {
    findings: accepted.map((one) => findingOf(one, context)),
    silence: accepted.length > 0 ? null : tooFew(cases, context),
  }
}

const NONE_MANUAL =
  'Ninguna campaña activa de búsqueda o Shopping, sin contar la marca, lleva las pujas a mano.'

/** The brand is bid on by hand, or for its impression share, on purpose. */
function isManual(campaign: CampaignFacts): boolean {
  return (
    campaign.status === 'ENABLED' &&
    ['SEARCH', 'SHOPPING'].includes(campaign.channelType) &&
    ['MANUAL_CPC', 'ENHANCED_CPC', 'TARGET_SPEND'].includes(campaign.biddingStrategyType) &&
    !isBrandCampaign(campaign)
  )
}

function caseOf(campaign: CampaignFacts, context: Context): SmartBiddingCase {
  const { shape, rate } = conversionBelief(context, campaign.sums)
  const needed = THRESHOLDS.smartConversions.value / context.monthFactor
  return {
    campaign,
    monthlyConversions: knownConversions(context, campaign.sums) * context.monthFactor,
    probability: rate > 0 ? 1 - gammaCdf(needed, shape, rate) : 0,
    key: campaign.id,
  }
}

function findingOf(one: SmartBiddingCase, context: Context): Finding {
  const { campaign, probability } = one
  return setupFinding(
    {
      rule: RULE,
      categoria: 'pujas',
      campaignId: campaign.id,
      probability,
      priority: 'baja',
      group: {
        identity: ['group'],
        label: campaign.name,
        texts: (parts) => smartBiddingGroupTexts(context, parts),
      },
      acts: [`campaign:${campaign.id}:bidding`],
    },
    smartBiddingTexts(context, one),
  )
}

function tooFew(cases: readonly SmartBiddingCase[], { say }: Context): string {
  const most = cases.reduce((a, b) => (b.monthlyConversions > a.monthlyConversions ? b : a))
  const { smartConversions } = THRESHOLDS
  const missing = Math.max(1, Math.ceil(smartConversions.value - most.monthlyConversions))
  const some = missing === 1 ? 'hace falta' : 'hacen falta unas'
  return `Para que la puja automática aprenda ${some} ${say.plural(missing, 'conversión', 'conversiones')} más al mes en «${most.campaign.name}».`
}
