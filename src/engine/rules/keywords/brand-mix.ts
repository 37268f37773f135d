import { ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { brandLossGroupTexts, brandMixGroupTexts } from '../../words/setup-groups.ts'
import { type LostShare, lostShare } from '../bidding/campaign-evidence.ts'
import { brandLostTexts, brandMixTexts } from './brand-mix-words.ts'
import { isLive, namesBrand } from './keyword-evidence.ts'

const RULE = 'brand-mix'

export type BrandMix = { campaign: CampaignFacts; brand: KeywordFacts[]; share: number }
export type BrandLoss = { campaign: CampaignFacts; budget: LostShare; rank: LostShare }

/** Brand and other searches in one campaign, and brand campaigns that miss searches for the brand. */
export function brandMix(snapshot: AccountSnapshot, context: Context): RuleResult {
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
  return { findings, silence: isKnown ? ALL_WELL : NO_BRAND }
}

const NO_BRAND =
  'No se reconoce cuál es la marca: ni por el nombre de la cuenta ni por una campaña.'
const ALL_WELL =
  'La marca va separada de lo demás y sus campañas no pierden una parte apreciable de las búsquedas.'

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
        ...head(campaign, 'mixed'),
        acts: [`campaign:${campaign.id}:split`],
        group: {
          identity: ['group', 'mixed'],
          label: campaign.name,
          texts: (parts) => brandMixGroupTexts(context, parts),
        },
      },
      brandMixTexts(context, { campaign, brand, share }),
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
        ...head(campaign, 'missed'),
        group: {
          identity: ['group', 'missed'],
          label: campaign.name,
          texts: (parts) => brandLossGroupTexts(context, parts),
        },
      },
      brandLostTexts(context, { campaign, budget, rank }),
    ),
  ]
}

function head(campaign: CampaignFacts, part: string) {
  return {
    rule: RULE,
    categoria: 'keywords',
    campaignId: campaign.id,
    part,
    probability: THRESHOLDS.mostCertain.value,
    priority: 'baja',
  } as const
}

function costOf(keywords: readonly KeywordFacts[]): number {
  return keywords.reduce((sum, { sums }) => sum + sums.costMicros, 0)
}
