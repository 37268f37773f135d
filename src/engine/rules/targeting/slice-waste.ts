import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import { type CountedSums, countedOf } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { sliceClaim } from '../../findings/claims.ts'
import type { Claim } from '../../findings/recommendation.ts'
import { type Judging, judgeWaste, savingDraw, type WasteVerdict } from '../../findings/waste.ts'
import type { CommonDraws } from '../../statistics/common-draws.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { type GammaMixture, gammaPrior, mixtureCdf } from '../../statistics/priors.ts'
import type { Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { pathSafe } from './bid-slices.ts'

/** A part of a campaign's spend that can be switched off: a network, a region, a placement. */
export type SpendSlice = {
  campaign: CampaignFacts
  dimension: string
  value: string
  /** As the evidence names it. */
  label: string
  sums: CountedSums
  /** The same campaign without the slice. */
  rest: CountedSums
}

export type JudgedSlice = SpendSlice & {
  target: Target
  verdict: WasteVerdict
  /** P(it costs more than it brings in the coming month). */
  probability: number
  key: string
}

/**
 * Gamma–Poisson with a weak prior (shape 2.5, as between terms) around the rate of the rest of the campaign, or of the
 * account where the campaign has too few conversions; or `priorOf`, where there are slices enough to learn it from
 * themselves. Slices nothing can be said of are left out.
 */
export function judgeSlices(
  slices: readonly SpendSlice[],
  context: Context,
  minClicks: number = THRESHOLDS.sliceClicks.value,
  priorOf: (slice: SpendSlice) => GammaMixture | null = () => null,
): JudgedSlice[] {
  return slices.flatMap((slice) => {
    // Dearer by the sale, a region may bring more by the euro: what its sales are of counts.
    const target = context.targetOfPart({ campaignId: slice.campaign.id }, slice.sums)
    const usual = usualRate(slice.rest, context)
    if (context.resting.has(slice.campaign.id)) return []
    if (!target || usual === null || slice.sums.clicks < minClicks) return []
    const shape = THRESHOLDS.sliceShape.value
    const prior = priorOf(slice) ?? gammaPrior(shape, shape / usual)
    const verdict = judgeWaste(slice.sums, prior, target, ofSlices(context))
    const key = `${slice.campaign.id} ${slice.dimension} ${slice.value}`
    return [{ ...slice, target, verdict, probability: verdict.probability, key }]
  })
}

/** That the rates of keywords hold still says nothing of places or regions; that they move does. */
function ofSlices({ measurement, drift, risen }: Context): Judging {
  return {
    ...{ measurement, risen },
    drift: { ...drift, rate: Math.max(drift.rate, THRESHOLDS.rateDrift.value) },
  }
}

/** Those that are surely too dear and of a share of their campaign's cost that matters, at 5 % false discoveries. */
export function wastefulSlices(
  judged: readonly JudgedSlice[],
  minShare: number = THRESHOLDS.sliceCostShare.value,
): JudgedSlice[] {
  const candidates = judged.filter(
    ({ probability, sums, rest }) =>
      probability >= THRESHOLDS.candidateProbability.value &&
      ratio(sums.costMicros, sums.costMicros + rest.costMicros) >= minShare,
  )
  return acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
}

/** P(cost per conversion ≤ target). */
export function chanceWorthIt({ verdict }: JudgedSlice): number {
  return 1 - mixtureCdf(verdict.coming, verdict.breakEven)
}

/** Net saving per 30 days in micros of switching all of them off. */
export function slicesDraw(slices: readonly JudgedSlice[], context: Context) {
  const draws = slices.map(({ sums, verdict, target }) =>
    savingDraw(sums, verdict, target, context),
  )
  return (next: Uniforms, common: CommonDraws): number => {
    const from = common.at
    return draws.reduce((sum, draw) => {
      common.at = from
      return sum + draw(next, common)
    }, 0)
  }
}

export function slicesClaims(slices: readonly JudgedSlice[]): Claim[] {
  return slices.map(({ campaign, dimension, value, sums }) =>
    sliceClaim(campaign.id, dimension, pathSafe(value), sums.costMicros),
  )
}

/** Mean probability of being right, for a finding about several. */
export function sharedProbability(slices: readonly JudgedSlice[]): number {
  return slices.reduce((sum, { probability }) => sum + probability, 0) / slices.length
}

/** Null where neither the rest of the campaign nor the account has conversions enough. */
export function usualRate(rest: CountedSums, context: Context): number | null {
  const enough = THRESHOLDS.accountConversions.value * MICROS
  const account = countedOf(context.sums) ?? rest
  const known = [rest, account].find(({ conversionsMicros }) => conversionsMicros >= enough)
  if (!known || known.clicks <= 0) return null
  return known.conversionsMicros / MICROS / (known.clicks * context.measurement.knownShare)
}
