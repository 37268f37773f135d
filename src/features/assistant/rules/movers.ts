import type { Cell, TableRow } from '../contract/data-table.ts'
import type { RowSums } from './cells.ts'

export type CampaignWeek = RowSums & { id: string; name: string }

const MOST_MOVERS = 5

/** Campaigns by how much their spend moved, plus what their conversions moved at the account's own price of one. */
export function moversOf(
  now: readonly CampaignWeek[],
  before: readonly CampaignWeek[],
): TableRow[] {
  const earlier = new Map(before.map((row) => [row.id, row]))
  const spend = now.reduce((sum, row) => sum + row.spend, 0)
  const conversions = now.reduce((sum, row) => sum + row.conversions, 0)
  const price = conversions > 0 ? spend / conversions : 0
  return now
    .map((row) => {
      const was = earlier.get(row.id) ?? { spend: 0, conversions: 0 }
      const moved =
        Math.abs(row.spend - was.spend) + price * Math.abs(row.conversions - was.conversions)
      return { row, was, moved }
    })
    .filter(({ moved }) => moved > 0)
    .toSorted((a, b) => b.moved - a.moved || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, MOST_MOVERS)
    .map(({ row, was }) => ({
      key: row.id,
      label: row.name,
      cells: {
        spend: money(row.spend),
        spendBefore: money(was.spend),
        conversions: count(row.conversions),
        conversionsBefore: count(was.conversions),
      },
    }))
}

const money = (value: number): Cell => ({ value, unit: 'money' })
const count = (value: number): Cell => ({ value, unit: 'quantity' })
