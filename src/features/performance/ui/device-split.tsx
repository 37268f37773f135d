import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { DEVICE_WORDS } from '#shared/ads-words/places.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import { decimal, integer, money, percent } from '#shared/spanish-numbers.ts'
import { listAccountDevices } from '../contract/account-views.ts'
import { ShareTable, SplitQuery } from './split-query.tsx'
import type { SplitProps } from './splits-block.tsx'

const TITLES = [
  'Dispositivo',
  '% del gasto',
  'Gasto',
  'Impresiones',
  'Clics',
  'CTR',
  'CPC',
  'Conversiones',
  'Coste/conv.',
]

/** The range by device; the bars are shares of the spend. */
export function DeviceSplit({ customerId, currencyCode, range, campaignId }: SplitProps) {
  const query = useQuery(
    queryOf(listAccountDevices, { customerId, ...range, campaignId: campaignId ?? undefined }),
  )
  return (
    <SplitQuery
      query={query}
      action="la carga de dispositivos"
      isEmpty={(rows) => rows.length === 0}
    >
      {(rows) => {
        const spend = rows.reduce((sum, row) => sum + row.spend, 0)
        const amount = (units: number) => money(units * MICROS, currencyCode)
        return (
          <ShareTable
            caption="Reparto por dispositivo"
            titles={TITLES}
            rows={rows.map((row) => ({
              key: row.device,
              name: DEVICE_WORDS[row.device].many,
              share: ratio(row.spend, spend),
              figures: [
                percent(ratio(row.spend, spend), 1),
                amount(row.spend),
                integer(row.impressions),
                integer(row.clicks),
                percent(row.ctr / 100),
                amount(row.cpc),
                decimal(row.conversions, 2),
                row.conversions > 0 ? amount(row.costPerConversion) : '—',
              ],
            }))}
          />
        )
      }}
    </SplitQuery>
  )
}
