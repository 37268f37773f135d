import type { AccountPace } from '#features/watch/contract/pace.ts'
import { MICROS } from '#shared/metrics.ts'
import { money, shortDay, wholeMoney, wholeMoneyRange } from '#shared/spanish-numbers.ts'

/** A month in one line: what is spent in ink, where it ends as a range, and the budget as a tick, on a scale of its own. */
export function PaceMark({ pace, currencyCode }: { pace: AccountPace; currencyCode: string }) {
  const { spent, budget, forecast } = pace
  const end = Math.max(budget ?? 0, forecast?.high ?? 0, spent) * 1.04 || 1
  const at = (value: number) => `${(value / end) * 100}%`
  return (
    <span
      className="block w-40 max-w-full text-left"
      title={`Van ${money(spent * MICROS, currencyCode)} este mes`}
    >
      <svg aria-hidden="true" className="block h-3 w-full" preserveAspectRatio="none">
        <rect y="3" width="100%" height="6" className="fill-sunken" />
        {forecast && (
          <rect
            x={at(spent)}
            y="3"
            width={at(Math.max(0, forecast.high - spent))}
            height="6"
            className="fill-ink/12"
          />
        )}
        {forecast && (
          <rect
            x={at(forecast.low)}
            y="3"
            width={at(Math.max(0, forecast.high - forecast.low))}
            height="6"
            className="fill-ink/30"
          />
        )}
        <rect y="3" width={at(spent)} height="6" className="fill-ink/80" />
        {budget !== null && (
          <line
            x1={at(budget)}
            x2={at(budget)}
            y1="0"
            y2="12"
            className={pace.runsOut ? 'stroke-danger stroke-2' : 'stroke-ink stroke-2'}
          />
        )}
      </svg>
      <span className="block text-xs whitespace-normal text-ink-muted">
        {paceText(pace, currencyCode)}
      </span>
    </span>
  )
}

/** 'acaba en 1.800–2.100 €', or the day on which the budget is used up. */
export function paceText({ spent, budget, forecast, runsOut }: AccountPace, currency: string) {
  if (!forecast) return `van ${wholeMoney(spent * MICROS, currency)}`
  const day = runsOut?.day ?? runsOut?.earliest
  if (budget !== null && day)
    return `${runsOut?.day ? 'se agota el' : 'no se agota antes del'} ${shortDay(day)}`
  const { low, high } = forecast
  return `acaba en ${wholeMoneyRange({ low: low * MICROS, high: high * MICROS }, currency)}`
}
