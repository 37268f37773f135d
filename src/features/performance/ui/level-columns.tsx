import { Badge } from '#kit/components/badge.tsx'
import type { Column } from '#kit/table-rows.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import { decimal } from '#shared/spanish-numbers.ts'
import type { AdGroupRow, CampaignRow } from '../contract.ts'
import { campaignTypeText, qualityTone, statusOf } from './entity-codes.ts'

/** The columns of each level; search, sort, cards, totals and export all read them. */

export const CAMPAIGN_COLUMNS: readonly Column<CampaignRow>[] = [
  { id: 'name', title: 'Campaña', kind: 'text', value: (row) => row.campaign_name },
  statusColumn((row) => row.campaign_status),
  {
    id: 'type',
    title: 'Tipo',
    kind: 'text',
    value: (row) => campaignTypeText(row.campaign_type, row.campaign_type_name),
    hideBelow: '2xl',
  },
  {
    id: 'budget',
    title: 'Presupuesto',
    kind: 'money',
    suffix: '/día',
    value: (row) => row.budget_micros,
    hideBelow: 'xl',
  },
  ...trafficColumns<CampaignRow>(2),
  costColumn((row) => row.cost_micros),
  conversionsColumn<CampaignRow>(),
  {
    id: 'cpa',
    title: 'Coste/conv.',
    kind: 'money',
    value: (row) => (row.conversions > 0 ? row.cost_per_conversion_micros : null),
    total: (rows) => {
      const conversions = sum(rows, (row) => row.conversions)
      return conversions > 0 ? sum(rows, (row) => row.cost_micros) / conversions : null
    },
  },
]

export const AD_GROUP_COLUMNS: readonly Column<AdGroupRow>[] = [
  { id: 'name', title: 'Grupo de anuncios', kind: 'text', value: (row) => row.ad_group_name },
  statusColumn((row) => row.status),
  {
    id: 'bid',
    title: 'Puja',
    kind: 'money',
    value: (row) => row.bid && row.bid * MICROS,
    hideBelow: '2xl',
  },
  ...trafficColumns<AdGroupRow>(1),
  {
    id: 'cpc',
    title: 'CPC medio',
    kind: 'money',
    value: (row) => row.average_cpc * MICROS,
    total: (rows) =>
      ratio(
        sum(rows, (row) => row.cost) * MICROS,
        sum(rows, (row) => row.clicks),
      ),
    hideBelow: 'lg',
  },
  costColumn((row) => row.cost * MICROS),
  conversionsColumn<AdGroupRow>(),
  {
    id: 'quality',
    title: 'Calidad',
    kind: 'score',
    value: (row) => row.qualityScore,
    cell: (row) => <QualityBadge score={row.qualityScore} />,
  },
]

/** Enabled, paused, removed; then most impressions, then highest CTR. */
export function usualOrder<Row extends Traffic>(statusCode: (row: Row) => number) {
  return (a: Row, b: Row) =>
    statusOf(statusCode(a)).rank - statusOf(statusCode(b)).rank ||
    b.impressions - a.impressions ||
    b.ctr - a.ctr
}

type Traffic = { impressions: number; clicks: number; ctr: number }

function statusColumn<Row>(code: (row: Row) => number): Column<Row> {
  return {
    id: 'status',
    title: 'Estado',
    kind: 'status',
    value: (row) => statusOf(code(row)).text,
    sortValue: (row) => statusOf(code(row)).rank,
    cell: (row) => {
      const status = statusOf(code(row))
      return (
        <Badge tone={status.tone} dot>
          {status.text}
        </Badge>
      )
    },
  }
}

/** Impressions, clicks and CTR; the CTR of the totals comes from their sums. */
function trafficColumns<Row extends Traffic>(ctrDigits: number): Column<Row>[] {
  return [
    {
      id: 'impressions',
      title: 'Impresiones',
      kind: 'count',
      value: (row) => row.impressions,
      total: (rows) => sum(rows, (row) => row.impressions),
    },
    {
      id: 'clicks',
      title: 'Clics',
      kind: 'count',
      value: (row) => row.clicks,
      total: (rows) => sum(rows, (row) => row.clicks),
    },
    {
      id: 'ctr',
      title: 'CTR',
      kind: 'percent',
      digits: ctrDigits,
      value: (row) => row.ctr / 100,
      total: (rows) =>
        ratio(
          sum(rows, (row) => row.clicks),
          sum(rows, (row) => row.impressions),
        ),
    },
  ]
}

function costColumn<Row>(costMicros: (row: Row) => number): Column<Row> {
  return {
    id: 'cost',
    title: 'Coste',
    kind: 'money',
    value: costMicros,
    total: (rows) => sum(rows, costMicros),
  }
}

function conversionsColumn<Row extends { conversions: number }>(): Column<Row> {
  return {
    id: 'conversions',
    title: 'Conversiones',
    kind: 'quantity',
    value: (row) => row.conversions,
    total: (rows) => sum(rows, (row) => row.conversions),
  }
}

function QualityBadge({ score }: { score: number | null }) {
  if (score === null) return <Badge>N/A</Badge>
  return <Badge tone={qualityTone(score)}>{decimal(score, Number.isInteger(score) ? 0 : 1)}</Badge>
}

function sum<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}
