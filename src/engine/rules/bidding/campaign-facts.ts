import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Unit } from '#shared/unit-text.ts'
import type { Sums } from '../../account/known-figures.ts'
import type { CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { EvidenceTable, Figure, Finding } from '../../findings/recommendation.ts'
import { columnsOf } from '../../words/say.ts'
import { keywordId } from '../keywords/keyword-evidence.ts'

/** What a rule's wording adds to a finding. */
export type Texts = Pick<Finding, 'title' | 'description' | 'whyNow' | 'impact' | 'card'>

type Fact = Omit<Figure, 'key'>

/** Figures of a card by unit; money in micros, percent as a fraction. */
export const money = (label: string, value: number | null): Fact => ({
  label,
  unit: 'money',
  value,
})
export const percent = (label: string, value: number | null): Fact => ({
  label,
  unit: 'percent',
  value,
})
export const integer = (label: string, value: number | null): Fact => ({
  label,
  unit: 'integer',
  value,
})
/** What 'unas' goes before: '102', '52', '1,9', '2'. */
export const roughly = (label: string, value: number | null): Fact => ({
  label,
  unit: 'quantity',
  value: value === null ? null : value >= 10 ? Math.round(value) : Math.round(value * 10) / 10,
})

export const decimal = (label: string, value: number | null): Fact => ({
  label,
  unit: 'decimal',
  value,
})
export const quantity = (label: string, value: number | null): Fact => ({
  label,
  unit: 'quantity',
  value,
})

type More = Record<string, string | number | null>

/** Rows of campaigns with their sums, and further columns of each. */
export function campaignTable<Campaign extends CampaignFacts<never>>(
  campaigns: readonly Campaign[],
  columns: Record<string, [label: string, unit: Unit]> = {},
  more: (campaign: Campaign) => More = () => ({}),
): EvidenceTable {
  return {
    columns: [
      ...columnsOf('campaign', 'impressions', 'clicks', 'cost', 'conversions'),
      ...extraColumns(columns),
    ],
    rows: campaigns.map((campaign) => ({
      campaign: campaign.name,
      ...sumCells(campaign.sums),
      ...more(campaign),
    })),
  }
}

/** A long list shows its dearest rows: the card is read by people. */
export const TABLE_ROWS = 20

export function keywordTable<Keyword extends KeywordFacts<never>>(
  keywords: readonly Keyword[],
  groupName: (adGroupId: string) => string,
  columns: Record<string, [label: string, unit: Unit]> = {},
  more: (keyword: Keyword) => More = () => ({}),
): EvidenceTable {
  const costOf = ({ sums }: Keyword) => sums.costMicros ?? 0
  const dearest = keywords.toSorted((a, b) => costOf(b) - costOf(a))
  return {
    columns: [
      ...columnsOf('keyword', 'matchType', 'adGroup', 'impressions', 'clicks', 'cost'),
      ...columnsOf('conversions'),
      ...extraColumns(columns),
    ],
    rows: dearest.slice(0, TABLE_ROWS).map((keyword) => ({
      keyword: keyword.text,
      matchType: MATCH_TYPES[keyword.matchType].inSentence,
      adGroup: groupName(keyword.adGroupId),
      ...sumCells(keyword.sums),
      // In no column: what is changed is held against it, for texts and bids may be alike.
      entity: keywordId(keyword),
      ...more(keyword),
    })),
  }
}

/** Cells of anything with sums, e.g. match types; empty where they are unknown. */
export function sumCells({ impressions, clicks, costMicros, conversionsMicros }: Sums) {
  return {
    impressions: impressions ?? null,
    clicks: clicks ?? null,
    cost: costMicros ?? null,
    conversions: conversionsMicros === undefined ? null : conversionsMicros / MICROS,
  }
}

export function extraColumns(
  columns: Record<string, [label: string, unit: Unit]>,
): EvidenceTable['columns'] {
  return Object.entries(columns).map(([key, [label, unit]]) => ({ key, label, unit }))
}
