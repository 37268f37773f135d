import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { plural } from '#shared/spanish-numbers.ts'
import { arrangeRows, type Column, pageCount } from '../table-rows.ts'
import type { TableView } from '../url-state.ts'
import { useMediaQuery, WIDE } from '../use-media-query.ts'
import { DataCards } from './data-cards.tsx'
import { DataGrid } from './data-grid.tsx'
import { EmptyState } from './empty-state.tsx'
import { Pagination } from './pagination.tsx'
import { SearchBox } from './search-box.tsx'
import { Skeleton } from './skeleton.tsx'

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
  defaultOrder?: (a: Row, b: Row) => number
  /** What the search looks through. */
  searchText(row: Row): string
  searchLabel: string
  /** The address that opens a row, as a query string; rows without it are plain. */
  rowHref?: (row: Row, current: URLSearchParams) => string
  /** Shown when there is no row at all. */
  empty: string
}

/**
 * Any list of the account page from a column description: search, sort, pages and totals, as a table
 * or, on narrow screens, as cards. What it shows lives in `view`, that is, in the address.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, columns, rows, view, defaultOrder, searchText, rowHref } = props
  const [params] = useSearchParams()
  const isWide = useMediaQuery(WIDE)
  const { search, sort } = view
  const matching = useMemo(
    () => arrangeRows(rows, { columns, sort, search, searchText, defaultOrder }),
    [rows, columns, sort, search, searchText, defaultOrder],
  )
  if (rows.length === 0) return <EmptyState title={props.empty} />
  const pages = pageCount(matching.length, PAGE_SIZE)
  const page = Math.min(view.page, pages)
  const Layout = isWide ? DataGrid : DataCards
  return (
    <div>
      <Toolbar {...props} matching={matching.length} />
      {matching.length === 0 ? (
        <EmptyState title={`Nada coincide con «${search.trim()}»`} />
      ) : (
        <Layout
          title={title}
          columns={columns}
          rows={matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          totalRows={matching}
          rowKey={props.rowKey}
          currencyCode={props.currencyCode}
          sort={sort}
          onSort={view.setSort}
          hrefOf={rowHref && ((row: Row) => rowHref(row, params))}
        />
      )}
      {pages > 1 && (
        <footer className="flex justify-center border-t border-line px-4 py-2 md:justify-end">
          <Pagination label={title} page={page} pages={pages} onPage={view.setPage} />
        </footer>
      )}
    </div>
  )
}

function Toolbar<Row>(props: DataTableProps<Row> & { matching: number }) {
  const { title, singular, searchLabel, view, matching } = props
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5">
      <SearchBox
        label={searchLabel}
        value={view.search}
        onSearch={view.setSearch}
        className="w-full sm:w-72"
      />
      <p role="status" className="text-sm text-ink-faint">
        {plural(matching, singular, title.toLowerCase())}
      </p>
    </div>
  )
}

/** The size of a full page of rows, so that nothing moves when they arrive. */
export function DataTableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="px-4 py-3 md:px-5">
      <Skeleton className="mb-4 h-9 w-full sm:w-72" />
      {Array.from({ length: PAGE_SIZE + 2 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={row} className="flex h-11 items-center gap-4 border-t border-line max-lg:h-40">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  )
}
