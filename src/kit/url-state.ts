import { createContext, use, useCallback } from 'react'
import { useSearchParams } from './router/router.tsx'

/** New values by parameter name; null or '' removes the parameter. */
export type UrlChanges = Record<string, string | null>

/** View state that lives in the address, so that back, reload and a shared link restore the place. */
export function useUrlState() {
  const [addressed, setParams] = useSearchParams()
  const params = use(ParamsAhead) ?? addressed
  const change = useCallback(
    (changes: UrlChanges, { replace = false } = {}) =>
      setParams((current) => withChanges(current, changes), { replace }),
    [setParams],
  )
  return { params, change }
}

/** The address that a part of the page already shows while the rest of it still follows. */
export const ParamsAhead = createContext<URLSearchParams | null>(null)

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

/** The value when it is one of `allowed`, else null: parameters come from strangers' links too. */
export function oneOf<Value extends string>(
  allowed: readonly Value[],
  text: string | null,
): Value | null {
  return allowed.find((value) => value === text) ?? null
}
