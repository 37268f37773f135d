import { type ReactNode, use, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { plural } from '#shared/spanish-numbers.ts'
import { filterRows } from '../table-filters.ts'
import { rankAhead, sortRows } from '../table-order.ts'
import { type Column, pageCount, type Sort, searchRows, shownColumns } from '../table-rows.ts'
import type { PageSize, TableView } from '../table-view.ts'
import { useUrlState } from '../url-state.ts'
import { useMediaQuery, WIDE } from '../use-media-query.ts'
import { DataCards } from './data-cards.tsx'
import { DataGrid } from './data-grid.tsx'
import { EmptyState } from './empty-state.tsx'
import { Pagination } from './pagination.tsx'
import { SearchBox } from './search-box.tsx'
import { Select } from './select.tsx'
import { FilterChips, TableTools } from './table-tools.tsx'
import { ToolsPlace } from './tools-place.tsx'

const PAGE_SIZE = 10

export type DataTableProps<Row> = {
  /** Plural noun of the rows, capitalised, and its singular in lower case: 'Campañas', 'campaña'. */
  title: string
  singular: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Currency of the money columns. */
  currencyCode: string
  view: TableView
  /** The order while no column is chosen: columns, or a comparison of its own. Module-level values. */
  defaultSort?: Sort
  defaultOrder?: (a: Row, b: Row) => number
  /** What the search looks through. */
  searchText(row: Row): string
  searchLabel: string
  /** The address that opens a row, as a query string; rows without it are plain. */
  rowHref?: (row: Row, current: URLSearchParams) => string
  /** Called as soon as the pointer or the focus is on a row with an address: its click may be on the way. */
  prepare?: (row: Row) => void
  /** Opens the address of a row in place of the router. */
  onOpen?: (row: Row, href: string) => void
  /** Shown when there is no row at all. */
  empty: string
  /** Shown when rows exist and none matches the search; else a sentence that quotes it. */
  emptySearch?: string
  /** Name of exported files, without their ending; a table without it has no tools either. */
  fileName?: string
}

/**
 * Any list of the account page from a column description: search, sort, pages and totals, as a table
 * or, on narrow screens, as cards. What it shows lives in `view`, that is, in the address.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, columns, rows, view, rowHref } = props
  const { params } = useUrlState()
  const isWide = useMediaQuery(WIDE)
  const place = use(ToolsPlace)
  const { found, matching, ofPage, page, pages } = useMatching(props)
  const shown = useMemo(() => shownColumns(columns, view.columns), [columns, view.columns])
  if (rows.length === 0) return <EmptyState title={props.empty} />
  const Layout = isWide ? DataGrid : DataCards
  const Bar = isWide && place ? BarBesideTitle : Toolbar
  const paging = matching.length > PAGE_SIZE && (
    <>
      <PageSizeSelect title={title} view={view} />
      {pages > 1 && <Pagination label={title} page={page} pages={pages} onPage={view.setPage} />}
    </>
  )
  return (
    <div>
      <Bar {...props} shown={shown} matching={matching} place={place} paging={paging} />
      {matching.length === 0 ? (
        <NothingMatches {...props} />
      ) : (
        <Layout
          title={title}
          columns={shown}
          rows={ofPage}
          totalRows={found}
          rowKey={props.rowKey}
          currencyCode={props.currencyCode}
          sort={sortOf(props)}
          onSort={view.setSort}
          hrefOf={rowHref && ((row: Row) => rowHref(row, params))}
          prepare={props.prepare}
          onOpen={props.onOpen}
        />
      )}
      {paging && Bar === Toolbar && (
        <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 md:justify-end">
          {paging}
        </footer>
      )}
    </div>
  )
}

/** The rows that pass search and filters: as they came, the same for every sort, and those of the page in order. */
function useMatching<Row extends object>(props: DataTableProps<Row>) {
  const { rows, columns, view, searchText, defaultOrder } = props
  const { search, filters, pageSize } = view
  const sort = sortOf(props)
  const found = useMemo(
    () => filterRows(searchRows(rows, search, searchText), columns, filters),
    [rows, search, searchText, columns, filters],
  )
  const matching = useMemo(
    () => sortRows(found, rows, { columns, sort, defaultOrder }),
    [found, rows, columns, sort, defaultOrder],
  )
  useEffect(() => rankAhead(rows, columns), [rows, columns])
  const wanted = pageSize === 'all' ? matching.length : pageSize
  const pages = pageCount(matching.length, Math.max(1, wanted))
  const page = Math.min(view.page, pages)
  const ofPage = useMemo(
    () => matching.slice((page - 1) * wanted, page * wanted),
    [matching, page, wanted],
  )
  return { found, matching, ofPage, page, pages }
}

function sortOf<Row>({ view, defaultSort = NO_SORT }: DataTableProps<Row>): Sort {
  return view.sort.length > 0 ? view.sort : defaultSort
}

const NO_SORT: Sort = []

type BarProps<Row> = DataTableProps<Row> & {
  shown: readonly Column<Row>[]
  matching: readonly Row[]
}

function Toolbar<Row>(props: BarProps<Row>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5">
      <Search {...props} className="w-full sm:w-72" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Count {...props} className="text-sm text-ink-faint" />
        <Tools {...props} />
      </div>
      <FilterChips {...props} />
    </div>
  )
}

/** The same in the line of the block's title; how many there are stands in the line of totals already. */
function BarBesideTitle<Row>(
  props: BarProps<Row> & { place: HTMLElement | null; paging: ReactNode },
) {
  const { place, paging } = props
  return (
    place &&
    createPortal(
      <>
        <Count {...props} className="sr-only" />
        <Search {...props} className="w-60" />
        <Tools {...props} />
        {paging}
        <FilterChips {...props} />
      </>,
      place,
    )
  )
}

function Search<Row>(props: BarProps<Row> & { className: string }) {
  const { searchLabel, view, className } = props
  return (
    <SearchBox
      label={searchLabel}
      value={view.search}
      onSearch={view.setSearch}
      className={className}
    />
  )
}

function Count<Row>(props: BarProps<Row> & { className: string }) {
  const { title, singular, matching, className } = props
  return (
    <p role="status" className={className}>
      {plural(matching.length, singular, title.toLowerCase())}
    </p>
  )
}

function Tools<Row>(props: BarProps<Row>) {
  const { fileName } = props
  return fileName ? <TableTools {...props} fileName={fileName} /> : null
}

function NothingMatches<Row>({ view, emptySearch }: DataTableProps<Row>) {
  const quoted = view.search.trim()
  const usual = quoted ? `Nada coincide con «${quoted}»` : 'Ninguna fila cumple los filtros'
  return <EmptyState title={quoted && emptySearch ? emptySearch : usual} />
}

function PageSizeSelect({ title, view }: { title: string; view: TableView }) {
  return (
    <Select
      label={`Filas por página de ${title}`}
      hideLabel
      className="max-sm:hidden"
      value={String(view.pageSize)}
      onChange={({ target }) =>
        view.setPageSize(target.value === 'all' ? 'all' : (Number(target.value) as PageSize))
      }
    >
      <option value="10">10 por página</option>
      <option value="50">50 por página</option>
      <option value="all">Todas</option>
    </Select>
  )
}
