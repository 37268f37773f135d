/**
 * The one description of the fact tables. It drives their definition, the sync that fills them and the reads.
 * Every level has a daily table `<level>_day` and a monthly rollup `<level>_month`.
 */
export const METRIC_COLUMNS = [
  'impressions',
  'clicks',
  'cost_micros',
  'conversions_micros',
  'value_micros',
] as const

/** Search impression share, kept as sums so that ranges and groups add up: share = impressions / eligible. */
export const SHARE_COLUMNS = [
  'eligible_impressions',
  'lost_budget_impressions',
  'lost_rank_impressions',
] as const

/** With those that the account does not bid for. */
export const ALL_CONVERSIONS_COLUMN = 'all_conversions_micros'

export const LEVELS = {
  account: { keys: [], share: false },
  campaign: { keys: ['campaign_id'], share: true, allConversions: true },
  ad_group: { keys: ['campaign_id', 'ad_group_id'], share: true },
  ad: { keys: ['campaign_id', 'ad_group_id', 'ad_id'], share: false },
  keyword: { keys: ['campaign_id', 'ad_group_id', 'criterion_id'], share: true },
  search_term: { keys: ['campaign_id', 'ad_group_id', 'criterion_id', 'term_id'], share: false },
  audience: { keys: ['campaign_id', 'ad_group_id', 'criterion_id'], share: false },
  device: { keys: ['campaign_id', 'device'], share: false },
  hour: { keys: ['campaign_id', 'hour'], share: false },
  region: { keys: ['campaign_id', 'region_id'], share: false },
} as const satisfies Record<string, LevelShape>

type LevelShape = { keys: readonly string[]; share: boolean; allConversions?: true }

export type Level = keyof typeof LEVELS
export type KeyColumn = (typeof LEVELS)[Level]['keys'][number]
export type MetricColumn = (typeof METRIC_COLUMNS)[number]
export type ShareColumn = (typeof SHARE_COLUMNS)[number]
export type SumColumn = MetricColumn | ShareColumn | typeof ALL_CONVERSIONS_COLUMN

export function keysOf(level: Level): readonly KeyColumn[] {
  return LEVELS[level].keys
}

/** Summed columns of a level, in table order. */
export function sumsOf(level: Level): readonly SumColumn[] {
  const { share, allConversions }: LevelShape = LEVELS[level]
  const columns: SumColumn[] = [...METRIC_COLUMNS]
  if (share) columns.push(...SHARE_COLUMNS)
  if (allConversions) columns.push(ALL_CONVERSIONS_COLUMN)
  return columns
}

/** The level with so many entities that their sums over the ranges asked most are kept, beside days and months. */
export const KEPT_LEVEL = 'keyword'
/** Lengths in days of the kept ranges; all end on the same day. */
export const KEPT_DAYS: readonly number[] = [7, 30, 90]
