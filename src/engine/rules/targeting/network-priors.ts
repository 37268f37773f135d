import { MICROS } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import { type GammaMixture, gammaPrior } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { SideNetwork } from './search-partners-words.ts'
import { type SpendSlice, usualRate } from './slice-waste.ts'

/**
 * What clicks of a network convert like, before its own are looked at: as such networks do against Google's own search, and as
 * it does in the other campaigns of the account. Gamma–Poisson on both levels; null where nothing says what is usual, and
 * where Google bids: for less where it expects less.
 */
export function networkPriors(
  slices: readonly SpendSlice[],
  context: Context,
): (slice: SpendSlice) => GammaMixture | null {
  const seen = slices.flatMap((slice) => seenOf(slice, context) ?? [])
  return (slice) => {
    const own = seenOf(slice, context)
    if (!own) return null
    const { betweenAccounts, betweenCampaigns } = spreadsOf(slice)
    let [shape, rate] = [betweenAccounts, betweenAccounts]
    for (const other of seen) {
      if (other.slice.value !== slice.value || other.slice === slice) continue
      // Many clicks of one campaign still tell of one campaign.
      const weight = betweenCampaigns / (betweenCampaigns + other.expected)
      shape += weight * other.conversions
      rate += weight * other.expected
    }
    const spread = (1 + 1 / shape) * (1 + 1 / betweenCampaigns) - 1
    return gammaPrior(1 / spread, 1 / (spread * own.usual * (shape / rate)))
  }
}

type Seen = {
  slice: SpendSlice
  /** Conversions per click to be expected, and so many conversions of its clicks, beside those that came. */
  usual: number
  expected: number
  conversions: number
}

/** Counts spread more than a Poisson: the fewer tell as much. */
function seenOf(slice: SpendSlice, context: Context): Seen | null {
  const ofSearch = usualRate(slice.rest, context)
  if (ofSearch === null || slice.sums.clicks <= 0 || isSmartBidding(slice.campaign)) return null
  const usual = ofSearch * timesSearch(slice)
  const spread = THRESHOLDS.dispersion.value
  const { conversionsMicros, clicks } = slice.sums
  return {
    slice,
    usual,
    expected: (clicks * context.measurement.knownShare * usual) / spread,
    conversions: conversionsMicros / MICROS / spread,
  }
}

function timesSearch({ value }: SpendSlice): number {
  const { displayRate, partnersRate } = THRESHOLDS
  return (value as SideNetwork) === 'CONTENT' ? displayRate.value : partnersRate.value
}

/** Gamma shapes of how accounts and their campaigns differ. */
function spreadsOf({ value }: SpendSlice) {
  const { displayAccounts, displayCampaigns, partnersAccounts, partnersCampaigns } = THRESHOLDS
  return (value as SideNetwork) === 'CONTENT'
    ? { betweenAccounts: displayAccounts.value, betweenCampaigns: displayCampaigns.value }
    : { betweenAccounts: partnersAccounts.value, betweenCampaigns: partnersCampaigns.value }
}
