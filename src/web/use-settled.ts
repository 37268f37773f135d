import { useEffect, useState } from 'react'

const AFTER_MS = 2_000
const SETTLED = 'pujante settled'
const SIGNS = ['scroll', 'pointerdown', 'keydown'] as const

/** False while a page comes up, so that what is not its point does not compete; true soon after, or with the first move. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => {
      // Tells what loads later from what the first view needs.
      performance.mark(SETTLED)
      setSettled(true)
    }
    const timer = setTimeout(settle, AFTER_MS)
    for (const sign of SIGNS) window.addEventListener(sign, settle, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, settle)
    }
  }, [])
  return isSettled
}
