import { daysInRange } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Say } from '../words/say.ts'
import { isBrandCampaign, type Protection, protectionOf } from './brand.ts'
import { daysKnown, isCutShort } from './coverage.ts'
import { type NegativeLookup, negativeLookup } from './matches.ts'
import { accountSums, addUp, type Measurement, measurementOf } from './measurement.ts'
import type { AccountSnapshot, AdGroupFacts, CampaignFacts } from './snapshot.ts'

/** What every rule needs to know, worked out once. */
export type Context = {
  say: Say
  campaigns: ReadonlyMap<string, CampaignFacts>
  adGroups: ReadonlyMap<string, AdGroupFacts>
  protection: Protection
  /** Whether an existing negative already stops a query. */
  isNegated: NegativeLookup
  measurement: Measurement
  days: number
  /** Of the account, the days read so far; those of the window where nothing else is said. */
  daysKnown: number
  /** Earlier days of the window are still to be read. */
  isReading: boolean
  /** Sums of the window × this = 30 days. */
  monthFactor: number
  sums: Metrics
  /** Share of the cost of searches whose words Google shows, fraction; null if unknown. */
  visibleShare: number | null
  /** What a conversion may cost in this campaign; null where unknown. */
  targetOf: (campaignId: string) => Target | null
  /** The same of a part of a campaign: an average in which it counts itself would hide how dear it is. */
  targetWithout: (campaignId: string, sums: Metrics) => Target | null
}

export type Target = {
  micros: number
  /**
   * campaign: its own tCPA; roas: value per conversion / tROAS; goal: the user's; average: paid so far, rest: the same
   * without what is judged.
   */
  origin: 'campaign' | 'roas' | 'goal' | 'average' | 'rest'
}

export function contextOf(snapshot: AccountSnapshot, say: Say): Context {
  const campaigns = new Map(snapshot.campaigns.map((campaign) => [campaign.id, campaign]))
  const measurement = measurementOf(snapshot)
  const days = Math.max(1, daysInRange(snapshot.window.from, snapshot.window.to))
  const covered = snapshot.coverage?.campaign
  const averages = averageCpas(snapshot, measurement.knownShare)
  const target = (id: string, average: number | null) =>
    targetOf(campaigns.get(id), snapshot.targetCpaMicros, {
      average,
      valueKnownShare: measurement.valueKnownShare,
    })
  return {
    say,
    campaigns,
    adGroups: new Map(snapshot.adGroups.map((adGroup) => [adGroup.id, adGroup])),
    protection: protectionOf(snapshot),
    isNegated: negativeLookup(snapshot.negatives),
    measurement,
    days,
    daysKnown: covered ? daysKnown(covered) : days,
    isReading: covered !== undefined && isCutShort(covered, snapshot.lagCurve),
    monthFactor: THRESHOLDS.monthDays.value / days,
    sums: accountSums(snapshot),
    visibleShare: visibleShareOf(snapshot),
    targetOf: (id) => target(id, averages.all),
    targetWithout: (id, sums) => {
      const known = target(id, averages.all)
      if (known?.origin !== 'average') return known
      const micros = averages.without(sums)
      return micros === null ? null : { micros, origin: 'rest' }
    },
  }
}

/** Known to be; `isManualBidding` is not its opposite, for a strategy may be unknown. */
export function isSmartBidding({ biddingStrategyType }: CampaignFacts): boolean {
  return SMART.test(biddingStrategyType ?? '')
}

export function isManualBidding({ biddingStrategyType }: CampaignFacts): boolean {
  return biddingStrategyType !== undefined && !SMART.test(biddingStrategyType)
}

const SMART = /^(TARGET_(CPA|ROAS)|MAXIMIZE_CONVERSION)/

function visibleShareOf({ searchTerms, hiddenSearchTerms }: AccountSnapshot): number | null {
  if (!hiddenSearchTerms) return null
  const visible = addUp(searchTerms.map(({ sums }) => sums)).costMicros
  const all = visible + hiddenSearchTerms.costMicros
  return all > 0 ? visible / all : null
}

function targetOf(
  campaign: CampaignFacts | undefined,
  goal: number | undefined,
  { average, valueKnownShare }: { average: number | null; valueKnownShare: number },
): Target | null {
  if (campaign?.targetCpaMicros) return { micros: campaign.targetCpaMicros, origin: 'campaign' }
  const { conversionsMicros = 0, valueMicros = 0 } = campaign?.sums ?? {}
  const conversions = (conversionsMicros / MICROS) * valueKnownShare
  if (campaign?.targetRoas && valueMicros > 0 && conversions >= THRESHOLDS.valueConversions.value) {
    return { micros: valueMicros / conversions / campaign.targetRoas, origin: 'roas' }
  }
  if (goal) return { micros: goal, origin: 'goal' }
  return average === null ? null : { micros: average, origin: 'average' }
}

/** Brand conversions are cheap and would make everything else look dear: left out where possible. */
function averageCpas(snapshot: AccountSnapshot, knownShare: number) {
  const others = snapshot.campaigns.filter((campaign) => !isBrandCampaign(campaign))
  const candidates = [addUp(others.map(({ sums }) => sums)), accountSums(snapshot)]
  const found = candidates.find(
    ({ conversionsMicros }) => conversionsMicros >= THRESHOLDS.accountConversions.value * MICROS,
  )
  const without = ({
    costMicros,
    conversionsMicros,
  }: Pick<Metrics, 'costMicros' | 'conversionsMicros'>) => {
    const conversions = ((found?.conversionsMicros ?? 0) - conversionsMicros) / MICROS
    const cost = (found?.costMicros ?? 0) - costMicros
    return conversions > 0 && cost > 0 ? (cost * knownShare) / conversions : null
  }
  return { all: without({ costMicros: 0, conversionsMicros: 0 }), without }
}
