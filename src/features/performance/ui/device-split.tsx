import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { DEVICE_WORDS } from '#shared/ads-words/places.ts'
import { listAccountDevices } from '../contract/account-views.ts'
import { SHARE_TITLES, shareFigures } from './share-figures.ts'
import { ShareTable } from './share-table.tsx'
import { type SplitProps, SplitQuery } from './split-query.tsx'

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
        return (
          <ShareTable
            caption="Reparto por dispositivo"
            currencyCode={currencyCode}
            titles={['Dispositivo', ...SHARE_TITLES]}
            rows={rows.map((row) => ({
              key: row.device,
              name: DEVICE_WORDS[row.device].many,
              spend: row.spend,
              conversions: row.conversions,
              figures: shareFigures(row, spend, currencyCode),
            }))}
          />
        )
      }}
    </SplitQuery>
  )
}
