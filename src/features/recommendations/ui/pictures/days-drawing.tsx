import { useId } from 'react'
import { conversionsText, longDay, plural, shortDay } from '#shared/spanish-numbers.ts'
import type { DaysPicture } from './picture.ts'

const HEIGHT = 84
const CLICKS_HEIGHT = 36

/** Conversions as columns, clicks as a line below them, and the days on which nothing was counted hatched. */
export function DaysDrawing({ picture }: { picture: DaysPicture }) {
  const { title, days, from, to } = picture
  const hatch = useId()
  const most = Math.max(...days.map(({ conversions }) => conversions), 1)
  const first = days.findIndex(({ day }) => day >= from)
  const last = days.findLastIndex(({ day }) => day <= to)
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-semibold text-pretty">{title}</figcaption>
      <p className="text-xs text-ink-muted">Conversiones por día</p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-21 w-full"
      >
        <defs>
          <pattern id={hatch} width="0.2" height="4" patternUnits="userSpaceOnUse">
            <path d="M0 0V4" className={lineClass} />
          </pattern>
        </defs>
        {first >= 0 && (
          <rect x={first} y={0} width={last - first + 1} height={HEIGHT} fill={`url(#${hatch})`} />
        )}
        {days.map(({ day, conversions }, at) => (
          <rect
            key={day}
            x={at + 0.15}
            y={HEIGHT - (conversions / most) * HEIGHT}
            width={0.7}
            height={(conversions / most) * HEIGHT}
            className="fill-ink/70"
          />
        ))}
        <path d={`M0 ${HEIGHT}H${days.length}`} className={lineClass} />
        {first >= 0 && <path d={`M${first} 0V${HEIGHT}`} className={dayClass} />}
      </svg>
      <p className="mt-1 text-xs text-ink-muted">Clics por día</p>
      <Clicks days={days} />
      <p className="mt-1 flex justify-between gap-4 text-xs text-ink-muted">
        <span>{shortDay(days[0]?.day ?? '')}</span>
        <span>{shortDay(days.at(-1)?.day ?? '')}</span>
      </p>
      <p className="sr-only">{heardOf(picture)}</p>
    </figure>
  )
}

function Clicks({ days }: Pick<DaysPicture, 'days'>) {
  const most = Math.max(...days.map(({ clicks }) => clicks), 1)
  const points = days.map(
    ({ clicks }, at) => `${at + 0.5},${CLICKS_HEIGHT - (clicks / most) * (CLICKS_HEIGHT - 2)}`,
  )
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${days.length} ${CLICKS_HEIGHT}`}
      preserveAspectRatio="none"
      className="h-9 w-full"
    >
      <path d={`M0 ${CLICKS_HEIGHT}H${days.length}`} className={lineClass} />
      <polyline points={points.join(' ')} className={clicksClass} />
    </svg>
  )
}

/** What the picture shows, for who hears it. */
function heardOf({ days, from, to }: DaysPicture): string {
  const lost = days.filter(({ day }) => day >= from && day <= to)
  const clicks = lost.reduce((sum, day) => sum + day.clicks, 0)
  const conversions = lost.reduce((sum, day) => sum + day.conversions, 0)
  return `Del ${longDay(from)} al ${longDay(to)}: ${plural(clicks, 'clic', 'clics')} y ${conversionsText(conversions)}.`
}

const lineClass = 'stroke-line-strong [vector-effect:non-scaling-stroke]'
const dayClass = 'stroke-warning [stroke-width:2] [vector-effect:non-scaling-stroke]'
const clicksClass =
  'fill-none stroke-ink [stroke-width:1.5] [stroke-linejoin:round] [vector-effect:non-scaling-stroke]'
