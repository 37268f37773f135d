import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { classes } from '../class-names.ts'
import { type Column, cellText, isNumeric, parseSort, sortText } from '../table-rows.ts'
import { CellContent, type RowsProps, rowLinkClass, totalLabel } from './data-grid.tsx'
import { Select } from './select.tsx'

/** Thousands of cards at once would stop a phone: so many more are drawn as their place comes near. */
const STEP = 100
const AHEAD = '1200px'

/** The rows of narrow screens: a card each, with every column of the table. */
export function DataCards<Row>(props: RowsProps<Row>) {
  const { title, columns, rows, totalRows, rowKey, currencyCode, hrefOf } = props
  const [drawn, setDrawn] = useState(STEP)
  const [first, ...others] = columns
  if (!first) return null
  const rest = others.filter((column) => !column.isControl)
  const controls = others.filter((column) => column.isControl)
  return (
    <div className="@container border-t border-line last:overflow-hidden last:rounded-b-card">
      <SortSelect {...props} />
      <ul aria-label={title} className="divide-y divide-line border-t border-line">
        {rows.slice(0, drawn).map((row) => (
          <li key={rowKey(row)} className="px-4 py-3 md:px-5">
            <p className="font-medium">
              {hrefOf ? (
                <Link to={hrefOf(row)} className={classes(rowLinkClass, '-my-2.5 py-2.5')}>
                  <CellContent column={first} row={row} currencyCode={currencyCode} />
                </Link>
              ) : (
                <CellContent column={first} row={row} currencyCode={currencyCode} />
              )}
            </p>
            <Figures
              columns={rest}
              content={(column) => (
                <CellContent column={column} row={row} currencyCode={currencyCode} />
              )}
            />
            {controls.map((column) => (
              <div key={column.id} className="mt-3">
                <CellContent column={column} row={row} currencyCode={currencyCode} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {drawn < rows.length && <WhenNear key={drawn} onNear={() => setDrawn(drawn + STEP)} />}
      <div className="border-t border-line bg-sunken px-4 py-3 md:px-5">
        <p className="font-semibold">{totalLabel(totalRows.length, title)}</p>
        <Figures
          columns={rest.filter((column) => column.total)}
          content={(column) => cellText(column, column.total?.(totalRows) ?? null, currencyCode)}
        />
      </div>
    </div>
  )
}

function WhenNear({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stretch is waited for once, by its own element
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onNear(),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place} className="h-px" />
}

function Figures<Row>(props: {
  columns: readonly Column<Row>[]
  content: (column: Column<Row>) => ReactNode
}) {
  return (
    <dl className="tabular mt-1.5 grid grid-cols-3 gap-x-3 gap-y-1.5 text-sm @min-[30rem]:grid-cols-5">
      {props.columns.map((column) => (
        <div key={column.id} className="min-w-0">
          <dt className="truncate text-xs text-ink-faint" title={column.title}>
            {column.title}
          </dt>
          <dd className="wrap-anywhere">{props.content(column)}</dd>
        </div>
      ))}
    </dl>
  )
}

function SortSelect<Row>({ columns, sort, onSort }: RowsProps<Row>) {
  const sortable = columns.filter((column) => column.sortable !== false && !column.isControl)
  return (
    <Select
      label="Ordenar por"
      className="px-4 py-3 md:px-5"
      value={sortText(sort)}
      onChange={(event) => onSort(parseSort(event.target.value))}
    >
      <option value="">Orden habitual</option>
      {sortable.flatMap((column) => [
        <option key={column.id} value={column.id}>
          {column.title}: {isNumeric(column.kind) ? 'de menor a mayor' : 'de la A a la Z'}
        </option>,
        <option key={`-${column.id}`} value={`-${column.id}`}>
          {column.title}: {isNumeric(column.kind) ? 'de mayor a menor' : 'de la Z a la A'}
        </option>,
      ])}
    </Select>
  )
}
