import type { InboxRow } from '../../contract/inbox.ts'
import type { Scale } from './inbox-rows.ts'

const WIDTH = 168
const HEIGHT = 24
const EDGE = 4
const LEAST_PX = 3

/** The 80 % range with its middle, on the scale of its currency; one that reaches over zero is in the colour of doubt. */
export function RangeMark(props: {
  forecast: NonNullable<InboxRow['forecast']>
  scale: Scale
  className?: string
}) {
  const { forecast, scale, className } = props
  const span = scale.to - scale.from || 1
  const place = (micros: number) => EDGE + ((micros - scale.from) / span) * (WIDTH - 2 * EDGE)
  const { monthlyLowMicros, monthlyMidMicros, monthlyHighMicros } = forecast
  const low = place(monthlyLowMicros)
  const high = Math.max(place(monthlyHighMicros), low + LEAST_PX)
  const isDoubtful = monthlyLowMicros < 0
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className={className}
    >
      <path d={`M${place(0)} 2V22`} className="stroke-line-strong" />
      <rect
        x={low}
        y={8}
        width={high - low}
        height={8}
        className={isDoubtful ? 'fill-doubt-fill' : 'fill-ink/28'}
      />
      <path d={`M${low} 6v12M${high} 6v12`} className="stroke-ink" />
      <rect x={place(monthlyMidMicros) - 1.5} y={5} width={3} height={14} className="fill-ink" />
    </svg>
  )
}
