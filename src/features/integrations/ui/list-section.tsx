import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { ExampleLine } from '#kit/components/example-line.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { UpgradeNotice } from '#kit/components/upgrade-notice.tsx'
import { errorText } from '#kit/error-text.ts'

/** One kind of integration: loading, failed, not in the plan, none yet, or the list. */
export function ListSection<
  Reply extends { available: boolean },
  Row extends { id: string },
>(props: {
  title: string
  description: string
  plan: string
  pitch: string
  empty: string
  /** A row as it will be. */
  example: { title: string; detail: string }
  add: { label: string; onAdd: () => void }
  query: UseQueryResult<Reply>
  rows: (reply: Reply) => readonly Row[]
  line: (row: Row) => ReactNode
  readOnly: boolean
}) {
  const { title, description, plan, pitch, empty, example, add, query, rows, line, readOnly } =
    props
  const { data } = query
  const list = data ? rows(data) : []
  return (
    <Section
      title={title}
      description={description}
      actions={
        data?.available &&
        !readOnly && (
          <Button size="sm" onClick={add.onAdd}>
            {add.label}
          </Button>
        )
      }
    >
      {query.isPending && (
        <div role="status" aria-label={`Cargando: ${title}`} className="p-5">
          <Skeleton className="h-16 w-full" />
        </div>
      )}
      {query.isError && !data && (
        <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
      )}
      {data && !data.available && <UpgradeNotice plan={plan}>{pitch}</UpgradeNotice>}
      {data?.available && list.length === 0 && (
        <EmptyState title={empty} example={<ExampleLine {...example} />} />
      )}
      {list.length > 0 && (
        <ul className="divide-y divide-line">
          {list.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5"
            >
              {line(row)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
