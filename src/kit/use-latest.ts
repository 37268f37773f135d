import { useCallback, useLayoutEffect, useRef } from 'react'

/** For events: the same function at every render, which does what the newest `act` does. */
export function useLatest<Args extends unknown[]>(act: (...args: Args) => void) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
