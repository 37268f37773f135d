import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive, keywordId, updateKeyword } from './keyword-evidence.ts'
import { disapprovedTexts, firstPageTexts, silentTexts } from './silent-keywords-words.ts'

const RULE = 'silent-keywords'

/** Live keywords that are not shown: disapproved, bid below the first page, or never searched for. */
export function silentKeywords(snapshot: AccountSnapshot, context: Context): RuleResult {
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  if (live.length === 0) return { findings: [], silence: NO_KEYWORDS }
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const own = snapshot.campaigns.map((campaign) => ({
    campaign,
    keywords: byCampaign.get(campaign.id) ?? [],
  }))
  const findings = [
    ...disapproved(live, context),
    ...own.flatMap((one) => belowFirstPage(snapshot, one.campaign, one.keywords, context)),
    ...neverShown(
      own.flatMap((one) => silentOf(one.campaign, one.keywords, context)),
      context,
    ),
  ]
  return { findings, silence: findings.length > 0 ? null : ALL_SHOWN }
}

const NO_KEYWORDS = 'No hay palabras clave activas.'
const ALL_SHOWN =
  'Casi todas las palabras clave activas se muestran y ninguna consta como rechazada por Google.'

function disapproved(keywords: readonly KeywordFacts[], context: Context): Finding[] {
  const stopped = keywords.filter(({ quality }) => quality?.approvalStatus === 'DISAPPROVED')
  if (stopped.length === 0) return []
  return [
    setupFinding(
      { ...head(null, 'disapproved'), priority: 'media' },
      disapprovedTexts(context, stopped),
    ),
  ]
}

export type FirstPageCase = { keyword: KeywordFacts; firstPageMicros: number; newBidMicros: number }

/** One step of the bid brings them onto the first page, where Google takes keyword bids at all. */
function belowFirstPage(
  { account }: AccountSnapshot,
  campaign: CampaignFacts,
  keywords: readonly KeywordFacts[],
  context: Context,
): Finding[] {
  if (!['MANUAL_CPC', 'ENHANCED_CPC'].includes(campaign.biddingStrategyType)) return []
  const target = context.measurement.blocked ? null : context.targetOf(campaign.id)
  const { clicks, conversionsMicros } = campaign.sums
  const worth = clicks > 0 && target ? (target.micros * conversionsMicros) / MICROS / clicks : 0
  const step = context.say.currencyStepMicros
  const cases = keywords.flatMap((keyword) => {
    const bid = keyword.bidMicros ?? 0
    const firstPageMicros = keyword.quality?.firstPageCpcMicros ?? 0
    const newBidMicros = Math.ceil(firstPageMicros / step) * step
    const isStep = newBidMicros > bid && newBidMicros <= bid * (1 + THRESHOLDS.bidStep.value)
    return bid > 0 && isStep && newBidMicros <= worth
      ? [{ keyword, firstPageMicros, newBidMicros }]
      : []
  })
  if (cases.length === 0) return []
  const operations = cases.map(({ keyword, newBidMicros }) =>
    updateKeyword(keyword, 'cpcBidMicros', { cpcBidMicros: String(newBidMicros) }),
  )
  return [
    setupFinding(
      {
        ...head(campaign.id, 'first-page'),
        categoria: 'pujas',
        priority: 'baja',
        acts: cases.map(({ keyword }) => `keyword:${keywordId(keyword)}:bid`),
      },
      firstPageTexts(
        context,
        campaign,
        cases,
        worth,
        account.source === 'imported' ? [] : operations,
      ),
    ),
  ]
}

export type SilentCase = { campaign: CampaignFacts; silent: KeywordFacts[]; live: number }

/** Empty unless the campaign has more of them than is usual. */
function silentOf(
  campaign: CampaignFacts,
  keywords: readonly KeywordFacts[],
  context: Context,
): SilentCase[] {
  const { silentDays, silentKeywords: fewest, silentShare } = THRESHOLDS
  if (context.days < silentDays.value || campaign.sums.impressions === 0) return []
  const silent = keywords.filter(
    ({ sums, quality }) => sums.impressions === 0 && quality?.approvalStatus !== 'DISAPPROVED',
  )
  const share = silent.length / keywords.length
  if (silent.length < fewest.value || share <= silentShare.value) return []
  return [{ campaign, silent, live: keywords.length }]
}

function neverShown(cases: readonly SilentCase[], context: Context): Finding[] {
  if (cases.length === 0) return []
  const most = cases.toSorted((a, b) => b.silent.length - a.silent.length)
  return [setupFinding({ ...head(null, 'silent'), priority: 'baja' }, silentTexts(context, most))]
}

function head(campaignId: string | null, part: string) {
  return {
    rule: RULE,
    categoria: 'keywords',
    campaignId,
    part,
    probability: THRESHOLDS.mostCertain.value,
  } as const
}
