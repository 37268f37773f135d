import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { loadErrorText } from '#kit/error-text.ts'

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
      <div role="status" aria-label="Cargando...">
        <Skeleton className="h-75 w-full" />
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

/** A table of shares: a name, a bar as long as its share, and figures. */
export function ShareTable(props: {
  caption: string
  titles: readonly string[]
  rows: readonly { key: string; name: string; share: number; figures: readonly string[] }[]
}) {
  const { caption, titles, rows } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section tabIndex={0} aria-label={caption} className="relative overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-xs text-ink-muted">
            {titles.map((title, at) => (
              <th
                key={title}
                scope="col"
                className={`px-2 py-2 font-medium whitespace-nowrap ${at === 0 ? 'sticky left-0 bg-surface text-left' : 'text-right'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, share, figures }) => (
            <tr key={key} className="border-t border-line">
              <th
                scope="row"
                className="sticky left-0 min-w-30 bg-surface px-2 py-2 sm:min-w-40 text-left font-normal"
              >
                <span className="wrap-anywhere">{name}</span>
                <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-sunken">
                  <span className="block h-full bg-ink/60" style={{ width: `${share * 100}%` }} />
                </span>
              </th>
              {figures.map((figure, at) => (
                <td key={titles[at + 1]} className="px-2 py-2 text-right whitespace-nowrap">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
