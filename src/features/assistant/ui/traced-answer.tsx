import { type ReactNode, useId, useState } from 'react'
import type { Figure } from '../contract/data-table.ts'
import type { TracedText } from '../contract/endpoints.ts'
import { rowId, SourceTable } from './source-table.tsx'

/** A text whose figures lead to the rows they come from, and those rows. */
export function TracedAnswer({ answer, customerId }: { answer: TracedText; customerId: string }) {
  const id = useId()
  const [followed, setFollowed] = useState<Figure | null>(null)
  const follow = (figure: Figure) => {
    setFollowed(figure)
    const target =
      figure.rowKey === null ? figure.tableId : rowId(id, figure.tableId, figure.rowKey)
    const row = document.getElementById(figure.rowKey === null ? `${id}-${target}` : target)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty whitespace-pre-line wrap-anywhere">{partsOf(answer, follow)}</p>
      {answer.tables.length > 0 && (
        <div className="flex flex-col gap-3">
          <h3 className="text-sm font-semibold text-ink-muted">De dónde sale cada cifra</h3>
          {answer.tables.map((table) => (
            <div key={table.id} id={`${id}-${table.id}`} tabIndex={-1} className="outline-none">
              <SourceTable
                table={table}
                customerId={customerId}
                currencyCode={answer.currencyCode}
                idPrefix={id}
                followed={followed?.tableId === table.id ? followed : null}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function partsOf({ text, figures, tables }: TracedText, follow: (figure: Figure) => void) {
  const parts: ReactNode[] = []
  let at = 0
  for (const figure of figures.toSorted((a, b) => a.start - b.start)) {
    const shown = text.slice(figure.start, figure.end)
    const table = tables.find(({ id }) => id === figure.tableId)
    const row = table?.rows.find(({ key }) => key === figure.rowKey)
    parts.push(
      text.slice(at, figure.start),
      <button
        key={figure.start}
        type="button"
        className="tabular min-h-0 min-w-0 rounded-sm font-semibold text-accent underline decoration-dotted underline-offset-4"
        aria-label={`${shown}: ver de dónde sale, ${row?.label ?? table?.title ?? ''}`}
        onClick={() => follow(figure)}
      >
        {shown}
      </button>,
    )
    at = figure.end
  }
  return [...parts, text.slice(at)]
}
