import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { listAlerts } from '#features/watch/contract/alerts.ts'
import { AlertsPlace } from '#features/watch/ui/alerts-place.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { DecisionsPlace } from './account-place.tsx'

const AlertsBlock = late(() =>
  import('#features/watch/ui/alerts-block.tsx').then((module) => module.AlertsBlock),
)

/** The surest: the recommendations are to begin above the fold. */
const FIRST = 1

/** What left its band in the account, above what follows; that waits to know how much room it takes. */
export function AccountAlerts({
  customerId,
  children,
}: {
  customerId: string
  /** Is told whether something stands above it. */
  children: (hasAlerts: boolean) => ReactNode
}) {
  const { data, isPending, failureCount } = useQuery(queryOf(listAlerts, { customerId }))
  const count = data ? data.alerts.length + data.pace.length : 0
  return (
    <>
      {count > 0 && (
        <BlockBoundary>
          <Suspense fallback={<AlertsPlace count={count} first={FIRST} />}>
            <AlertsBlock customerId={customerId} expected={count} first={FIRST} />
          </Suspense>
        </BlockBoundary>
      )}
      {isPending && failureCount === 0 ? <DecisionsPlace /> : children(count > 0)}
    </>
  )
}
