import { ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { lostShare } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './brand-mix-words.ts'
import { isLive, namesBrand } from './keyword-evidence.ts'

/** Brand and other searches in one campaign, and brand campaigns that miss searches for the brand. */
export const brandMix = defineRule({
  name: 'brand-mix',
  title: 'Marca mezclada con lo demás',
  category: 'keywords',
  place: 90,
  needs: { levels: ['campaign', 'keyword'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign' | 'keyword'>, context: Context): RuleResult {
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const active = snapshot.campaigns.filter(
    ({ status, channelType }) => status === 'ENABLED' && channelType === 'SEARCH',
  )
  const findings = active.flatMap((campaign) => [
    ...mixed(campaign, byCampaign.get(campaign.id) ?? [], context),
    ...missed(campaign, context),
  ])
  if (findings.length > 0) return { findings, silence: null }
  const isKnown = context.protection.isKnown || active.some(isBrandCampaign)
  // Without impression shares it is not known what the brand's campaigns miss.
  const hasShares = active.some(({ impressionShare }) => impressionShare !== undefined)
  const well = hasShares ? words.ALL_WELL : words.SEPARATE
  return { findings, silence: isKnown ? well : words.NO_BRAND }
}

/** The brand converts by itself: mixed in, it hides what the other searches really cost. */
function mixed(
  campaign: CampaignFacts,
  keywords: readonly KeywordFacts[],
  context: Context,
): Finding[] {
  const brand = keywords.filter(({ text }) => namesBrand(context, text))
  const share = ratio(costOf(brand), costOf(keywords))
  const { brandMixShare } = THRESHOLDS
  if (share < brandMixShare.value || share > 1 - brandMixShare.value) return []
  return [
    setupFinding(
      {
        ...sharedFields(campaign, 'mixed'),
        acts: [`campaign:${campaign.id}:split`],
        group: {
          identity: ['group', 'mixed'],
          label: campaign.name,
          texts: (parts) => words.brandMixGroupTexts(context, parts),
        },
      },
      words.brandMixTexts(context, { campaign, brand, share }),
    ),
  ]
}

function missed(campaign: CampaignFacts, context: Context): Finding[] {
  if (!isBrandCampaign(campaign)) return []
  const [budget, rank] = [lostShare(campaign, 'budget'), lostShare(campaign, 'rank')]
  if (budget.atLeast + rank.atLeast <= THRESHOLDS.brandLostShare.value) return []
  return [
    setupFinding(
      {
        ...sharedFields(campaign, 'missed'),
        group: {
          identity: ['group', 'missed'],
          label: campaign.name,
          texts: (parts) => words.brandLossGroupTexts(context, parts),
        },
      },
      words.brandLostTexts(context, { campaign, budget, rank }),
    ),
  ]
}

function sharedFields(campaign: CampaignFacts, part: string) {
  return {
    campaignId: campaign.id,
    part,
    probability: THRESHOLDS.mostCertain.value,
    priority: 'low',
  } as const
}

function costOf(keywords: readonly KeywordFacts[]): number {
  return keywords.reduce((sum, { sums }) => sum + sums.costMicros, 0)
}
