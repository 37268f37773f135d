import { classes } from '../class-names.ts'

const WIDTH = 100
const HEIGHT = 28
const MOST_POINTS = 40

/** A wordless trend line from zero up; decoration beside a figure, hidden from screen readers. */
export function Sparkline({
  values,
  className,
}: {
  values: readonly number[]
  className?: string
}) {
  if (values.length < 2) return null
  const drawn = averaged(values)
  const highest = Math.max(...drawn, 0) || 1
  const points = drawn.map((value, at) => {
    const x = (at / (drawn.length - 1)) * WIDTH
    const y = HEIGHT - 2 - (value / highest) * (HEIGHT - 4)
    return `${tenths(x)},${tenths(y)}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classes('block w-full', className)}
    >
      <polygon
        points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
        className="fill-current opacity-8"
      />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Long ranges as means of equal stretches: more points than pixels would be a smear. */
function averaged(values: readonly number[]): number[] {
  const length = Math.ceil(values.length / MOST_POINTS)
  if (length === 1) return [...values]
  return Array.from({ length: Math.ceil(values.length / length) }, (_, at) => {
    const stretch = values.slice(at * length, (at + 1) * length)
    return stretch.reduce((sum, value) => sum + value, 0) / stretch.length
  })
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
