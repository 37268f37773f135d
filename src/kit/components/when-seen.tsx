import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the screen its content is already fetched. */
const AHEAD = '600px'

/** Draws `children` once they come near the screen, and `placeholder`, of the same size, before. */
export function WhenSeen(props: { placeholder: ReactNode; children: ReactNode }) {
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isNear ? props.children : <div ref={place}>{props.placeholder}</div>
}
