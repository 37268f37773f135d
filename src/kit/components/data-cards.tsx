import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { Link } from '../router/link.tsx'
import { type Column, cellText, isNumeric, parseSort, sortText } from '../table-rows.ts'
import { Button } from './button.tsx'
import { CellContent, type RowsProps, rowLinkClass, totalLabel } from './data-grid.tsx'
import { Select } from './select.tsx'

/** Thousands of cards at once would stop a phone: so many more are drawn as their place comes near. */
const STEP = 100
const AHEAD = '1200px'

/** Under the name in columns of their own; beside it where a tablet has room. */
const leadsClass = 'grid gap-x-2 @min-[38rem]:flex @min-[38rem]:justify-end'
const leadClass = 'min-w-0 text-right @min-[38rem]:w-26'

/** Where there is room the figures of a row stand beside its name. */
const besideClass =
  '@min-[38rem]:flex @min-[38rem]:flex-wrap @min-[38rem]:items-center @min-[38rem]:gap-x-4'

/** Money is the longest. */
function leadsGrid<Row>(leads: readonly Column<Row>[]): CSSProperties {
  const widths = leads.map(({ kind }) => `minmax(0, ${kind === 'money' ? 10 : 8}fr)`)
  return { gridTemplateColumns: widths.join(' ') }
}

/** The rows of narrow screens: a card each, with the leading figures of the table or, when asked, every column. */
export function DataCards<Row>(props: RowsProps<Row>) {
  const { title, columns, rows, totalRows, rowKey, currencyCode, hrefOf } = props
  const [drawn, setDrawn] = useState(STEP)
  const [isWhole, setWhole] = useState(false)
  const [first, ...others] = columns
  if (!first) return null
  const rest = others.filter((column) => !column.isControl)
  const controls = others.filter((column) => column.isControl)
  const leads = rest.filter((column) => column.isLead)
  const isShort = leads.length > 0 && !isWhole
  const status = isShort && rest.find(({ kind }) => kind === 'status')
  return (
    <div className="@container border-t border-line last:overflow-hidden last:rounded-b-card">
      <div className="flex items-end gap-2 px-4 py-2 md:px-5">
        <SortSelect {...props} />
        {leads.length > 0 && (
          <Button aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Solo lo principal' : 'Todas las cifras'}
          </Button>
        )}
      </div>
      {isShort && (
        <p
          aria-hidden="true"
          style={leadsGrid(leads)}
          className={classes(
            leadsClass,
            'border-t border-line px-4 py-1 text-xs text-ink-faint md:px-5',
          )}
        >
          {leads.map(({ id, title }) => (
            <span key={id} className={classes(leadClass, 'truncate')}>
              {title}
            </span>
          ))}
        </p>
      )}
      <ul aria-label={title} className="divide-y divide-line border-t border-line">
        {rows.slice(0, drawn).map((row) => (
          <li
            key={rowKey(row)}
            className={classes('px-4 md:px-5', isShort ? classes('py-2', besideClass) : 'py-3')}
          >
            <div className="flex min-w-0 flex-1 items-start justify-between gap-2 font-medium">
              {hrefOf ? (
                <Link
                  to={hrefOf(row)}
                  className={classes(
                    rowLinkClass,
                    'min-w-0',
                    isShort ? '-my-2 py-2' : '-my-2.5 py-2.5',
                  )}
                >
                  <CellContent column={first} row={row} currencyCode={currencyCode} />
                </Link>
              ) : (
                <CellContent column={first} row={row} currencyCode={currencyCode} />
              )}
              {status && (
                <span className="shrink-0">
                  <CellContent column={status} row={row} currencyCode={currencyCode} />
                </span>
              )}
              {!isWhole &&
                controls.map((column) => (
                  <span key={column.id} className="-my-2 shrink-0">
                    <CellContent column={column} row={row} currencyCode={currencyCode} />
                  </span>
                ))}
            </div>
            <Figures
              columns={isShort ? leads : rest}
              isShort={isShort}
              content={(column) => (
                <CellContent column={column} row={row} currencyCode={currencyCode} />
              )}
            />
            {isWhole &&
              controls.map((column) => (
                <div key={column.id} className="mt-3 w-full">
                  <CellContent column={column} row={row} currencyCode={currencyCode} />
                </div>
              ))}
          </li>
        ))}
      </ul>
      {drawn < rows.length && <WhenNear key={drawn} onNear={() => setDrawn(drawn + STEP)} />}
      {rest.some((column) => column.total) && (
        <div
          className={classes(
            'border-t border-line bg-sunken px-4 py-3 md:px-5',
            isShort && besideClass,
          )}
        >
          <p className="min-w-0 flex-1 font-semibold">{totalLabel(totalRows.length, title)}</p>
          <Figures
            columns={isShort ? leads : rest.filter((column) => column.total)}
            isShort={isShort}
            content={(column) =>
              column.total && cellText(column, column.total(totalRows), currencyCode)
            }
          />
        </div>
      )}
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
  /** Their names stand once, over the list. */
  isShort: boolean
  content: (column: Column<Row>) => ReactNode
}) {
  const { isShort } = props
  return (
    <dl
      style={isShort ? leadsGrid(props.columns) : undefined}
      className={classes(
        'tabular text-sm',
        isShort
          ? leadsClass
          : 'mt-1.5 grid grid-cols-3 gap-x-3 gap-y-1.5 @min-[30rem]:grid-cols-4 @min-[40rem]:grid-cols-5',
      )}
    >
      {props.columns.map((column) => (
        <div key={column.id} className={isShort ? leadClass : 'min-w-0'}>
          <dt
            className={isShort ? 'sr-only' : 'truncate text-xs text-ink-faint'}
            title={column.title}
          >
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
      hideLabel
      className="min-w-0 flex-1"
      value={sortText(sort)}
      onChange={(event) => onSort(parseSort(event.target.value))}
    >
      <option value="">Ordenar: habitual</option>
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
