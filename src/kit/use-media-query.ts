import { createContext, use, useCallback, useSyncExternalStore } from 'react'

/** From here up a table fits beside the fixed menu; below it, rows are cards. */
export const WIDE = '(min-width: 64rem)'

/** On the server nothing can be measured: what is taken for the answer to `WIDE`, and to every other query. */
export const AssumedWide = createContext(true)

/** Whether a media query holds; follows the window. */
export function useMediaQuery(query: string): boolean {
  const isAssumed = use(AssumedWide)
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => isAssumed,
  )
}
