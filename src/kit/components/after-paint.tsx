import { type ReactNode, useEffect, useState } from 'react'

/** Draws `children` only after what is drawn together with it is on the screen; before, `placeholder`. */
export function AfterPaint(props: { placeholder: ReactNode; children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // A frame's callbacks run before it is painted, a timer set there after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted ? props.children : props.placeholder
}
