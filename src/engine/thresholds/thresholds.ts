import { ADS_THRESHOLDS } from './ads.ts'
import { BIDDING_THRESHOLDS } from './bidding.ts'
import { COMMON_THRESHOLDS } from './common.ts'
import { KEYWORDS_THRESHOLDS } from './keywords.ts'
import { SEARCH_TERMS_THRESHOLDS } from './search-terms.ts'
import { TARGETING_THRESHOLDS } from './targeting.ts'
import { TRACKING_THRESHOLDS } from './tracking.ts'

/** Every number that decides something, once, with where it comes from. */
export const THRESHOLDS = {
  ...COMMON_THRESHOLDS,
  ...TRACKING_THRESHOLDS,
  ...SEARCH_TERMS_THRESHOLDS,
  ...KEYWORDS_THRESHOLDS,
  ...BIDDING_THRESHOLDS,
  ...TARGETING_THRESHOLDS,
  ...ADS_THRESHOLDS,
}

/**
 * Share of a click's conversions already reported `age` days after it, until an account's own curve
 * is known: 90 % after a week, all after two.
 */
export const DEFAULT_LAG_CURVE: readonly number[] = [
  0.5, 0.65, 0.74, 0.8, 0.84, 0.87, 0.89, 0.9, 0.92, 0.935, 0.95, 0.965, 0.98, 0.99, 1,
]
