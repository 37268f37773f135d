import { MICROS, ratio } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isBrandCampaign } from './brand.ts'
import { campaignsOfAnotherKind } from './conversion-kinds.ts'
import { type CountedSums, countedOf, less, type Sums } from './known-figures.ts'
import { accountSums, addUp } from './measurement.ts'
import type { MixedBrands } from './mixed-brand.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/** What conversions have cost so far, of those that tell what one may cost (`Target` says what the fields mean). */
export type AverageCost = {
  micros: number
  origin: 'average' | 'rest'
  isOwn?: Unlike
  isOfSearches?: true
}

/** Why a campaign is measured by its own mean alone: its conversions may be of another kind, or cost many times the others'. */
export type Unlike = 'kind' | 'dear'

/** Display, video and the like count conversions of people who asked for nothing: cheap ones are no measure of a search's. */
export const answersSearches = ({ channelType }: CampaignFacts<never>) =>
  !['DISPLAY', 'VIDEO', 'DEMAND_GEN', 'DISCOVERY'].includes(channelType)

const meanCost = ({ costMicros = 0, conversionsMicros = 0 }: Sums) => costMicros / conversionsMicros

/** Brand conversions are cheap and would make everything else look dear: left out where possible, as those of another kind. */
export function averageCosts(snapshot: AccountSnapshot, knownShare: number, brand: MixedBrands) {
  const ofAnotherKind = campaignsOfAnotherKind(snapshot)
  const others = snapshot.campaigns.filter((campaign) => !isBrandCampaign(campaign))
  const alike = others.filter(({ id }) => !ofAnotherKind.has(id))
  const unbranded = ({ id, sums }: CampaignFacts<never>) => lessBrand(sums, brand.get(id)?.sums)
  const sumsOf = (campaigns: readonly CampaignFacts<never>[]) => addUp(campaigns.map(unbranded))
  const mixed = addUp([...brand.values()].map(({ sums }) => sums))
  const everything = lessBrand(accountSums(snapshot), mixed)
  const meansOf = (pool: readonly CampaignFacts<never>[]): Means => {
    const found = firstOf(sumsOf(pool), sumsOf(others), everything)
    const asked = firstOf(sumsOf(pool.filter(answersSearches)))
    const isDearer = asked && found && meanCost(asked) > meanCost(found)
    const ofSearches = isDearer ? snapshot.campaigns.filter(answersSearches) : []
    return { found, asked, ofSearches: new Set(ofSearches.map(({ id }) => id)) }
  }
  const all = meansOf(alike)
  const dear = dearCampaigns(alike, unbranded, all)
  const usual = alike.filter(({ id }) => !dear.has(id))
  const own = new Map(
    snapshot.campaigns.flatMap((one) =>
      ofAnotherKind.has(one.id) || dear.has(one.id) ? [[one.id, unbranded(one)]] : [],
    ),
  )
  const means = isMost(sumsOf(usual), sumsOf(alike)) ? meansOf(usual) : all
  const over = (id: string, part: Part, origin: AverageCost['origin']): AverageCost | null => {
    const sums = own.get(id)
    // Of a dear campaign as a whole nothing is left but the others.
    const isAlone = dear.has(id) && part.costMicros >= (sums?.costMicros ?? 0)
    const { found, asked, ofSearches } = isAlone ? all : means
    const isOwn = sums && !isAlone
    const isOfSearches = !isOwn && ofSearches.has(id)
    const whole = isOwn ? sums : isOfSearches ? asked : found
    const conversions = ((whole?.conversionsMicros ?? 0) - part.conversionsMicros) / MICROS
    const cost = (whole?.costMicros ?? 0) - part.costMicros
    if (conversions <= 0 || cost <= 0) return null
    const micros = (cost * knownShare) / conversions
    return {
      micros,
      origin,
      ...(isOwn && { isOwn: dear.has(id) ? 'dear' : 'kind' }),
      ...(isOfSearches && { isOfSearches }),
    }
  }
  const none = { costMicros: 0, conversionsMicros: 0 }
  // How much of a part is the brand's is not known: as much of it as of its campaign.
  const withinRest = (part: Part, id: string): Part => {
    const campaign = brand.get(id) && snapshot.campaigns.find((one) => one.id === id)
    const [whole, rest] = campaign ? [countedOf(campaign.sums), countedOf(unbranded(campaign))] : []
    if (!whole || !rest) return part
    return {
      costMicros: part.costMicros * ratio(rest.costMicros, whole.costMicros),
      conversionsMicros:
        part.conversionsMicros * ratio(rest.conversionsMicros, whole.conversionsMicros),
    }
  }
  return {
    of: (id: string) => over(id, none, 'average'),
    ofAccount: over('', none, 'average'),
    without: (id: string, part: Part) => over(id, withinRest(part, id), 'rest'),
  }
}

/** Conversions that cost many times what the others' do may be worth as much: their owner pays it, and has not said. */
function dearCampaigns(
  alike: readonly CampaignFacts<never>[],
  sumsOf: (campaign: CampaignFacts<never>) => Sums,
  { ofSearches }: Means,
): ReadonlySet<string> {
  const isDear = (campaign: CampaignFacts<never>) => {
    const rivals = ofSearches.has(campaign.id) ? alike.filter(answersSearches) : alike
    const sums = firstOf(sumsOf(campaign))
    const rest = firstOf(addUp(rivals.filter(({ id }) => id !== campaign.id).map(sumsOf)))
    if (!sums || !rest) return false
    return meanCost(sums) > THRESHOLDS.returnlessTimesAssumed.value * meanCost(rest)
  }
  return new Set(alike.filter(isDear).map(({ id }) => id))
}

/** Sold enough for its mean to tell what a conversion costs. */
const firstOf = (...pools: Sums[]): Sums | undefined =>
  pools.find(
    ({ costMicros, conversionsMicros = 0 }) =>
      costMicros !== undefined && conversionsMicros >= THRESHOLDS.accountConversions.value * MICROS,
  )

type Means = {
  found: Sums | undefined
  /** Where people search, and the campaigns that it is meant for. */
  asked: Sums | undefined
  ofSearches: ReadonlySet<string>
}

const isMost = (part: Sums, whole: Sums) =>
  2 * (part.conversionsMicros ?? 0) >= (whole.conversionsMicros ?? 0)

function lessBrand(sums: Sums, brand: CountedSums | undefined): Sums {
  const whole = countedOf(sums)
  if (!brand || !whole) return sums
  const rest = less(whole, brand)
  // Searches that name it and sell no better ('opiniones') make nothing else look dear.
  const isCheap =
    brand.costMicros * rest.conversionsMicros < rest.costMicros * brand.conversionsMicros
  return isCheap ? { ...sums, ...rest } : sums
}

type Part = { costMicros: number; conversionsMicros: number }
