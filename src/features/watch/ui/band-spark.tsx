import type { AlertRow } from '../contract/alerts.ts'
import { bandDrawing } from './band-drawing.ts'

const WIDTH = 132
const HEIGHT = 36

/** Six weeks of a figure in its band, without words: the row says them. */
export function BandSpark({ row, className }: { row: AlertRow; className?: string }) {
  const frame = { width: WIDTH, height: HEIGHT, left: 2, right: 4, bottom: 2 }
  const { x, y, seen, band } = bandDrawing(row.trend, row.metric, frame)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className={className}
    >
      <path d={band} className="fill-ink/10" />
      <path d={seen} className="fill-none stroke-ink [stroke-width:1.5]" />
      {row.trend.map((point, at) =>
        point.day >= row.from && point.seen !== null ? (
          <circle
            key={point.day}
            cx={x(at)}
            cy={y(point.seen)}
            r={2.2}
            className={DOTS[row.tone]}
          />
        ) : null,
      )}
    </svg>
  )
}

const DOTS = {
  better: 'fill-better-fill',
  worse: 'fill-worse-fill',
  neutral: 'fill-ink',
} as const
