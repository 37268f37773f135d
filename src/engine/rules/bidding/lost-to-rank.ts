import { ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context, Target } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { lostToRankGroupTexts } from '../../words/setup-groups.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { campaignQualities } from '../keywords/keyword-quality.ts'
import { chanceCheaper, knownConversions, lostShare } from './campaign-evidence.ts'
import { lostToRankTexts } from './lost-to-rank-words.ts'

const RULE = 'lost-to-rank'

export type RankCase = {
  campaign: CampaignFacts
  target: Target
  /** Fractions of the possible impressions. */
  won: number
  lost: number
  /** Conversions of the window if all were won, at the usual falling return: more than can be had. */
  mostConversions: number
  /** Mean quality score by cost; null where Google gives none. */
  score: number | null
  probability: number
  key: string
}

/** Campaigns whose conversions are cheap enough and that still lose many auctions by bid or quality. */
export function lostToRank(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = bidsBlockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const losing = snapshot.campaigns.filter(
    (campaign) =>
      campaign.status === 'ENABLED' &&
      !isBrandCampaign(campaign) &&
      lostShare(campaign, 'rank').atLeast >= THRESHOLDS.rankLostShare.value,
  )
  if (losing.length === 0) return { findings: [], silence: FEW_LOST }
  const scores = new Map(
    campaignQualities(snapshot, context).map(({ campaign, score }) => [campaign.id, score]),
  )
  const cases = losing.flatMap((one) => caseOf(one, context, scores.get(one.id) ?? null))
  const likely = cases.filter((one) => one.probability >= THRESHOLDS.rankProbability.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  return {
    findings: accepted.map((one) => findingOf(one, context)),
    silence: accepted.length > 0 ? null : TOO_DEAR,
  }
}

const FEW_LOST = 'Ninguna campaña activa pierde muchas subastas por posición.'
const TOO_DEAR =
  'Alguna campaña pierde muchas subastas por posición, pero no se puede asegurar que ganarlas saliera a buen precio.'

function caseOf(campaign: CampaignFacts, context: Context, score: number | null): RankCase[] {
  const target = context.targetOf(campaign.id)
  const { sums, impressionShare } = campaign
  const won = Math.min(1, ratio(sums.impressions, impressionShare.eligible))
  const lost = lostShare(campaign, 'rank').shown
  if (!target || won <= 0 || sums.conversionsMicros <= 0) return []
  const growth = ((won + lost) / won) ** THRESHOLDS.rankResponse.value - 1
  const mostConversions = knownConversions(context, sums) * growth
  const probability = chanceCheaper(context, sums, target.micros)
  return [{ campaign, target, won, lost, mostConversions, score, probability, key: campaign.id }]
}

function findingOf(one: RankCase, context: Context): Finding {
  return setupFinding(
    {
      rule: RULE,
      categoria: 'pujas',
      campaignId: one.campaign.id,
      probability: one.probability,
      priority: 'baja',
      group: {
        identity: ['group'],
        label: one.campaign.name,
        texts: (parts) => lostToRankGroupTexts(context, parts),
      },
      acts: [`campaign:${one.campaign.id}:rank`],
    },
    lostToRankTexts(context, one),
  )
}
