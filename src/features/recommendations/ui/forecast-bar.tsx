import { classes } from '#kit/class-names.ts'
import { wholeMoney } from '#shared/spanish-numbers.ts'
import type { EvidenceCard } from '../contract/recommendations.ts'
import { forecastPlaces, labelPlaces } from './evidence-values.ts'

type ForecastBarProps = {
  forecast: NonNullable<EvidenceCard['forecast']>
  currencyCode: string
  /** In place, where a list goes on below: the three figures alone, in one line. */
  isDense?: boolean
  /** What it amounts to in words, where the card has them. */
  words?: string
}

/** The 80 % interval of a month's effect as a bar that starts at zero, with its middle marked. */
export function ForecastBar(props: ForecastBarProps) {
  const { forecast, currencyCode, isDense = false } = props
  const { zero, low, mid, high } = forecastPlaces(forecast)
  const [lowLabel, midLabel, highLabel] = labelPlaces({ low, mid, high })
  const text = (micros: number) => wholeMoney(micros, currencyCode)
  return (
    <div>
      <div aria-hidden="true" className={classes('relative h-11', isDense && '-mt-4')}>
        <div className="absolute inset-x-0 top-7.5 h-1 rounded-full bg-sunken" />
        <div
          className="absolute top-6 h-4 border-x border-ink bg-ink/20"
          style={{ left: `${low}%`, width: `${Math.max(0.5, high - low)}%` }}
        />
        <div
          className="absolute top-5 h-6 w-1 -translate-x-1/2 bg-ink"
          style={{ left: `${mid}%` }}
        />
        <div
          className="absolute top-4 h-7 border-l border-dashed border-line-strong"
          style={{ left: `${zero}%` }}
        />
        {!isDense && (
          <span
            className={classes(
              'absolute top-0 text-2xs text-ink-faint',
              zero > 97 ? '-translate-x-full' : zero > 3 && '-translate-x-1/2',
            )}
            style={{ left: `${zero}%` }}
          >
            Sin cambios
          </span>
        )}
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 12"
        preserveAspectRatio="none"
        className={classes('block w-full overflow-visible', isDense ? 'h-2' : 'h-3')}
      >
        <path
          d={`M${low} 0L${middleOf(lowLabel)} 12M${mid} 0L${middleOf(midLabel)} 12M${high} 0L${middleOf(highLabel)} 12`}
          className="fill-none stroke-line-strong [vector-effect:non-scaling-stroke]"
        />
      </svg>
      <dl className={classes('tabular relative text-sm', isDense ? 'h-5 [&_dt]:sr-only' : 'h-10')}>
        <Figure label="Prudente" value={text(forecast.monthlyLowMicros)} place={lowLabel} />
        <Figure
          label="Lo más probable"
          value={text(forecast.monthlyMidMicros)}
          place={midLabel}
          strong
        />
        <Figure label="Optimista" value={text(forecast.monthlyHighMicros)} place={highLabel} />
      </dl>
      <Caption {...props} />
    </div>
  )
}

function Caption({ forecast, isDense, words }: ForecastBarProps) {
  const what = KPI_TEXTS[forecast.kpi]
  if (isDense)
    return (
      <p className="mt-1 text-xs text-pretty text-ink-muted">
        En 30 días, 8 de cada 10 veces ({what}). A trazos, sin cambios.
      </p>
    )
  return (
    <p className="mt-2 text-sm text-pretty text-ink-muted">
      {words ?? `Efecto neto en 30 días (${what})`}. En 8 de cada 10 casos queda entre el valor
      prudente y el optimista.
    </p>
  )
}

/** Percent of the bar that a figure is wide, more or less. */
const FIGURE_WIDTH = 18

/** A figure begins at its place at the left end, and ends there at the right one. */
const middleOf = (place: number) => place + (0.5 - place / 100) * FIGURE_WIDTH

const KPI_TEXTS = {
  coste: 'gasto que se ahorra',
  conversiones: 'valor de las conversiones',
}

function Figure(props: { label: string; value: string; place: number; strong?: boolean }) {
  return (
    // At the left end it begins at its place, at the right end it ends there.
    <div
      className="absolute text-center whitespace-nowrap"
      style={{ left: `${props.place}%`, transform: `translateX(-${props.place}%)` }}
    >
      <dt className="text-xs text-ink-faint">{props.label}</dt>
      <dd className={props.strong ? 'font-semibold' : ''}>{props.value}</dd>
    </div>
  )
}
