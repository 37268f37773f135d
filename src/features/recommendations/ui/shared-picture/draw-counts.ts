import { PAPER } from '#shared/paper-colors.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { Kind } from '../../contract/result-words.ts'
import type { ResultRow } from '../../contract/results.ts'
import { appliedOf, type Count, countsOf, countText } from '../results-words.ts'
import { box, EDGE, INNER, type Measure, type Shape, sizeToFit, text } from './shapes.ts'

const FILLS: Record<Kind, string> = {
  won: PAPER.success,
  lost: PAPER.danger,
  same: PAPER['ink-faint'],
  open: PAPER['doubt-fill'],
  measuring: '#a5a199',
  undone: '#c9c5bc',
  unmeasured: PAPER.line,
  failed: PAPER.line,
}
const BAR_HEIGHT = 14
/** Between two parts of the bar, and a square and its words. */
const GAP = 2
const SQUARE = { side: 13, gap: 8, after: 24 }

/** How many came out which way: a bar as wide as each number, and each by name below. */
export function drawCounts(rows: readonly ResultRow[], top: number, measure: Measure): Shape[] {
  const counts = countsOf(rows)
  const all = `${plural(appliedOf(rows).length, 'aplicada', 'aplicadas')}`
  const words = counts.map(countText)
  const widthAt = (size: number) =>
    [all, ...words].reduce((sum, one) => sum + measure(one, size, 500) + SQUARE.after, 0) +
    words.length * (SQUARE.side + SQUARE.gap)
  const size = sizeToFit({ most: 20, least: 13 }, INNER, widthAt)
  const y = top + BAR_HEIGHT + 32
  let x = EDGE + measure(all, size, 600) + SQUARE.after
  const legend = counts.flatMap(({ kind }, i): Shape[] => {
    const at = x
    const label = words[i]!
    x += SQUARE.side + SQUARE.gap + measure(label, size, 500) + SQUARE.after
    return [
      box(at, y - SQUARE.side, SQUARE.side, SQUARE.side, FILLS[kind]),
      text(label, { x: at + SQUARE.side + SQUARE.gap, y, size, weight: 500 }),
    ]
  })
  return [...drawBar(counts, top), text(all, { y, size, weight: 600 }), ...legend]
}

/** No part is too thin to be seen: a loss among hundreds stays in sight. */
function drawBar(counts: readonly Count[], top: number): Shape[] {
  const all = counts.reduce((sum, { count }) => sum + count, 0) || 1
  const widths = counts.map(({ count }) => Math.max(6, (count / all) * INNER))
  const scale = INNER / (widths.reduce((sum, width) => sum + width, 0) || 1)
  let from = EDGE
  return counts.map(({ kind }, i) => {
    const x = from
    const width = widths[i]! * scale
    from += width
    const isLast = i === counts.length - 1
    return box(x, top, width - (isLast ? 0 : GAP), BAR_HEIGHT, FILLS[kind])
  })
}
