/**
 * Findings without an amount, in the order in which they are seen to: what keeps ads from showing, how the auction is
 * entered, what people see, what Google decides by itself, and tidying up at last.
 */
export const FIRST_TO_LAST: readonly string[] = [
  'conversion-tracking',
  'duplicate-conversions',
  'conversion-counting',
  'tracking-settings',
  'missing-conversion-values',
  'disapproved-ads',
  'audience-setup',
  'blocking-negatives',
  'brand-mix',
  'smart-bidding',
  'broad-without-smart-bidding',
  'search-partners',
  'device-performance',
  'lost-to-rank',
  'limited-budgets',
  'thin-budgets',
  'bid-targets',
  'quality-components',
  'low-quality-score',
  'ad-strength',
  'missing-assets',
  'landing-pages',
  'homepage-landing',
  'performance-max-setup',
  'automatic-changes',
  'negative-lists',
  'losing-ads',
  'too-many-changes',
  'unreviewed-automation',
  'duplicate-keywords',
  'silent-keywords',
  'term-breadth',
  'hidden-search-terms',
]

/** Rules that are not listed come last. */
export function placeOfSetting(rule: string): number {
  const place = FIRST_TO_LAST.indexOf(rule)
  return place < 0 ? FIRST_TO_LAST.length : place
}
