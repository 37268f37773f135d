import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { loadErrorText } from '#kit/error-text.ts'

/** Loading, failed, stale or ready: the same for every level. `action` names the load in errors. */
export function LevelQuery<Row>(props: {
  query: UseQueryResult<Row[] | null>
  action: string
  /** Shown where it is not known whether there are any. */
  unread?: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const { query, action, unread, children } = props
  const retry = () => void query.refetch()
  if (query.isPending) return <DataTableSkeleton label="Cargando..." />
  if (query.data === null && unread) return unread
  if (!Array.isArray(query.data)) {
    const message = query.isError
      ? loadErrorText(query.error, action)
      : `Formato de datos inválido en ${action}`
    return <ErrorPanel message={message} onRetry={retry} />
  }
  return (
    <>
      {query.isError && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message={loadErrorText(query.error, action)} onRetry={retry} />
        </div>
      )}
      {children(query.data)}
    </>
  )
}
