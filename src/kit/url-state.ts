import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { parseSort, type Sort, sortText } from './table-rows.ts'

/** What the table of a block shows, as the address keeps it. */
export type TableView = {
  search: string
  sort: Sort
  /** 1-based. */
  page: number
  setSearch(search: string): void
  setSort(sort: Sort): void
  setPage(page: number): void
}

/** New values by parameter name; null or '' removes the parameter. */
export type UrlChanges = Record<string, string | null>

/** View state that lives in the address, so that back, reload and a shared link restore the place. */
export function useUrlState() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: UrlChanges, { replace = false } = {}) =>
      setParams((current) => withChanges(current, changes), { replace }),
    [setParams],
  )
  return { params, change }
}

/** Search, sort and page of one table; `prefix` tells two tables of one page apart. */
export function useTableView(prefix = ''): TableView {
  const { params, change } = useUrlState()
  const names = useMemo(
    () => ({ search: `${prefix}q`, sort: `${prefix}sort`, page: `${prefix}page` }),
    [prefix],
  )
  const sortParam = params.get(names.sort)
  const sort = useMemo(() => parseSort(sortParam), [sortParam])
  return {
    search: params.get(names.search) ?? '',
    sort,
    page: pageFrom(params.get(names.page)),
    // Typing must not fill the history: the back button leaves the search, not its letters.
    setSearch: (search) =>
      change({ [names.search]: search, [names.page]: null }, { replace: true }),
    setSort: (next) => change({ [names.sort]: sortText(next), [names.page]: null }),
    setPage: (page) => change({ [names.page]: page > 1 ? String(page) : null }),
  }
}

export function withChanges(current: URLSearchParams, changes: UrlChanges): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** A link that changes only these parameters of the present address. */
export function searchWith(current: URLSearchParams, changes: UrlChanges): string {
  return `?${withChanges(current, changes)}`
}

/** A page number typed by hand may be anything; nonsense is page 1. */
export function pageFrom(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** The value when it is one of `allowed`, else null: parameters come from strangers' links too. */
export function oneOf<Value extends string>(
  allowed: readonly Value[],
  text: string | null,
): Value | null {
  return allowed.find((value) => value === text) ?? null
}
