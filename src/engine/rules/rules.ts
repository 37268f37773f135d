import { AD_RULES } from './ads/ads-rules.ts'
import { BIDDING_RULES } from './bidding/bidding-rules.ts'
import { KEYWORD_RULES } from './keywords/keywords-rules.ts'
import type { Rule } from './rule.ts'
import { SEARCH_TERM_RULES } from './search-terms/search-terms-rules.ts'
import { TARGETING_RULES } from './targeting/targeting-rules.ts'
import { TRACKING_RULES } from './tracking/tracking-rules.ts'

/** Every rule of the audit, in the order in which they are listed: measurement first. */
export const RULES = [
  ...TRACKING_RULES,
  ...SEARCH_TERM_RULES,
  ...KEYWORD_RULES,
  ...BIDDING_RULES,
  ...TARGETING_RULES,
  ...AD_RULES,
]

export type RuleName = (typeof RULES)[number]['name']

export const RULE_NAMES: readonly RuleName[] = RULES.map(({ name }) => name)

const BY_NAME: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.name, rule]))

/** Undefined for a stored name of an older version. */
export function ruleNamed(name: string): Rule | undefined {
  return BY_NAME.get(name)
}
