import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
} from 'react'
import { plural } from '#shared/spanish-numbers.ts'
import { classes } from '../class-names.ts'
import { painted } from '../painted.ts'
import { Link } from '../router/link.tsx'
import { useNavigate } from '../router/router.tsx'
import { type Column, cellText, isNumeric, type Sort, sortAfterClick } from '../table-rows.ts'
import { useLatest } from '../use-latest.ts'

const WindowedBody = lazy(() =>
  import('./windowed-body.tsx').then((module) => ({ default: module.WindowedBody })),
)

/** More rows than this are drawn only where they can be seen. */
const MOST_ROWS_DRAWN = 100

export type RowsProps<Row> = {
  title: string
  columns: readonly Column<Row>[]
  /** The rows of this page. */
  rows: readonly Row[]
  /** All rows that match, in any order: what the totals add up. */
  totalRows: readonly Row[]
  rowKey(row: Row): string
  currencyCode: string
  sort: Sort
  onSort(sort: Sort): void
  hrefOf?: ((row: Row) => string) | undefined
  prepare?: ((row: Row) => void) | undefined
  /** Opens the address of a row; by itself the router does. */
  onOpen?: ((row: Row, href: string) => void) | undefined
}

/** The table of wide screens: sticky header, first column and totals; figures aligned right. */
export function DataGrid<Row>(props: RowsProps<Row>) {
  const { title, columns, rows, rowKey, currencyCode, hrefOf } = props
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const onSort = useLatest(props.onSort)
  const onOpen = useLatest((row: Row, href: string) =>
    props.onOpen ? props.onOpen(row, href) : navigate(href),
  )
  const { prepare, prepareSoon } = usePrepare(props.prepare)
  const isWindowed = rows.length > MOST_ROWS_DRAWN
  const draw = (row: Row, at: number) => {
    const key = rowKey(row)
    return (
      <BodyRow
        // In a long table a place on the screen keeps its elements when another row stands there.
        key={isWindowed ? at : key}
        columns={columns}
        row={row}
        currencyCode={currencyCode}
        isWindowed={isWindowed}
        onOpen={onOpen}
        prepare={prepare}
        prepareSoon={prepareSoon}
        rowKey={key}
        href={hrefOf?.(row)}
      />
    )
  }
  const firstRows = <tbody>{rows.slice(0, MOST_ROWS_DRAWN).map(draw)}</tbody>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows only repeat what Tab does
    <div
      ref={frame}
      onKeyDown={moveBetweenRows}
      className="relative isolate max-h-[85dvh] overflow-auto border-t border-line last:rounded-b-card"
    >
      <table
        aria-rowcount={isWindowed ? rows.length + 1 : undefined}
        className="w-full border-separate border-spacing-0"
      >
        <caption className="sr-only">{title}</caption>
        <Header columns={columns} isWindowed={isWindowed} onSort={onSort} sort={props.sort} />
        {isWindowed ? (
          <Suspense fallback={firstRows}>
            <WindowedBody
              frame={frame}
              rows={rows}
              columns={columns.length}
              // The lazy component cannot be generic; it hands back the rows that it was given.
              draw={(row, at) => draw(row as Row, at)}
            />
          </Suspense>
        ) : (
          firstRows
        )}
        {columns.some((column) => column.total) && (
          <TotalsRow
            totalRows={props.totalRows}
            columns={columns}
            currencyCode={currencyCode}
            title={title}
          />
        )}
      </table>
    </div>
  )
}

/** What rests on a row this long is likely to open it; what sweeps over it is not. */
const REST_MS = 60

function usePrepare<Row>(act: ((row: Row) => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prepare = useLatest((row: Row) => act?.(row))
  const prepareSoon = useLatest((row: Row | null) => {
    clearTimeout(timer.current)
    if (row && act) timer.current = setTimeout(() => prepare(row), REST_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return { prepare, prepareSoon }
}

// Up, down, Home and End go from row to row while the focus is on a row's link.
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}

type HeaderProps<Row> = Pick<RowsProps<Row>, 'columns' | 'sort' | 'onSort'>

/** Of a long table the header answers in the next frame and the rows in the one after. */
const Header = remembered(
  <Row,>({ columns, sort, onSort, isWindowed }: HeaderProps<Row> & { isWindowed: boolean }) => {
    const [shown, show] = useOptimistic(sort)
    const sortBy = (next: Sort) =>
      startTransition(async () => {
        show(next)
        if (isWindowed) await painted()
        onSort(next)
      })
    return (
      <thead>
        <tr>
          {columns.map((column, at) => (
            <HeaderCell
              key={column.id}
              column={column}
              sort={shown}
              onSort={sortBy}
              isFirst={at === 0}
            />
          ))}
        </tr>
      </thead>
    )
  },
)

function HeaderCell<Row>(
  props: Omit<HeaderProps<Row>, 'columns'> & { column: Column<Row>; isFirst: boolean },
) {
  const { column, sort, onSort, isFirst } = props
  const at = sort.findIndex((part) => part.column === column.id)
  const direction = sort[at]?.direction
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  const isPlain = column.sortable === false || column.isControl
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      className={classes(
        'sticky top-0 z-20 border-b border-line bg-sunken text-xs font-medium whitespace-nowrap text-ink-muted',
        isPlain ? 'px-3 py-2 first:pl-5 last:pr-5' : 'first:pl-2 last:pr-2',
        isFirst && 'md:left-0 md:z-30',
        column.isControl && 'right-0 z-30',
        sideOf(column),
        hiddenBelow(column),
      )}
    >
      {isPlain ? (
        column.title
      ) : (
        <button
          type="button"
          title="Ordenar; con Mayúsculas, además de las otras columnas"
          onClick={(event) => onSort(sortAfterClick(sort, column as Column<never>, event.shiftKey))}
          className={classes(
            'inline-flex h-9 w-full items-center gap-1 px-3 font-medium hover:text-ink focus-visible:outline-offset-[-2px]',
            isNumeric(column.kind) && 'flex-row-reverse',
            direction && 'text-ink',
          )}
        >
          {column.title}
          <Arrow
            aria-hidden="true"
            className={classes('size-3.5 shrink-0', !direction && 'invisible')}
          />
          {sort.length > 1 && at >= 0 && <span className="text-2xs text-ink-faint">{at + 1}</span>}
        </button>
      )}
    </th>
  )
}

type BodyRowProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  rowKey: string
  currencyCode: string
  href: string | undefined
  onOpen: (row: Row, href: string) => void
  prepare: (row: Row) => void
  prepareSoon: (row: Row | null) => void
  /** Windowed rows are all of one height. */
  isWindowed: boolean
}

const BodyRow = remembered(<Row,>(props: BodyRowProps<Row>) => {
  const { columns, row, currencyCode, href, onOpen, prepare, prepareSoon, isWindowed } = props
  const open = (event: MouseEvent) => {
    const onControl = (event.target as Element).closest('a, button, input, select')
    const isSelecting = window.getSelection()?.type === 'Range'
    if (href && !onControl && !isSelecting) onOpen(row, href)
  }
  const follow = (event: MouseEvent) => {
    const inOtherTab = event.button !== 0 || event.metaKey || event.ctrlKey
    if (!href || inOtherTab || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(row, href)
  }
  const comesNear = href ? () => prepareSoon(row) : undefined
  const leaves = href ? () => prepareSoon(null) : undefined
  return (
    // By keyboard, the link in the first cell does it
    <tr
      onPointerEnter={comesNear}
      onPointerLeave={leaves}
      onFocus={comesNear}
      onBlur={leaves}
      onPointerDown={href ? () => prepare(row) : undefined}
      onClick={open}
      className={classes('group', href && 'cursor-pointer')}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={classes(
            'h-(--row-height) border-b border-line bg-surface px-3 transition-colors group-hover:bg-sunken first:pl-5 last:pr-5',
            at === 0
              ? 'max-w-80 min-w-52 py-0.5 font-medium wrap-anywhere md:sticky md:left-0 md:z-10'
              : 'py-0 whitespace-nowrap',
            at === 0 && isWindowed && 'truncate',
            column.isControl && 'sticky right-0',
            sideOf(column),
            hiddenBelow(column),
          )}
        >
          {at === 0 && href ? (
            <Link
              to={href}
              data-row-link
              onClick={follow}
              className={classes(rowLinkClass, isWindowed && 'line-clamp-1')}
            >
              <CellContent column={column} row={row} currencyCode={currencyCode} />
            </Link>
          ) : (
            <CellContent
              // What a control is about to do must not pass to the row that takes its place.
              key={column.isControl ? props.rowKey : undefined}
              column={column}
              row={row}
              currencyCode={currencyCode}
            />
          )}
        </td>
      ))}
    </tr>
  )
})

type TotalsProps<Row> = Pick<RowsProps<Row>, 'columns' | 'totalRows' | 'currencyCode' | 'title'>

const TotalsRow = remembered(<Row,>(props: TotalsProps<Row>) => {
  const { columns, totalRows, currencyCode, title } = props
  const totals = useMemo(
    () =>
      columns.map(
        (column) => column.total && cellText(column, column.total(totalRows), currencyCode),
      ),
    [columns, totalRows, currencyCode],
  )
  return (
    <tfoot>
      <tr>
        {columns.map((column, at) => (
          <td
            key={column.id}
            className={classes(
              'sticky bottom-0 h-9 border-t border-line bg-surface px-3 font-semibold whitespace-nowrap first:pl-5 last:pr-5',
              at === 0 ? 'z-20 md:left-0' : 'z-10',
              sideOf(column),
              hiddenBelow(column),
            )}
          >
            {at === 0 ? totalLabel(totalRows.length, title) : totals[at]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
})

/** Drawn again only with other props; `memo` alone would forget what kind of rows it is for. */
function remembered<Props extends object>(component: (props: Props) => ReactNode) {
  return memo(component) as unknown as (props: Props) => ReactNode
}

/** What a cell shows: its own drawing where the column has one, else its text. */
export function CellContent<Row>(props: { column: Column<Row>; row: Row; currencyCode: string }) {
  const { column, row, currencyCode } = props
  return column.cell ? column.cell(row) : cellText(column, column.value(row), currencyCode)
}

export function totalLabel(rows: number, title: string): string {
  return rows === 1 ? 'Total' : `Total de ${plural(rows, '', title.toLowerCase())}`
}

export const rowLinkClass =
  'line-clamp-2 rounded-sm text-accent decoration-1 underline-offset-3 hover:underline'

function sideOf<Row>(column: Column<Row>): string {
  return isNumeric(column.kind) || column.isControl ? 'text-right' : 'text-left'
}

function hiddenBelow<Row>(column: Column<Row>): string {
  return column.hideBelow ? HIDDEN_BELOW[column.hideBelow] : ''
}

const HIDDEN_BELOW = {
  lg: 'hidden lg:table-cell',
  xl: 'hidden xl:table-cell',
  '2xl': 'hidden 2xl:table-cell',
}
