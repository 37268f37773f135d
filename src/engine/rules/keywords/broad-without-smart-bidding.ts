import { type Metrics, ratio } from '#shared/metrics.ts'
import { type Context, isSmartBidding } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { keywordClaim } from '../../findings/claims.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { aboutCampaign, chanceCheaper, chanceDearer } from '../bidding/campaign-evidence.ts'
import { broadWithoutSmartBiddingTexts } from './broad-without-smart-bidding-words.ts'
import { isLive, namesBrand } from './keyword-evidence.ts'
import { atPriceOf } from './price-comparison.ts'

const RULE = 'broad-without-smart-bidding'

export type BroadCase = {
  campaign: CampaignFacts
  broad: KeywordFacts[]
  broadSums: Metrics
  /** Of its exact keywords; all 0 without them. */
  exactSums: Metrics
  /** Of the cost of the campaign's keywords, fraction. */
  share: number
  /** P(a conversion of the broad ones costs more than an exact one). */
  dearer: number
}

/** Broad match leaves the choice of searches to Smart Bidding; without it nobody chooses. */
export function broadWithoutSmartBidding(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const live = snapshot.keywords.filter(
    (keyword) => isLive(context, keyword) && !namesBrand(context, keyword.text),
  )
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const cases = snapshot.campaigns.flatMap((campaign) =>
    isSmartBidding(campaign) ? [] : caseOf(campaign, byCampaign.get(campaign.id) ?? [], context),
  )
  return {
    findings: cases.map((one) => findingOf(one, context)),
    silence: cases.length > 0 ? null : ALL_WELL,
  }
}

const ALL_WELL =
  'Ninguna campaña sin puja automática gasta una parte apreciable en concordancia amplia, o donde lo hace sale a buen precio.'

function caseOf(
  campaign: CampaignFacts,
  keywords: readonly KeywordFacts[],
  context: Context,
): BroadCase[] {
  const broad = keywords.filter(isBroad)
  const broadSums = addUp(broad.map(({ sums }) => sums))
  const all = addUp(keywords.map(({ sums }) => sums)).costMicros
  const share = ratio(broadSums.costMicros, all)
  const { broadCostShare, broadProbability } = THRESHOLDS
  if (share < broadCostShare.value || broadSums.clicks < THRESHOLDS.matchTypeClicks.value) return []
  const target = context.targetOf(campaign.id)
  const isGood =
    target !== null && chanceCheaper(context, broadSums, target.micros) >= broadProbability.value
  if (isGood) return []
  const exact = keywords.filter(({ matchType }) => matchType === 'EXACT')
  const exactSums = addUp(exact.map(({ sums }) => sums))
  const dearer =
    exactSums.clicks >= THRESHOLDS.matchTypeClicks.value
      ? chanceDearer(context, broadSums, exactSums, 1)
      : 0
  return [{ campaign, broad, broadSums, exactSums, share, dearer }]
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
    ...aboutCampaign(RULE, 'keywords', campaign.id),
    probability: isDearer ? dearer : THRESHOLDS.mostCertain.value,
    claims: isDearer ? broad.map((keyword) => keywordClaim(keyword, keyword.sums.costMicros)) : [],
    acts: [`campaign:${campaign.id}:broad match`],
    drawMonthlyNet: isDearer ? draw : null,
    kpi: 'coste',
    ...(isDearer ? {} : { fixedPriority: 'baja' }),
    ...broadWithoutSmartBiddingTexts(context, one, isDearer),
  }
}
