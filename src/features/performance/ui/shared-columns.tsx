import { Badge, type Tone } from '#kit/components/badge.tsx'
import type { Column } from '#kit/table-rows.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import { decimal } from '#shared/spanish-numbers.ts'
import { statusOf } from './entity-codes.ts'

/** What the columns of several levels have in common. */

/** Enabled, paused, removed; then most impressions, then highest CTR. */
export function usualOrder<Row extends Traffic>(statusCode: (row: Row) => number) {
  return (a: Row, b: Row) =>
    statusOf(statusCode(a)).rank - statusOf(statusCode(b)).rank ||
    b.impressions - a.impressions ||
    b.ctr - a.ctr
}

export type Traffic = { impressions: number; clicks: number; ctr: number }

export function statusColumn<Row>(
  code: (row: Row) => number,
  meaningOf: typeof statusOf = statusOf,
): Column<Row> {
  return {
    id: 'status',
    title: 'Estado',
    kind: 'status',
    value: (row) => meaningOf(code(row)).text,
    sortValue: (row) => meaningOf(code(row)).rank,
    cell: (row) => {
      const status = meaningOf(code(row))
      return (
        <Badge tone={status.tone} dot isUsual={status.tone === 'success'}>
          {status.text}
        </Badge>
      )
    },
  }
}

/**
 * Impressions, clicks and CTR; the CTR of the totals comes from their sums. `ctrUnit`: what the rows
 * call 100 %, 100 or 1; `leads`: which of them stand on the cards of narrow screens, which have room for three figures.
 */
export function trafficColumns<Row extends Traffic>(
  ctrDigits: number,
  ctrUnit: 100 | 1 = 100,
  leads: readonly string[] = ['clicks'],
): Column<Row>[] {
  const columns: Column<Row>[] = [
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
      value: (row) => row.ctr / ctrUnit,
      total: (rows) =>
        ratio(
          sum(rows, (row) => row.clicks),
          sum(rows, (row) => row.impressions),
        ),
    },
  ]
  return columns.map((column) => ({ ...column, isLead: leads.includes(column.id) }))
}

export function costColumn<Row>(costMicros: (row: Row) => number): Column<Row> {
  return {
    id: 'cost',
    title: 'Coste',
    kind: 'money',
    isLead: true,
    value: costMicros,
    total: (rows) => sum(rows, costMicros),
  }
}

/** Mean cost per click; both in currency units. A click that never came cost nothing that could be named. */
export function cpcColumn<Row extends { clicks: number }>(
  title: string,
  cpc: (row: Row) => number,
  cost: (row: Row) => number,
): Column<Row> {
  return {
    id: 'cpc',
    title,
    kind: 'money',
    value: (row) => (row.clicks > 0 ? cpc(row) * MICROS : null),
    total: (rows) => {
      const clicks = sum(rows, (row) => row.clicks)
      return clicks > 0 ? (sum(rows, cost) * MICROS) / clicks : null
    },
  }
}

export function conversionsColumn<Row extends { conversions: number }>(): Column<Row> {
  return {
    id: 'conversions',
    title: 'Conversiones',
    kind: 'quantity',
    isLead: true,
    value: (row) => row.conversions,
    total: (rows) => sum(rows, (row) => row.conversions),
  }
}

export function sum<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}

/** A quality score 1..10 in the tone of its level; 'N/A' where Google gives none. */
export function qualityColumn<Row extends { qualityScore: number | null }>(
  tone: (score: number) => Tone,
): Column<Row> {
  return {
    id: 'quality',
    title: 'Calidad',
    kind: 'score',
    value: (row) => row.qualityScore,
    cell: ({ qualityScore: score }) =>
      score === null ? (
        <Badge>N/A</Badge>
      ) : (
        <Badge tone={tone(score)}>{decimal(score, Number.isInteger(score) ? 0 : 1)}</Badge>
      ),
  }
}
