import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from '#kit/router/router.tsx'

/** The same for a page with many reads: what draws nothing may be drawn again at each of them. */
export function HashScroll(): null {
  useHashScroll()
  return null
}

/**
 * A page opened with an anchor goes to its block once the first data has arrived: only then does the
 * block exist, below others of their final height.
 */
export function useHashScroll(): void {
  const { hash } = useLocation()
  const isFetching = useIsFetching() > 0
  const isSettled = useRef(false)
  useEffect(() => {
    if (isFetching || isSettled.current) return
    isSettled.current = true
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, isFetching])
}
