import { useCallback, useSyncExternalStore } from 'react'

/** From here up tables and fixed menus, below cards and slide-outs. */
export const WIDE = '(min-width: 48rem)'

/** Whether a media query holds; follows the window. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
