import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import { decimal, money, percent } from '#shared/spanish-numbers.ts'
import { type CampaignRow, listCampaignMetrics } from '../contract/metrics.ts'
import { ShareTable } from './share-table.tsx'
import { type SplitProps, SplitQuery } from './split-query.tsx'
import { isMetricKnown } from './unknown-figures.ts'

const MOST_CAMPAIGNS = 10

/** The dearest campaigns of the range and what part of the spend and of the conversions is theirs. */
export function CampaignSpend({ customerId, currencyCode, range, facts }: SplitProps) {
  const isCounted = isMetricKnown('conversions', facts, 'campaign')
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
          currencyCode={currencyCode}
          whole={isCounted ? wholeOf(rows) : { ...wholeOf(rows), conversions: null }}
          titles={['Campaña', '% del gasto', 'Gasto', 'Conversiones', '% de conversiones']}
          rows={spendShares(rows).map(({ row, spend, conversions }) => ({
            key: row.campaign_id,
            name: row.campaign_name,
            spend: row.cost_micros / MICROS,
            conversions: isCounted ? row.conversions : null,
            figures: [
              percent(spend, 1),
              money(row.cost_micros, currencyCode),
              isCounted ? decimal(row.conversions, 2) : '—',
              isCounted ? percent(conversions, 1) : '—',
            ],
          }))}
        />
      )}
    </SplitQuery>
  )
}

const wholeOf = (rows: readonly CampaignRow[]) => ({
  spend: rows.reduce((sum, row) => sum + row.cost_micros, 0) / MICROS,
  conversions: rows.reduce((sum, row) => sum + row.conversions, 0),
})

/** Shares 0..1 of the whole account; the dearest first. */
function spendShares(rows: readonly CampaignRow[]) {
  const whole = wholeOf(rows)
  return rows
    .filter((row) => row.cost_micros > 0)
    .toSorted((a, b) => b.cost_micros - a.cost_micros)
    .slice(0, MOST_CAMPAIGNS)
    .map((row) => ({
      row,
      spend: ratio(row.cost_micros / MICROS, whole.spend),
      conversions: ratio(row.conversions, whole.conversions),
    }))
}
