import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

const AFTER_MS = 2_000
const AT_LATEST_MS = 5_000
const SETTLED = 'pujante settled'
const SIGNS = ['scroll', 'pointerdown', 'keydown'] as const

/**
 * Draws what stands below the first view once that is there: soon after, with the first move, or at once where it is on
 * the screen already. What is not the point of a page must not compete with it.
 */
export function WhenSettled(props: {
  /** The address asks for something down there. */
  isAsked?: boolean
  placeholder?: ReactNode
  children: ReactNode
}) {
  const { isAsked = false, placeholder, children } = props
  const [isSettled, setSettled] = useState(isAsked)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const settle = () => {
      // Tells what loads later from what the first view needs.
      performance.mark(SETTLED)
      dispatchEvent(new Event(SETTLED))
      // In slices: what is drawn now is large, and the screen is in use.
      startTransition(() => setSettled(true))
    }
    const timer = setTimeout(settle, AFTER_MS)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) settle()
    })
    if (place.current) observer.observe(place.current)
    for (const sign of SIGNS) window.addEventListener(sign, settle, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      for (const sign of SIGNS) window.removeEventListener(sign, settle)
    }
  }, [])
  return isSettled ? (
    children
  ) : (
    <div ref={place} className="min-h-px">
      {placeholder}
    </div>
  )
}

/** Resolves once the first view of the page is there; on a page that does not say so, after a while. */
export function onceSettled() {
  return new Promise<unknown>((done) => {
    setTimeout(done, AT_LATEST_MS)
    addEventListener(SETTLED, done)
  })
}
