import { useEffect } from 'react'

const LEAVE_AFTER_MS = 2_000

/** Two seconds after `isDone`, time enough to read the notice, calls `onLeave`. */
export function useLeaveSoon(isDone: boolean, onLeave: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts with the success, not with every render
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(onLeave, LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDone])
}
