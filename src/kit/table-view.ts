import { startTransition, useMemo, useOptimistic } from 'react'
import { filtersText, type NumberFilter, parseFilters } from './table-filters.ts'
import { parseSort, type Sort, sortText } from './table-rows.ts'
import { type UrlChanges, useUrlState, withChanges } from './url-state.ts'

/** What the table of a block shows, as the address keeps it. */
export type TableView = {
  search: string
  sort: Sort
  /** 1-based. */
  page: number
  pageSize: PageSize
  filters: readonly NumberFilter[]
  /** Ids of the chosen columns; null: the usual ones. */
  columns: readonly string[] | null
  setSearch(search: string): void
  setSort(sort: Sort): void
  setPage(page: number): void
  setPageSize(size: PageSize): void
  setFilters(filters: readonly NumberFilter[]): void
  setColumns(ids: readonly string[] | null): void
}

export type PageSize = 10 | 50 | 'all'

/** Search, sort and page of one table; `prefix` tells two tables of one page apart. */
export function useTableView(prefix = ''): TableView {
  const { params: addressed, change } = useUrlState()
  const [params, answerWith] = useOptimistic(addressed, withChanges)
  const names = useMemo(() => tableParams(prefix), [prefix])
  const sortParam = params.get(names.sort)
  const filterParam = params.get(names.filter)
  const columnParam = params.get(names.columns)
  const sort = useMemo(() => parseSort(sortParam), [sortParam])
  const filters = useMemo(() => parseFilters(filterParam), [filterParam])
  const columns = useMemo(() => columnParam?.split('.') ?? null, [columnParam])
  return {
    search: params.get(names.search) ?? '',
    sort,
    page: pageFrom(params.get(names.page)),
    pageSize: pageSizeFrom(params.get(names.size)),
    filters,
    columns,
    // Typing must not fill the history: the back button leaves the search, not its letters.
    setSearch: (search) =>
      change({ [names.search]: search, [names.page]: null }, { replace: true }),
    // The table itself first; all else that reads the address follows as React finds time.
    setSort: (next) =>
      startTransition(() => {
        const changes = { [names.sort]: sortText(next), [names.page]: null }
        answerWith(changes)
        change(changes)
      }),
    setPage: (page) => change({ [names.page]: page > 1 ? String(page) : null }),
    setPageSize: (size) =>
      change({ [names.size]: size === 10 ? null : String(size), [names.page]: null }),
    setFilters: (next) => change({ [names.filter]: filtersText(next), [names.page]: null }),
    setColumns: (ids) => change({ [names.columns]: ids?.join('.') ?? null }, { replace: true }),
  }
}

/** The parameters of the table with this prefix. */
function tableParams(prefix: string) {
  return {
    search: `${prefix}q`,
    sort: `${prefix}sort`,
    page: `${prefix}page`,
    size: `${prefix}size`,
    filter: `${prefix}filter`,
    columns: `${prefix}cols`,
  }
}

/** Changes that forget everything said about a table. */
export function tableReset(prefix = ''): UrlChanges {
  return Object.fromEntries(Object.values(tableParams(prefix)).map((name) => [name, null]))
}

/** A page number typed by hand may be anything; nonsense is page 1. */
export function pageFrom(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? page : 1
}

function pageSizeFrom(text: string | null): PageSize {
  if (text === 'all') return 'all'
  return text === '50' ? 50 : 10
}
