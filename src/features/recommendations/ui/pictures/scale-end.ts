import type { Mark, RowsPicture } from './picture.ts'

/** A range may go on beyond the scale: one row that knows little must not make points of all others. */
const WIDEST = 2.5

/** Where the scale of a picture ends: at its largest value, with a little room. */
export function scaleEnd({ rows, line }: Pick<RowsPicture, 'rows' | 'line'>): number {
  const middles = rows.map(({ mark }) => middleOf(mark))
  const highest = Math.max(line?.value ?? 0, ...middles)
  const reach = Math.max(highest, ...rows.map(({ mark }) => reachOf(mark)))
  const end = highest > 0 ? Math.min(reach, highest * WIDEST) : reach
  return end > 0 ? end * (rows[0]?.mark.shape === 'range' ? 1.04 : 1) : 1
}

function middleOf(mark: Mark): number {
  return mark.shape === 'range' ? (mark.mid ?? mark.low) : reachOf(mark)
}

function reachOf(mark: Mark): number {
  switch (mark.shape) {
    case 'range':
      return mark.high ?? mark.low
    case 'bar':
    case 'pile':
      return mark.to
    case 'parts':
      return mark.parts.reduce((sum, part) => sum + part, 0)
    case 'pair':
      return Math.max(mark.first, mark.second)
    case 'step':
      return Math.max(mark.from, mark.to)
  }
}
