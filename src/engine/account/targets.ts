import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isBrandCampaign } from './brand.ts'
import { actionSeries, primaryActions } from './conversion-actions.ts'
import type { CountedSums } from './known-figures.ts'
import { accountSums, addUp, type Measurement } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

export type Target = {
  micros: number
  /**
   * value: what its owner says a conversion of this campaign is worth; campaign: its own tCPA; roas: value per conversion
   * / tROAS; actions: what its owner says each kind of conversion is worth, as many as there are of each; goal: the most
   * its owner pays; average: paid so far; rest: the same without what is judged.
   */
  origin: 'value' | 'campaign' | 'roas' | 'actions' | 'goal' | 'average' | 'rest'
}

/** What a conversion may cost; null where unknown. */
export type Targets = {
  targetOf: (campaignId: string) => Target | null
  /** The same of a part of a campaign: an average in which it counts itself would hide how dear it is. */
  targetWithout: (campaignId: string, sums: CountedSums) => Target | null
  /** What its owner said, of the campaign or else of the account, not what its bidding is told. */
  saidOf: (campaignId: string) => Target | null
  /** What the campaign's own bidding is told, which is no word on what its conversions are worth. */
  askedOf: (campaignId: string) => Target | null
}

export function targetsOf(snapshot: AccountSnapshot, measurement: Measurement): Targets {
  const campaigns = new Map(snapshot.campaigns.map((campaign) => [campaign.id, campaign]))
  const said = new Map(snapshot.conversionValues?.campaigns.map((one) => [one.id, one.micros]))
  const averages = averageCpas(snapshot, measurement.knownShare)
  const asked = (id: string) => askedOf(campaigns.get(id), measurement)
  const general = generalTarget(snapshot)
  const ofCampaign = (id: string): Target | null => {
    const micros = said.get(id)
    return micros ? { micros, origin: 'value' } : null
  }
  const targetOf = (id: string) => ofCampaign(id) ?? asked(id) ?? general ?? ofAverage(averages.all)
  return {
    targetOf,
    saidOf: (id) => ofCampaign(id) ?? general,
    askedOf: asked,
    targetWithout: (id, sums) => {
      const known = targetOf(id)
      if (known?.origin !== 'average') return known
      const micros = averages.without(sums)
      return micros === null ? null : { micros, origin: 'rest' }
    },
  }
}

function ofAverage(micros: number | null): Target | null {
  return micros === null ? null : { micros, origin: 'average' }
}

function askedOf(
  campaign: CampaignFacts<never> | undefined,
  { valueKnownShare }: Measurement,
): Target | null {
  if (campaign?.targetCpaMicros) return { micros: campaign.targetCpaMicros, origin: 'campaign' }
  const { conversionsMicros = 0, valueMicros = 0 } = campaign?.sums ?? {}
  const conversions = (conversionsMicros / MICROS) * valueKnownShare
  if (campaign?.targetRoas && valueMicros > 0 && conversions >= THRESHOLDS.valueConversions.value) {
    return { micros: valueMicros / conversions / campaign.targetRoas, origin: 'roas' }
  }
  return null
}

/** What was said of the account as a whole. */
function generalTarget(snapshot: AccountSnapshot): Target | null {
  const micros = valueOfActions(snapshot)
  if (micros !== null) return { micros, origin: 'actions' }
  const { targetCpaMicros: goal } = snapshot
  return goal ? { micros: goal, origin: 'goal' } : null
}

/**
 * Mean worth of a conversion, by the kinds of which it is said. Null where it is not said of nearly all, or where it is
 * not known how many there are of each.
 */
function valueOfActions(snapshot: AccountSnapshot): number | null {
  const said = new Map(snapshot.conversionValues?.actions.map((one) => [one.id, one.micros]))
  const primaries = primaryActions(snapshot)
  if (said.size === 0 || primaries.length === 0) return null
  const only = new Set(primaries.map(({ id }) => said.get(id)))
  const [alike] = only
  if (only.size === 1 && alike !== undefined) return alike
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  let [all, valued, total] = [0, 0, 0]
  for (const { id } of primaries) {
    const count = series.get(id)?.total ?? 0
    const micros = said.get(id)
    all += count
    if (micros === undefined) continue
    valued += count
    total += count * micros
  }
  if (valued <= 0 || valued < THRESHOLDS.saidValueShare.value * all) return null
  return total / valued
}

/** Brand conversions are cheap and would make everything else look dear: left out where possible. */
function averageCpas(snapshot: AccountSnapshot, knownShare: number) {
  const others = snapshot.campaigns.filter((campaign) => !isBrandCampaign(campaign))
  const candidates = [addUp(others.map(({ sums }) => sums)), accountSums(snapshot)]
  const least = THRESHOLDS.accountConversions.value * MICROS
  const found = candidates.find(
    ({ costMicros, conversionsMicros = 0 }) =>
      costMicros !== undefined && conversionsMicros >= least,
  )
  const without = (part: { costMicros: number; conversionsMicros: number }) => {
    const conversions = ((found?.conversionsMicros ?? 0) - part.conversionsMicros) / MICROS
    const cost = (found?.costMicros ?? 0) - part.costMicros
    return conversions > 0 && cost > 0 ? (cost * knownShare) / conversions : null
  }
  return { all: without({ costMicros: 0, conversionsMicros: 0 }), without }
}
