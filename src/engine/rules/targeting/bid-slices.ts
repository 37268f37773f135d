import { MICROS } from '#shared/metrics.ts'
import { usesModifiers } from '../../account/bidding-strategy.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { valuedOf } from '../../account/reported-values.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { limitOf } from '../../account/targets.ts'
import { sliceClaim } from '../../findings/claims.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Claim, DrawNet } from '../../findings/recommendation.ts'
import { drawGain, expectedGain, type Gain } from '../../findings/spent-again.ts'
import { drawVolume, monthSteadiness } from '../../findings/waste.ts'
import {
  type BidElasticity,
  bidResponse,
  commonElasticity,
  drawElasticity,
} from '../../statistics/bid-response.ts'
import { countedEvidence, ofBuyers } from '../../statistics/conversion-evidence.ts'
import { acceptByFalseDiscovery, adjustedPValues } from '../../statistics/discovery.ts'
import { drawNormal, type Uniforms, uniformsFrom } from '../../statistics/random.ts'
import { exactZ, rareLogRatio } from '../../statistics/rare-ratio.ts'
import {
  type Counted,
  type LogRatio,
  logRateRatio,
  nextModifier,
  ratioZ,
  shrunk,
} from '../../statistics/rate-ratio.ts'
import { twoSided } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { hasRoomToRaise, lacksBudget, mostClicks } from '../bidding/bid-room.ts'
import type { CampaignBelief, CampaignBeliefOf } from '../keywords/bid-beliefs.ts'

/** A part of a campaign whose bids can be moved apart from the rest: a device, some hours, an audience. */
export type BidSlice = {
  campaign: CampaignFacts
  dimension: string
  value: string
  /** Spanish, as in 'la puja …': 'en móvil', 'de 8 a 12 h'. */
  label: string
  sums: CountedSums
  rest: CountedSums
  /** Of its clicks, and of those of the rest, those whose conversions are known, where that is not as in the whole account. */
  known?: { sums: number; rest: number }
  /** Bid modifier now, 1 is neutral. */
  present: number
  /** Not read, or another in each ad group: the step is from its present value, and is made by hand. */
  isPresentUnknown?: true
  /** ln ratio that is expected before looking, from the same slice of other campaigns; 0: no difference. */
  centre?: number
}

export type SliceAdvice = BidSlice & {
  target: Target
  ratio: LogRatio
  /** ln ratio after shrinking, with its standard deviation. */
  belief: { value: number; sd: number }
  /** ln of what one of its conversions brings over one of the rest, shrunk; null where no amounts tell. */
  worth: { ln: number; sd: number } | null
  /** Two-sided, after Benjamini–Hochberg over every slice looked at. */
  adjustedP: number
  next: number
  /** How its clicks and their price follow the bid. */
  response: CampaignBelief
  /** P(the change leaves more than it costs). */
  probability: number
  /** Mean net effect, micros per 30 days. */
  meanNet: number
  key: string
}

/** Whether a change of its bids waits for a decision already. */
type IsShown = (slice: BidSlice) => boolean

/** Campaigns whose bids obey modifiers. */
export function takesModifiers(campaign: CampaignFacts): boolean {
  const { status, channelType } = campaign
  const hasBids = ['SEARCH', 'SHOPPING', 'DISPLAY'].includes(channelType)
  return status === 'ENABLED' && hasBids && usesModifiers(campaign)
}

/**
 * Slices whose conversion rate is surely another than the rest's, and whose modifier is worth changing: ln ratio shrunk
 * with tau = 0.3, at most ±30 % at once, BH over the family, then 5 % false discoveries over what is worth doing.
 */
export function adviseSlices(
  slices: readonly BidSlice[],
  context: Context,
  responseOf: CampaignBeliefOf,
  isShown: IsShown = () => false,
): SliceAdvice[] {
  const tested = slices.flatMap((slice) => {
    if (context.resting.has(slice.campaign.id) || isSettling(slice, context)) return []
    const ratio = ratioOf(slice, context)
    const target = context.targetOfPart({ campaignId: slice.campaign.id }, slice.sums)
    return ratio && target ? [{ slice, ratio, target }] : []
  })
  const adjusted = adjustedPValues(tested.map(({ ratio }) => twoSided(ratioZ(ratio))))
  const { modifierAdjustedP, stayingAdjustedP } = THRESHOLDS
  const mostChance = (slice: BidSlice) =>
    isShown(slice) ? stayingAdjustedP.value : modifierAdjustedP.value
  const advice = tested.flatMap(({ slice, ratio, target }, i) =>
    adjusted[i]! <= mostChance(slice)
      ? adviceOf({ ...slice, target, ratio, adjustedP: adjusted[i]! }, context, responseOf)
      : [],
  )
  const doubted = advice.map((one) => {
    const doubt = (1 - one.probability) * (isShown(one) ? THRESHOLDS.stayingDoubt.value : 1)
    return { one, key: one.key, probability: 1 - doubt }
  })
  const likely = doubted.filter((one) => one.probability >= THRESHOLDS.bidDirection.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  return accepted.map(({ one }) => one)
}

/** Slices of a campaign overlap or say the same twice: the one that is worth most stays, or is shown and worth about as much. */
export function bestOfEachCampaign(
  advice: readonly SliceAdvice[],
  isShown: IsShown,
): SliceAdvice[] {
  const worth = (one: SliceAdvice) =>
    one.meanNet * (isShown(one) ? THRESHOLDS.stayingBonus.value : 1)
  return [...Map.groupBy(advice, ({ campaign }) => campaign.id).values()].map((own) =>
    own.reduce((best, one) => (worth(one) > worth(best) ? one : best)),
  )
}

/** Whether a modifier of its campaign was changed so lately that its figures are of the one before. */
const isSettling = ({ campaign }: BidSlice, { settling }: Context) =>
  settling.modifiers.has(campaign.id)

/** Why nothing is advised, where all that could be has just been changed. */
export function settlingSilence(slices: readonly BidSlice[], context: Context): string | null {
  const isAll = slices.length > 0 && slices.every((slice) => isSettling(slice, context))
  return isAll ? NEW_MODIFIERS : null
}

const NEW_MODIFIERS = `Los ajustes de puja de estas campañas han cambiado en los últimos ${THRESHOLDS.unreadDays.value} días: primero se ve qué han dado.`

/** Conversions, of the slice and the rest, that the best known slice still lacks; 0: some has enough. */
export function conversionsLacking(slices: readonly BidSlice[]): number {
  const needed = THRESHOLDS.modifierConversions.value
  const seen = slices.map(
    ({ sums, rest }) => (sums.conversionsMicros + rest.conversionsMicros) / MICROS,
  )
  return Math.max(0, needed - Math.max(0, ...seen))
}

/** The ln ratio of a slice to its rest; few conversions are judged by what was to be expected. Null: too little is known. */
export function ratioOf(slice: BidSlice, context: Context): LogRatio | null {
  const { sums, rest } = slice
  const conversions = (sums.conversionsMicros + rest.conversionsMicros) / MICROS
  if (conversions < THRESHOLDS.modifierConversions.value) return null
  const [one, other] = bothCounted(slice, context)
  return isRare(sums) ? rareRatio(one, other) : logRateRatio(one, other)
}

/** Of dearer sales fewer pay for a click; where its owner says what any of them is worth, all are alike. */
function worthRatio({ campaign, sums, rest }: BidSlice, { values, saidOf }: Context) {
  const [whole, own, other] = [campaign.sums, sums, rest].map(valuedOf)
  if (!values || !whole || !own || !other || saidOf(campaign.id)?.origin === 'value') return null
  const [here, there] = [own, other].map((part) => values.ofPart({ sums: whole }, part))
  return { ln: here!.ln - there!.ln, sd: Math.hypot(here!.sd, there!.sd) }
}

type Advised = Omit<SliceAdvice, 'probability' | 'meanNet'>

/**
 * Net effect per 30 days in micros of one possible truth: conversions at the target less what the clicks cost. What all bids
 * of an account answer alike is `common`; neither the coming month's clicks nor its rates are those of the window.
 */
export function sliceDraw(one: Advised, context: Context): DrawNet {
  const { mean, variance } = rateBelief(one, context)
  const { campaignRateDrift, campaignClicksDrift } = THRESHOLDS
  const drift = Math.min(context.drift.rate, campaignRateDrift.value)
  const coming = { mean, variance: variance + drift ** 2 + Math.log1p(one.target.doubt ?? 0) }
  const steadiness = monthSteadiness(one.sums.clicks, context, campaignClicksDrift.value)
  const netAt = stepNet(one, context, coming)
  return (next, common, worth = 1) => {
    const volume = drawVolume(next, common, steadiness, context)
    const elasticity = commonElasticity(common, next, one.response)
    return volume * netAt(next, elasticity, drawGain(common, one.target, worth), worth)
  }
}

/** In a month like those of the window, of a rate whose ln is normal. */
function stepNet(one: Advised, context: Context, rate: { mean: number; variance: number }) {
  const { sums, response, present } = one
  const most = mostClicks(one.campaign)
  const bidPerCpc = ((response.bidMicros ?? 0) * present * sums.clicks) / sums.costMicros
  const sd = Math.sqrt(rate.variance)
  return (next: Uniforms, elasticity: BidElasticity, gain: Gain, worth = 1): number => {
    const drawn = Math.exp(rate.mean - rate.variance / 2 + sd * drawNormal(next))
    const change = bidResponse(one.next / present, elasticity, { most, bidPerCpc })
    const sold = drawn * sums.clicks * (change.clicks - 1)
    const paid = sums.costMicros * (change.cost - 1)
    if (one.next < present) return context.monthFactor * gain(-paid, -sold)
    return context.monthFactor * (sold * one.target.micros * worth + gain(-paid, 0))
  }
}

/** What is added must be worth the mean; what is given up may be worth what the last conversions cost, as for keywords. */
export function worthOf({ next, present, target }: Pick<Advised, 'next' | 'present' | 'target'>) {
  return next < present ? limitOf(target) : target.micros
}

/**
 * ln of the slice's own conversion rate: what it shows (variance 1/k) and what the rest, give or take tau, lets expect
 * of it (variance 1/K + tau²), each with the weight of its precision.
 */
function rateBelief(
  one: Pick<SliceAdvice, 'sums' | 'rest' | 'known' | 'centre' | 'belief'>,
  context: Context,
) {
  const { sums, centre = 0, belief } = one
  const [own, other] = bothCounted(one, context)
  const usual = Math.log(other.k / Math.max(1, other.n))
  if (isRare(sums)) return { mean: usual + belief.value, variance: belief.sd ** 2 }
  const precision = own.k
  const priorPrecision = 1 / (1 / other.k + THRESHOLDS.ratioSpread.value ** 2)
  const variance = 1 / (precision + priorPrecision)
  const expected = usual + centre
  const seen = Math.log(own.k / Math.max(1, own.n))
  return { mean: variance * (precision * seen + priorPrecision * expected), variance }
}

const isRare = ({ conversionsMicros }: CountedSums) =>
  conversionsMicros < THRESHOLDS.rareConversions.value * MICROS

function rareRatio(one: Counted, rest: Counted): LogRatio | null {
  const expected = rest.n > 0 ? (one.n * rest.k) / rest.n : 0
  const ratio = rareLogRatio({ seen: one.k, expected, rest: rest.k }, THRESHOLDS.ratioSpread.value)
  return ratio && { ...ratio, z: exactZ(one, rest) }
}

function bothCounted(
  { sums, rest, known }: Pick<BidSlice, 'sums' | 'rest' | 'known'>,
  { measurement: { knownShare, credit } }: Context,
): [Counted, Counted] {
  const counted = (own: CountedSums, share = knownShare): Counted =>
    ofBuyers(countedEvidence(own, { knownShare: share }), credit)
  return [counted(sums, known?.sums), counted(rest, known?.rest)]
}

/** A lower bid saves part of the slice's cost; a higher one claims nothing. */
export function sliceClaims(one: SliceAdvice): Claim[] {
  if (one.next >= one.present) return []
  const { cost } = bidResponse(one.next / one.present, one.response.elasticity)
  const saved = one.sums.costMicros * (1 - cost)
  return [sliceClaim(one.campaign.id, one.dimension, pathSafe(one.value), saved)]
}

/** Values with '/' would read as another level of a claim. */
export const pathSafe = (value: string): string => value.replace(/[/=]/g, '_')

function adviceOf(
  slice: BidSlice & Pick<SliceAdvice, 'target' | 'ratio' | 'adjustedP'>,
  context: Context,
  responseOf: CampaignBeliefOf,
): SliceAdvice[] {
  const { centre = 0, campaign, present, dimension, value, ratio } = slice
  const own = shrunk({ ...ratio, value: ratio.value - centre }, THRESHOLDS.ratioSpread.value)
  const belief = { value: centre + own.value, sd: own.sd }
  const worth = worthRatio(slice, context)
  const wanted = belief.value + (worth?.ln ?? 0)
  // Rates and amounts pull apart: what is surely different is no longer sure to be worse.
  if (wanted * belief.value < 0) return []
  const step = nextModifier(present, wanted, THRESHOLDS.modifierStep.value)
  const next = Math.round(step * 100) / 100
  if (Math.abs(next / present - 1) < THRESHOLDS.modifierLeast.value) return []
  // A higher bid would only buy fewer clicks.
  if (next > present && (lacksBudget(campaign) || !hasRoomToRaise(campaign))) return []
  const response = responseOf(campaign.id, next > present ? 'raise' : 'lower')
  const key = `${campaign.id} ${dimension} ${value}`
  const one = { ...slice, belief, worth, next, response, key }
  const uniforms = uniformsFrom(fingerprintOf(key))
  const { mean, variance } = rateBelief(one, context)
  const netAt = stepNet(one, context, { mean, variance: variance + (worth?.sd ?? 0) ** 2 })
  const gain = expectedGain(one.target)
  const draws = Array.from({ length: THRESHOLDS.draws.value }, () =>
    netAt(uniforms, drawElasticity(uniforms, response), gain),
  )
  return [
    {
      ...one,
      probability: draws.filter((net) => net > 0).length / draws.length,
      meanNet: draws.reduce((sum, net) => sum + net, 0) / draws.length,
    },
  ]
}
