import { hash } from 'node:crypto'
import { LONGEST_TAIL_DAYS } from '#engine/account/window.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import type { Level } from '#platform/db/levels.ts'
import { FACT_QUERIES } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { DEVICES } from '#shared/devices.ts'

/** The rows of a level with 0 in some key columns and something else in others. `name`: what their prints are stored under. */
export type LevelPart = {
  name: string
  zero?: readonly string[]
  other?: readonly string[]
}

/** One query of facts, and how its rows become keys of a level. */
export type FactSource = {
  level: Level
  /** Spanish, for the progress line. */
  title: string
  query: string
  /** Asked besides of an account with campaigns on Display: rows of their entities, of which the first answer has none. */
  displayQuery?: string
  /** In the order of the level's key columns. */
  keysOf: (row: AdsRow) => number[]
  /** Where sources share a level: which of its rows are this one's. */
  part?: LevelPart
  /** Of what Google answers; all where it is not said. */
  keeps?: (row: AdsRow) => boolean
  /** Only the newest days are kept of splits that are read as recent patterns. */
  days?: number
}

/** All that an analysis may look at. */
const SPLIT_DAYS = THRESHOLDS.windowDays.value + LONGEST_TAIL_DAYS

const campaignId = (row: AdsRow) => Number(row.campaign?.id ?? 0)
const adGroupId = (row: AdsRow) => Number(row.adGroup?.id ?? 0)

const PART_OF_CAMPAIGN: LevelPart = { name: 'ad_group_id zero', zero: ['ad_group_id'] }

/** Coarse to fine, so that the first screens fill first. */
export const FACT_SOURCES: readonly FactSource[] = [
  { level: 'account', title: 'Cuenta', query: FACT_QUERIES.account, keysOf: () => [] },
  {
    level: 'campaign',
    title: 'Campañas',
    query: FACT_QUERIES.campaign,
    keysOf: (row) => [campaignId(row)],
  },
  {
    level: 'ad_group',
    title: 'Grupos de anuncios',
    query: FACT_QUERIES.adGroup,
    keysOf: (row) => [campaignId(row), adGroupId(row)],
  },
  {
    level: 'keyword',
    title: 'Palabras clave',
    query: FACT_QUERIES.keyword,
    displayQuery: FACT_QUERIES.displayKeyword,
    keysOf: (row) => [
      campaignId(row),
      adGroupId(row),
      Number(row.adGroupCriterion?.criterionId ?? 0),
    ],
  },
  {
    level: 'search_term',
    title: 'Términos de búsqueda',
    query: FACT_QUERIES.searchTerm,
    keysOf: (row) => [
      campaignId(row),
      adGroupId(row),
      matchedCriterionId(row),
      termIdOf(row.searchTermView?.searchTerm ?? ''),
    ],
    part: { name: 'ad_group_id other', other: ['ad_group_id', 'criterion_id'] },
    keeps: (row) => matchedCriterionId(row) > 0,
  },
  {
    level: 'search_term',
    title: 'Términos sin palabra clave',
    query: FACT_QUERIES.keywordlessTerm,
    keysOf: (row) => [
      campaignId(row),
      adGroupId(row),
      0,
      termIdOf(row.searchTermView?.searchTerm ?? ''),
    ],
    part: { name: 'criterion_id zero', zero: ['criterion_id'], other: ['ad_group_id'] },
    keeps: isKeywordless,
  },
  {
    level: 'search_term',
    title: 'Términos de máximo rendimiento',
    query: FACT_QUERIES.campaignSearchTerm,
    keysOf: (row) => [
      campaignId(row),
      0,
      0,
      termIdOf(row.campaignSearchTermView?.searchTerm ?? ''),
    ],
    part: PART_OF_CAMPAIGN,
  },
  {
    level: 'ad',
    title: 'Anuncios',
    query: FACT_QUERIES.ad,
    keysOf: (row) => [campaignId(row), adGroupId(row), Number(row.adGroupAd?.ad?.id ?? 0)],
  },
  {
    level: 'audience',
    title: 'Segmentos de audiencia',
    query: FACT_QUERIES.adGroupAudience,
    keysOf: (row) => [
      campaignId(row),
      adGroupId(row),
      Number(row.adGroupCriterion?.criterionId ?? 0),
    ],
    part: { name: 'ad_group_id other', other: ['ad_group_id'] },
  },
  {
    level: 'audience',
    title: 'Segmentos de campaña',
    query: FACT_QUERIES.campaignAudience,
    keysOf: (row) => [campaignId(row), 0, Number(row.campaignCriterion?.criterionId ?? 0)],
    part: PART_OF_CAMPAIGN,
  },
  {
    level: 'device',
    title: 'Dispositivos',
    query: FACT_QUERIES.device,
    keysOf: (row) => [campaignId(row), deviceCode(row.segments?.device)],
  },
  {
    level: 'hour',
    title: 'Horas',
    query: FACT_QUERIES.hour,
    keysOf: (row) => [campaignId(row), row.segments?.hour ?? 0],
    days: SPLIT_DAYS,
  },
  {
    level: 'region',
    title: 'Regiones',
    query: FACT_QUERIES.region,
    keysOf: (row) => [campaignId(row), lastNumber(row.segments?.geoTargetRegion, '/')],
    days: SPLIT_DAYS,
  },
]

/** The first 53 bits of the text's sha256, so that facts carry a number and not the text. */
export function termIdOf(text: string): number {
  const digest = hash('sha256', text, 'buffer')
  return digest.readUIntBE(0, 6) * 32 + ((digest[6] ?? 0) >> 3)
}

function deviceCode(name: string | undefined): number {
  return Math.max(0, DEVICES.indexOf(name as (typeof DEVICES)[number]))
}

const GROUPS_WITHOUT_KEYWORDS = [
  'SHOPPING_PRODUCT_ADS',
  'SHOPPING_SMART_ADS',
  'SHOPPING_COMPARISON_LISTING_ADS',
  'SEARCH_DYNAMIC_ADS',
  'HOTEL_ADS',
  'TRAVEL_ADS',
]
const KEYWORDLESS = ['AI_MAX_KEYWORDLESS', 'DYNAMIC_SEARCH_ADS', 'VERTICAL_ADS_DATA_FEED']

/**
 * The source alone is not enough: Google has told it since 2025, and what it leaves unsaid of a search campaign came by a
 * keyword, as what AI Max adds to broad match does, and is in the other answer already.
 */
function isKeywordless({ adGroup, segments }: AdsRow): boolean {
  return (
    GROUPS_WITHOUT_KEYWORDS.includes(adGroup?.type ?? '') ||
    KEYWORDLESS.includes(segments?.searchTermMatchSource ?? '')
  )
}

/** 'customers/1/adGroupCriteria/22~33' → 33. */
function matchedCriterionId(row: AdsRow): number {
  return lastNumber(row.segments?.keyword?.adGroupCriterion, '~')
}

function lastNumber(resourceName: string | undefined, separator: string): number {
  return Number(resourceName?.slice(resourceName.lastIndexOf(separator) + 1) ?? 0)
}
