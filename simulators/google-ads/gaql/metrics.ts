import type { FieldRow, FieldValue, Measures } from '../account-source.ts'
import { dataType } from './catalogue.ts'

export const NO_MEASURES: Readonly<Measures> = {
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversions: 0,
  conversionsValue: 0,
  allConversions: 0,
  eligibleImpressions: 0,
  lostToBudgetImpressions: 0,
  lostToRankImpressions: 0,
  topImpressions: 0,
  absoluteTopImpressions: 0,
  exactMatchEligibleImpressions: 0,
}

/** By name, not by a list of names: each fact comes by here, and a field looked up takes five times as long. */
export function addMeasures(sum: Measures, more: Measures): void {
  sum.impressions += more.impressions
  sum.clicks += more.clicks
  sum.costMicros += more.costMicros
  sum.conversions += more.conversions
  sum.conversionsValue += more.conversionsValue
  sum.allConversions += more.allConversions
  sum.eligibleImpressions += more.eligibleImpressions
  sum.lostToBudgetImpressions += more.lostToBudgetImpressions
  sum.lostToRankImpressions += more.lostToRankImpressions
  sum.topImpressions += more.topImpressions
  sum.absoluteTopImpressions += more.absoluteTopImpressions
  sum.exactMatchEligibleImpressions += more.exactMatchEligibleImpressions
}

/**
 * Reads a metric off a group of facts: money in micros, rates as fractions; undefined where Google leaves it
 * out (a ratio over zero). A metric that sums do not give is taken from the row if the world put it there.
 */
export function metricReader(metric: string): (fields: FieldRow, sums: Measures) => FieldValue {
  const formula = FORMULAS[metric.slice('metrics.'.length)]
  if (formula) return (_, sums) => round(formula(sums))
  const nowField = NOW_FIELD[metric] ?? metric
  const absent = dataType(metric) === 'INT64' && nowField === metric ? 0 : undefined
  return (fields) => fields[metric] ?? fields[nowField] ?? absent
}

/** The quality parts by day are those of the criterion today: the world does not date them. */
const NOW_FIELD: Record<string, string> = {
  'metrics.historical_quality_score': 'ad_group_criterion.quality_info.quality_score',
  'metrics.historical_creative_quality_score':
    'ad_group_criterion.quality_info.creative_quality_score',
  'metrics.historical_landing_page_quality_score':
    'ad_group_criterion.quality_info.post_click_quality_score',
  'metrics.historical_search_predicted_ctr': 'ad_group_criterion.quality_info.search_predicted_ctr',
}

type Formula = (sums: Measures) => number | undefined

const FORMULAS: Record<string, Formula> = {
  impressions: (s) => Math.round(s.impressions),
  clicks: (s) => Math.round(s.clicks),
  interactions: (s) => Math.round(s.clicks),
  cost_micros: (s) => Math.round(s.costMicros),
  conversions: (s) => s.conversions,
  conversions_value: (s) => s.conversionsValue,
  all_conversions: (s) => s.allConversions,
  all_conversions_value: allConversionsValue,
  ctr: (s) => over(s.clicks, s.impressions),
  interaction_rate: (s) => over(s.clicks, s.impressions),
  average_cpc: (s) => over(s.costMicros, s.clicks),
  average_cost: (s) => over(s.costMicros, s.clicks),
  average_cpm: (s) => over(s.costMicros * 1000, s.impressions),
  cost_per_conversion: (s) => over(s.costMicros, s.conversions),
  cost_per_all_conversions: (s) => over(s.costMicros, s.allConversions),
  conversions_from_interactions_rate: (s) => over(s.conversions, s.clicks),
  all_conversions_from_interactions_rate: (s) => over(s.allConversions, s.clicks),
  conversions_from_interactions_value_per_interaction: (s) => over(s.conversionsValue, s.clicks),
  all_conversions_from_interactions_value_per_interaction: (s) =>
    over(allConversionsValue(s), s.clicks),
  value_per_conversion: (s) => over(s.conversionsValue, s.conversions),
  value_per_all_conversions: (s) => over(allConversionsValue(s), s.allConversions),
  conversions_value_per_cost: (s) => over(s.conversionsValue * 1e6, s.costMicros),
  all_conversions_value_per_cost: (s) => over(allConversionsValue(s) * 1e6, s.costMicros),
  top_impression_percentage: (s) => over(s.topImpressions, s.impressions),
  absolute_top_impression_percentage: (s) => over(s.absoluteTopImpressions, s.impressions),
  search_impression_share: (s) => share(s.impressions, s),
  search_top_impression_share: (s) => share(s.topImpressions, s),
  search_absolute_top_impression_share: (s) => share(s.absoluteTopImpressions, s),
  search_exact_match_impression_share: (s) =>
    s.exactMatchEligibleImpressions > 0 ? share(s.impressions, s) : undefined,
  search_click_share: (s) => (s.clicks > 0 ? share(s.impressions, s) : undefined),
  search_budget_lost_impression_share: (s) => lost(s.lostToBudgetImpressions, s),
  search_rank_lost_impression_share: (s) => lost(s.lostToRankImpressions, s),
  search_budget_lost_top_impression_share: (s) => lost(s.lostToBudgetImpressions, s),
  search_budget_lost_absolute_top_impression_share: (s) => lost(s.lostToBudgetImpressions, s),
  search_rank_lost_top_impression_share: (s) => lostToRank(s.topImpressions, s),
  search_rank_lost_absolute_top_impression_share: (s) => lostToRank(s.absoluteTopImpressions, s),
}

/** Conversions outside the bidding goals are valued like those inside. */
function allConversionsValue(s: Measures): number {
  return s.conversionsValue * (over(s.allConversions, s.conversions) ?? 1)
}

/** Google censors shares: below 10 % it reports 0.0999, lost shares above 90 % as 0.9001. */
function share(part: number, s: Measures): number | undefined {
  const value = over(part, s.eligibleImpressions)
  return value === undefined ? undefined : value < 0.1 ? 0.0999 : Math.min(1, value)
}

function lost(part: number, s: Measures): number | undefined {
  const value = over(part, s.eligibleImpressions)
  return value === undefined ? undefined : value > 0.9 ? 0.9001 : Math.max(0, value)
}

/** What neither the position reached nor the budget explains. */
function lostToRank(reached: number, s: Measures): number | undefined {
  return lost(s.eligibleImpressions - reached - s.lostToBudgetImpressions, s)
}

function over(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined
}

/** Six decimals, so that sums of days and their total print alike. */
function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 1e6) / 1e6
}
