import { hash } from 'node:crypto'
import type { Level } from '#platform/db/levels.ts'
import { FACT_QUERIES } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { DEVICES } from '#shared/devices.ts'

/** One query of facts, and how its rows become keys of a level. */
export type FactSource = {
  level: Level
  /** Spanish, for the progress line. */
  title: string
  query: string
  /** In the order of the level's key columns. */
  keysOf: (row: AdsRow) => number[]
  /** Where two sources share a level: the key column, and whether this one's rows have 0 in it. */
  part?: { column: string; zero: boolean }
  /** Only the newest days are kept of splits that are read as recent patterns. */
  days?: number
}

const SPLIT_DAYS = 90

const campaignId = (row: AdsRow) => Number(row.campaign?.id ?? 0)
const adGroupId = (row: AdsRow) => Number(row.adGroup?.id ?? 0)

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
    part: { column: 'ad_group_id', zero: false },
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
    part: { column: 'ad_group_id', zero: true },
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
    part: { column: 'ad_group_id', zero: false },
  },
  {
    level: 'audience',
    title: 'Segmentos de campaña',
    query: FACT_QUERIES.campaignAudience,
    keysOf: (row) => [campaignId(row), 0, Number(row.campaignCriterion?.criterionId ?? 0)],
    part: { column: 'ad_group_id', zero: true },
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

/** 'customers/1/adGroupCriteria/22~33' → 33; 0 for a term that no keyword matched. */
function matchedCriterionId(row: AdsRow): number {
  return lastNumber(row.segments?.keyword?.adGroupCriterion, '~')
}

function lastNumber(resourceName: string | undefined, separator: string): number {
  return Number(resourceName?.split(separator).at(-1) ?? 0)
}
