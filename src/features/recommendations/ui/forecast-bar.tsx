import { classes } from '#kit/class-names.ts'
import { wholeMoney } from '#shared/spanish-numbers.ts'
import type { EvidenceCard } from '../contract/recommendations.ts'
import { forecastPlaces, labelPlaces } from './evidence-values.ts'

/** The 80 % interval of a month's effect as a bar that starts at zero, with its middle marked. */
export function ForecastBar(props: {
  forecast: NonNullable<EvidenceCard['forecast']>
  currencyCode: string
}) {
  const { forecast, currencyCode } = props
  const { zero, low, mid, high } = forecastPlaces(forecast)
  const [lowLabel, midLabel, highLabel] = labelPlaces({ low, mid, high })
  const text = (micros: number) => wholeMoney(micros, currencyCode)
  return (
    <div>
      <div aria-hidden="true" className="relative h-11">
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
        <span
          className={classes(
            'absolute top-0 text-2xs text-ink-faint',
            zero > 97 ? '-translate-x-full' : zero > 3 && '-translate-x-1/2',
          )}
          style={{ left: `${zero}%` }}
        >
          Sin cambios
        </span>
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 12"
        preserveAspectRatio="none"
        className="block h-3 w-full overflow-visible"
      >
        <path
          d={`M${low} 0L${middleOf(lowLabel)} 12M${mid} 0L${middleOf(midLabel)} 12M${high} 0L${middleOf(highLabel)} 12`}
          className="fill-none stroke-line-strong [vector-effect:non-scaling-stroke]"
        />
      </svg>
      <dl className="tabular relative h-10 text-sm">
        <Figure label="Prudente" value={text(forecast.monthlyLowMicros)} place={lowLabel} />
        <Figure
          label="Lo más probable"
          value={text(forecast.monthlyMidMicros)}
          place={midLabel}
          strong
        />
        <Figure label="Optimista" value={text(forecast.monthlyHighMicros)} place={highLabel} />
      </dl>
      <p className="mt-2 text-sm text-ink-faint">
        Efecto neto en 30 días ({KPI_TEXTS[forecast.kpi]}). En 8 de cada 10 casos queda entre el
        valor prudente y el optimista.
      </p>
    </div>
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
