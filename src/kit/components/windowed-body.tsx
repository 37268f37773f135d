import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { currentDensity } from '../density-choice.ts'

/** With its line; of tables that fill the screen alone. */
const ROW_HEIGHTS = { comfortable: 45, compact: 33 }
const OVERSCAN = 6

/** The rows of a long table that can be seen, between two empty ones as tall as the rest. */
export function WindowedBody(props: {
  /** The element that scrolls. */
  frame: RefObject<HTMLDivElement | null>
  rows: readonly unknown[]
  /** How many columns the empty rows span. */
  columns: number
  draw: (row: unknown, at: number) => ReactNode
}) {
  const { frame, rows, columns, draw } = props
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHTS[currentDensity()],
    overscan: OVERSCAN,
  })
  const seen = virtualizer.getVirtualItems()
  const before = seen[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0)
  return (
    <tbody>
      {before > 0 && <Gap height={before} columns={columns} />}
      {seen.map(({ index }) => draw(rows[index], index))}
      {after > 0 && <Gap height={after} columns={columns} />}
    </tbody>
  )
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
