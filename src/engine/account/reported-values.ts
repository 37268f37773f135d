import { MICROS, ratio } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  actionSeries,
  areOnlyContacts,
  areOwnValues,
  primaryActions,
  valuedActions,
} from './conversion-actions.ts'
import { COUNTED, type Column, type Counted, type Sums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import { addUp, type Measurement } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts, ConversionAction } from './snapshot.ts'
import type { Target } from './targets.ts'
import { isWithoutValue } from './without-value.ts'

/** Columns that must be known for a value to mean something. */
export type Valued = Counted | 'valueMicros'
export const VALUED = [...COUNTED, 'valueMicros'] as const satisfies Column[]

export type ValuedSums = Sums<'conversionsMicros' | 'valueMicros'>

/** What one conversion of something brings: ln of the micros, normal. */
export type ValueBelief = { ln: number; sd: number }

export type ReportedValues = {
  /** Of one conversion of the account, micros. */
  meanMicros: number
  /** All together are so little of what was spent that they rank conversions and are no takings. */
  areScores: boolean
  /** What a conversion of the other campaigns usually brings; null where there is none to compare with. */
  usualWithout: (campaign: CampaignFacts<never>) => ValueBelief | null
  ofCampaign: (campaign: { sums: ValuedSums }) => ValueBelief
  /** Of a part of a campaign, around what its campaign brings, and its ad group where that is given. */
  ofPart: (campaign: { sums: ValuedSums }, sums: ValuedSums, adGroup?: ValuedSums) => ValueBelief
}

/**
 * Values as the account reports them; null where it does not, where they are Google's default of 1 or the same for all
 * (then they say no more than conversions do), where a part of the conversions has none, where they were lost, or where fixed ones were changed.
 */
export function reportedValues(
  snapshot: AccountSnapshot,
  measurement: Measurement,
): ReportedValues | null {
  const known = withKnown(snapshot, ['campaign'], VALUED)
  const { valueConversionsLeast, valueKnownLeast, campaignValueSpread } = THRESHOLDS
  const { keywordValueSpread, groupValueSpread, ownValueSpread } = THRESHOLDS
  if (!known || measurement.valueKnownShare < valueKnownLeast.value) return null
  if (measurement.valueChanges.length > 0) return null
  const all = addUp(known.campaigns.map(({ sums }) => sums))
  if (all.conversionsMicros < valueConversionsLeast.value * MICROS) return null
  if (!areValued(known, all) || areEqual(snapshot)) return null
  const spread = orderSpread(snapshot)
  const meanMicros = (all.valueMicros / all.conversionsMicros) * MICROS
  const around = (parent: ValueBelief, sums: ValuedSums, tau: number): ValueBelief =>
    shrunk({ ln: parent.ln, sd: Math.hypot(parent.sd, tau) }, sums, spread)
  const account = { ln: Math.log(meanMicros), sd: 0 }
  const ofCampaign = ({ sums }: { sums: ValuedSums }) =>
    isOfAnotherScale(sums, meanMicros)
      ? ofItself(sums)
      : around(account, sums, campaignValueSpread.value)
  return {
    meanMicros,
    areScores: areScores(known, all),
    usualWithout: ({ id }) =>
      usualOf(
        known.campaigns
          .filter((one) => one.id !== id && one.sums.conversionsMicros > 0)
          .map(ofCampaign),
      ),
    ofCampaign,
    ofPart: (campaign, sums, adGroup) => {
      const belief = ofCampaign(campaign)
      if (!adGroup) return around(belief, sums, keywordValueSpread.value)
      return around(around(belief, adGroup, groupValueSpread.value), sums, ownValueSpread.value)
    },
  }
}

/**
 * How many times as much one of its conversions brings as those that a target by numbers alone is about, at most, and
 * at least 1: what sells little but dear is not to be called dear. `sums`: of a part of the campaign, or its own.
 */
export function valueTimes(
  values: ReportedValues | null,
  { origin }: Target,
  campaign: CampaignFacts<never> | undefined,
  part: Sums,
): number {
  const whole = campaign && valuedOf(campaign.sums)
  const sums = valuedOf(part)
  if (!values || !whole || !sums || origin === 'value') return 1
  if (sums.conversionsMicros <= 0 || isDefault(sums)) return 1
  const own =
    part === campaign.sums ? values.ofCampaign({ sums }) : values.ofPart({ sums: whole }, sums)
  const isOfCampaign = origin === 'campaign' || origin === 'roas'
  const usual = isOfCampaign ? values.ofCampaign({ sums: whole }).ln : Math.log(values.meanMicros)
  const seen = (sums.valueMicros / sums.conversionsMicros) * MICROS
  const asSeen = isOfAnotherScale(sums, values.meanMicros) ? seen / Math.exp(usual) : 1
  return Math.max(1, Math.exp(own.ln + own.sd - usual), asSeen)
}

/** So far beyond all others that it is sold at other prices, not to a lucky buyer: one order of 27,000 € beside chairs at 190 €. */
function isOfAnotherScale({ conversionsMicros, valueMicros }: ValuedSums, meanMicros: number) {
  if (conversionsMicros <= 0) return false
  return (valueMicros / conversionsMicros) * MICROS >= THRESHOLDS.otherScale.value * meanMicros
}

/** Without a word of the others, whose days it has made look wild. */
function ofItself({ conversionsMicros, valueMicros }: ValuedSums): ValueBelief {
  const ln = Math.log((valueMicros / conversionsMicros) * MICROS)
  const conversions = conversionsMicros / MICROS
  return { ln, sd: THRESHOLDS.orderSpreadUsual.value / Math.sqrt(Math.max(1, conversions)) }
}

/** Their mean, as sure as they are many and alike: how unlike they are is learned from them, doubtfully. */
function usualOf(values: readonly ValueBelief[]): ValueBelief | null {
  const count = values.length
  if (count === 0) return null
  const ln = values.reduce((sum, one) => sum + one.ln, 0) / count
  const squares = values.reduce((sum, one) => sum + (one.ln - ln) ** 2, 0)
  const { value: presumed } = THRESHOLDS.campaignValueSpread
  const spread = Math.sqrt((squares + PRESUMED * presumed ** 2) / (count - 1 + PRESUMED))
  return { ln, sd: spread / Math.sqrt(count) }
}

/** As many campaigns as what is presumed counts for. */
const PRESUMED = 3

export function valuedOf({ conversionsMicros, valueMicros }: Sums): ValuedSums | null {
  if (conversionsMicros === undefined || valueMicros === undefined) return null
  return { conversionsMicros, valueMicros }
}

/** Orders spread widely: few of them say little of their mean. */
function shrunk(prior: ValueBelief, sums: ValuedSums, spread: number): ValueBelief {
  const conversions = sums.conversionsMicros / MICROS
  if (conversions <= 0 || isDefault(sums)) return prior
  const own = spread ** 2 / conversions
  const weight = prior.sd ** 2 / (prior.sd ** 2 + own)
  const seen = Math.log((sums.valueMicros / sums.conversionsMicros) * MICROS)
  return {
    ln: prior.ln + weight * (seen - prior.ln),
    sd: Math.sqrt(weight * own),
  }
}

/** A part of the sales comes without an amount: what the others bring is no return on what was spent. */
export function lacksAmounts(snapshot: AccountSnapshot): boolean {
  const bare = shareWithout(snapshot, valuedActions(snapshot))
  return bare > 1 - THRESHOLDS.valueKnownLeast.value
}

/** Of contacts what one brings is guessed, and who guessed at money would not pay more for them; not so what each tells of itself. */
function areScores(snapshot: AccountSnapshot, { valueMicros, costMicros }: Sums<Valued>): boolean {
  const mayBePoints = areOnlyContacts(snapshot) && !areOwnValues(snapshot)
  const least = mayBePoints ? 1 : THRESHOLDS.scoredReturn.value
  return ratio(valueMicros, costMicros) < least
}

/** Of the conversions, by campaign and by action, those that come without an amount of their own are few. */
function areValued(snapshot: AccountSnapshot<'campaign', Valued>, all: ValuedSums): boolean {
  const empty = addUp(snapshot.campaigns.map(({ sums }) => sums).filter(isDefault))
  const most = 1 - THRESHOLDS.valueKnownLeast.value
  if (empty.conversionsMicros > most * all.conversionsMicros) return false
  return shareWithout(snapshot, primaryActions(snapshot)) <= most
}

/** Of what actions count, the part of those that come without an amount; 0 where that is not known. */
function shareWithout(
  snapshot: AccountSnapshot,
  of: readonly Pick<ConversionAction, 'id'>[],
): number {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const actions = of.flatMap(({ id }) => series.get(id) ?? [])
  const total = actions.reduce((sum, own) => sum + own.total, 0)
  const without = actions.filter(({ total: count, valueMicros }) =>
    isDefault({
      conversionsMicros: count * MICROS,
      valueMicros: valueMicros.reduce((sum, value) => sum + value, 0),
    }),
  )
  return total > 0 ? without.reduce((sum, own) => sum + own.total, 0) / total : 0
}

function isDefault(sums: ValuedSums) {
  return sums.conversionsMicros > 0 && isWithoutValue(sums)
}

/** One fixed amount for every conversion. */
function areEqual(snapshot: AccountSnapshot): boolean {
  const rows: ValuedSums[] = [
    ...(withKnown(snapshot, ['campaign'], VALUED)?.campaigns ?? []).map(({ sums }) => sums),
    ...(withKnown(snapshot, ['keyword'], VALUED)?.keywords ?? []).map(({ sums }) => sums),
    ...(withKnown(snapshot, ['account'], VALUED)?.accountDays ?? []),
  ]
  const sold = rows.filter(({ conversionsMicros }) => conversionsMicros > 0)
  const means = sold.map(({ valueMicros, conversionsMicros }) => valueMicros / conversionsMicros)
  const [low, high] = [
    Math.min(...means.slice(0, MOST_ROWS)),
    Math.max(...means.slice(0, MOST_ROWS)),
  ]
  return high - low <= 0.02 * high
}

const MOST_ROWS = 500

/**
 * Standard deviation of one order over the mean, from how far the days' values lie from their conversions (s² + n τ² for n
 * orders a day): of few orders that is chance, of many what is sold on a day, which no order tells. Each by how likely both are.
 */
function orderSpread(snapshot: AccountSnapshot): number {
  const { accountDays = [] } = withKnown(snapshot, ['account'], VALUED) ?? {}
  const { orderSpreadUsual, orderSpreadLeast, orderSpreadMost, orderSpreadDays } = THRESHOLDS
  const sold = accountDays.filter(({ conversionsMicros }) => conversionsMicros > 0)
  if (sold.length < orderSpreadDays.value) return orderSpreadUsual.value
  const all = addUp(sold)
  const mean = all.valueMicros / all.conversionsMicros
  const conversions = all.conversionsMicros / MICROS
  const sum = (of: (orders: number, off: number) => number) =>
    sold.reduce((total, { conversionsMicros, valueMicros }) => {
      const off = (valueMicros - mean * conversionsMicros) / MICROS / mean
      return total + of(conversionsMicros / MICROS, off)
    }, 0)
  const seen = sum((_, off) => off ** 2) / conversions
  const ordersOfADay = sum((orders) => orders ** 2) / conversions
  const spread = Math.sqrt(seen * shareOfOrders(seen, ordersOfADay))
  return Math.min(orderSpreadMost.value, Math.max(orderSpreadLeast.value, spread))
}

/** Of a variance, what single orders make of it, fraction. */
function shareOfOrders(variance: number, ordersOfADay: number): number {
  const { orderSpreadUsual, orderSpreadDoubt, dayMixSpread, dayMixDoubt } = THRESHOLDS
  const [all, ofOrders] = SHARES.reduce(
    ([all, ofOrders], share) => {
      const order = Math.log(Math.sqrt(variance * share) / orderSpreadUsual.value)
      const day = Math.log(Math.sqrt((variance * (1 - share)) / ordersOfADay) / dayMixSpread.value)
      const unlikely = (order / orderSpreadDoubt.value) ** 2 + (day / dayMixDoubt.value) ** 2
      const chance = Math.exp(-unlikely / 2)
      return [all + chance, ofOrders + chance * share]
    },
    [Number.MIN_VALUE, 0],
  )
  return ofOrders / all
}

/** Even in the logarithm of the odds. */
const SHARES = Array.from({ length: 81 }, (_, i) => 1 / (1 + Math.exp((40 - i) / 4)))
