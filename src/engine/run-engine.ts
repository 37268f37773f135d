import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from './context.ts'
import { rank } from './ranking.ts'
import type { NamedRule, Recommendation, Silence } from './recommendation.ts'
import { AD_RULES } from './rules/ads/ads-rules.ts'
import { BIDDING_RULES } from './rules/bidding/bidding-rules.ts'
import { KEYWORD_RULES } from './rules/keywords/keywords-rules.ts'
import { SEARCH_TERM_RULES } from './rules/search-terms/search-terms-rules.ts'
import { TARGETING_RULES } from './rules/targeting/targeting-rules.ts'
import { TRACKING_RULES } from './rules/tracking/tracking-rules.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { sayIn } from './wording/say.ts'

/** Measurement first; the rest read its verdict in `context.measurement`. */
const RULES: readonly NamedRule[] = [
  ...TRACKING_RULES,
  ...SEARCH_TERM_RULES,
  ...KEYWORD_RULES,
  ...BIDDING_RULES,
  ...TARGETING_RULES,
  ...AD_RULES,
]

/**
 * Facts in, recommendations out: the same snapshot gives the same bytes, whatever the order of its
 * rows. `silenced` says, for each rule without a finding, why it says nothing (Spanish).
 */
export function analyseAccount(snapshot: AccountSnapshot): {
  recommendations: Recommendation[]
  silenced: Silence[]
} {
  const ordered = inOrder(snapshot)
  const context = contextOf(ordered, sayIn(ordered.account.currencyCode, spanishNumbers))
  const results = RULES.map(([rule, run]) => ({ rule, ...run(ordered, context) }))
  return {
    recommendations: rank(
      results.flatMap(({ findings }) => findings),
      ordered,
      context,
    ),
    silenced: results.flatMap(({ rule, silence }) => (silence ? [{ rule, reason: silence }] : [])),
  }
}

/** Sums of fractions depend on their order in the last bit: fix the order once. */
function inOrder(snapshot: AccountSnapshot): AccountSnapshot {
  return {
    ...snapshot,
    campaigns: sorted(snapshot.campaigns, ({ id }) => id),
    adGroups: sorted(snapshot.adGroups, ({ id }) => id),
    keywords: sorted(snapshot.keywords, (k) => `${k.campaignId} ${k.adGroupId} ${k.criterionId}`),
    searchTerms: sorted(snapshot.searchTerms, (row) => JSON.stringify(row)),
    negatives: sorted(snapshot.negatives, (row) => JSON.stringify(row)),
    accountDays: sorted(snapshot.accountDays, ({ day }) => day),
    conversionActions:
      snapshot.conversionActions && sorted(snapshot.conversionActions, ({ id }) => id),
  }
}

function sorted<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row)
}
