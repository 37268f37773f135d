import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isBrandCampaign } from './brand.ts'
import { campaignsOfAnotherKind } from './conversion-kinds.ts'
import { type Counted, type CountedSums, countedOf, type Sums } from './known-figures.ts'
import { accountSums, addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/** What conversions have cost so far, of those that tell what one may cost (`Target` says what the fields mean). */
export type AverageCost = {
  micros: number
  origin: 'average' | 'rest'
  isOwn?: true
  isOfSearches?: true
}

/** Display, video and the like count conversions of people who asked for nothing: cheap ones are no measure of a search's. */
export const answersSearches = ({ channelType }: CampaignFacts<never>) =>
  !['DISPLAY', 'VIDEO', 'DEMAND_GEN', 'DISCOVERY'].includes(channelType)

const meanCost = ({ costMicros = 0, conversionsMicros = 0 }: Sums) => costMicros / conversionsMicros

/** Brand conversions are cheap and would make everything else look dear: left out where possible, as those of another kind. */
export function averageCosts(
  snapshot: AccountSnapshot,
  knownShare: number,
  brand: ReadonlyMap<string, CountedSums>,
) {
  const unlike = campaignsOfAnotherKind(snapshot)
  const others = snapshot.campaigns.filter((campaign) => !isBrandCampaign(campaign))
  const alike = others.filter(({ id }) => !unlike.has(id))
  const unbranded = ({ id, sums }: CampaignFacts<never>) => lessBrand(sums, brand.get(id))
  const sumsOf = (campaigns: readonly CampaignFacts<never>[]) => addUp(campaigns.map(unbranded))
  const least = THRESHOLDS.accountConversions.value * MICROS
  const firstOf = (...pools: Sums[]) =>
    pools.find(
      ({ costMicros, conversionsMicros = 0 }) =>
        costMicros !== undefined && conversionsMicros >= least,
    )
  const found = firstOf(sumsOf(alike), sumsOf(others), accountSums(snapshot))
  const asked = firstOf(sumsOf(alike.filter(answersSearches)))
  const isDearer = asked && found && meanCost(asked) > meanCost(found)
  const ofSearches = new Set(
    isDearer ? snapshot.campaigns.filter(answersSearches).map(({ id }) => id) : [],
  )
  const own = new Map(
    snapshot.campaigns.flatMap((one) => (unlike.has(one.id) ? [[one.id, unbranded(one)]] : [])),
  )
  const over = (id: string, part: Part, origin: AverageCost['origin']): AverageCost | null => {
    const isOfSearches = !own.has(id) && ofSearches.has(id)
    const whole = own.get(id) ?? (isOfSearches ? asked : found)
    const conversions = ((whole?.conversionsMicros ?? 0) - part.conversionsMicros) / MICROS
    const cost = (whole?.costMicros ?? 0) - part.costMicros
    if (conversions <= 0 || cost <= 0) return null
    const micros = (cost * knownShare) / conversions
    return {
      micros,
      origin,
      ...(own.has(id) && { isOwn: true }),
      ...(isOfSearches && { isOfSearches }),
    }
  }
  const none = { costMicros: 0, conversionsMicros: 0 }
  // A part that holds brand searches too is at most all that is counted of its campaign.
  const withinRest = (part: Part, id: string): Part => {
    const mixed = brand.get(id) && snapshot.campaigns.find((one) => one.id === id)
    const most = mixed && countedOf(unbranded(mixed))
    if (!most) return part
    return {
      costMicros: Math.min(part.costMicros, most.costMicros),
      conversionsMicros: Math.min(part.conversionsMicros, most.conversionsMicros),
    }
  }
  return {
    of: (id: string) => over(id, none, 'average'),
    ofAccount: over('', none, 'average'),
    without: (id: string, part: Part) => over(id, withinRest(part, id), 'rest'),
  }
}

function lessBrand(sums: Sums, brand: CountedSums | undefined): Sums {
  const whole = countedOf(sums)
  if (!brand || !whole) return sums
  // Google may count a click of a keyword that its campaign has not counted yet.
  const left = (key: keyof CountedSums & Counted) => Math.max(0, whole[key] - brand[key])
  return {
    ...sums,
    clicks: left('clicks'),
    costMicros: left('costMicros'),
    conversionsMicros: left('conversionsMicros'),
  }
}

type Part = { costMicros: number; conversionsMicros: number }
