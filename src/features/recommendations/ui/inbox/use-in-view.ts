import { useLayoutEffect } from 'react'
import { rowOf, showRow } from './focus-row.ts'

/**
 * What a row that opens would change is not below the fold while its 'Aplicar' is in view. It grows as its proof comes, and
 * is followed until the reader moves.
 */
export function useInView(id: string): void {
  useLayoutEffect(() => {
    const row = rowOf(id)
    if (!row) return
    const growth = new ResizeObserver(() => showRow(id))
    growth.observe(row)
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) growth.disconnect()
    }
    for (const move of MOVES) window.addEventListener(move, leave, { passive: true })
    return () => {
      growth.disconnect()
      for (const move of MOVES) window.removeEventListener(move, leave)
    }
  }, [id])
}

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown']
