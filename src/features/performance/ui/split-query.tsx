import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { loadErrorText } from '#kit/error-text.ts'
import type { DayRange } from '#shared/dates.ts'
import type { FileFacts } from '#shared/file-facts.ts'

export type SplitProps = {
  customerId: string
  currencyCode: string
  range: Partial<DayRange>
  /** Narrows to one campaign. */
  campaignId: string | null
  /** What the files of an imported account tell. */
  facts: FileFacts | null
}

/** Loading, failed, empty, stale or ready, for the drawings of a split. */
export function SplitQuery<Data>(props: {
  query: UseQueryResult<Data>
  action: string
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}) {
  const { query, action, isEmpty, children } = props
  const retry = () => void query.refetch()
  if (query.data === undefined) {
    if (query.isError) {
      return <ErrorPanel message={loadErrorText(query.error, action)} onRetry={retry} />
    }
    return (
      <div role="status" aria-label="Cargando..." className="flex flex-col gap-3">
        <Skeleton className="mb-2 h-5 w-2/3" />
        {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
          <Skeleton key={row} className="h-6 w-full" />
        ))}
      </div>
    )
  }
  return (
    <>
      {query.isError && <CacheNote message={loadErrorText(query.error, action)} onRetry={retry} />}
      {isEmpty(query.data) ? (
        <EmptyState title="No hay datos disponibles para el período seleccionado." />
      ) : (
        children(query.data)
      )}
    </>
  )
}
