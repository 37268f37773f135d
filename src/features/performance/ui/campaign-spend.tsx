import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { ratio } from '#shared/metrics.ts'
import { decimal, money, percent } from '#shared/spanish-numbers.ts'
import { type CampaignRow, listCampaignMetrics } from '../contract/metrics.ts'
import { ShareTable, SplitQuery } from './split-query.tsx'
import type { SplitProps } from './splits-block.tsx'

const MOST_CAMPAIGNS = 10

/** The dearest campaigns of the range and what part of the spend and of the conversions is theirs. */
export function CampaignSpend({ customerId, currencyCode, range }: SplitProps) {
  const query = useQuery(queryOf(listCampaignMetrics, { customerId, ...range }))
  return (
    <SplitQuery
      query={query}
      action="la carga de campañas"
      isEmpty={(rows) => rows.every((row) => row.cost_micros === 0)}
    >
      {(rows) => (
        <ShareTable
          caption="Gasto por campaña"
          titles={['Campaña', '% del gasto', 'Gasto', 'Conversiones', '% de conversiones']}
          rows={spendShares(rows).map(({ row, spend, conversions }) => ({
            key: row.campaign_id,
            name: row.campaign_name,
            share: spend,
            figures: [
              percent(spend, 1),
              money(row.cost_micros, currencyCode),
              decimal(row.conversions, 2),
              percent(conversions, 1),
            ],
          }))}
        />
      )}
    </SplitQuery>
  )
}

/** Shares 0..1 of the whole account; the dearest first. */
function spendShares(rows: readonly CampaignRow[]) {
  const spend = rows.reduce((sum, row) => sum + row.cost_micros, 0)
  const conversions = rows.reduce((sum, row) => sum + row.conversions, 0)
  return rows
    .filter((row) => row.cost_micros > 0)
    .toSorted((a, b) => b.cost_micros - a.cost_micros)
    .slice(0, MOST_CAMPAIGNS)
    .map((row) => ({
      row,
      spend: ratio(row.cost_micros, spend),
      conversions: ratio(row.conversions, conversions),
    }))
}
