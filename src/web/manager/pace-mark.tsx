import type { AccountPace } from '#features/watch/contract/pace.ts'
import { spentText } from '#features/watch/ui/spent-text.ts'
import { MICROS } from '#shared/metrics.ts'
import { shortDay, wholeMoney, wholeMoneyRange } from '#shared/spanish-numbers.ts'

/** A month in one line: what is spent in ink, where it ends as a range, and the budget as a tick, on a scale of its own. */
export function PaceMark({ pace, currencyCode }: { pace: AccountPace; currencyCode: string }) {
  const { budget, forecast } = pace
  const spent = pace.spent ?? 0
  const end = Math.max(budget ?? 0, forecast?.high ?? 0, spent) * 1.04 || 1
  const at = (value: number) => `${(value / end) * 100}%`
  return (
    <span className="block w-40 max-w-full text-left" title={spentText(pace, currencyCode)}>
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
export function paceText(pace: AccountPace, currency: string): string {
  const { spent, knownTo, budget, forecast, runsOut } = pace
  if (spent === null) return `sin datos desde el ${shortDay(knownTo ?? '')}`
  const gone = `van ${wholeMoney(spent * MICROS, currency)}`
  if (!forecast) return knownTo ? `${gone} al ${shortDay(knownTo)}` : gone
  const day = runsOut?.day ?? runsOut?.earliest
  if (budget !== null && day)
    return `${runsOut?.day ? 'se agota el' : 'no se agota antes del'} ${shortDay(day)}`
  const { low, high } = forecast
  return `acaba en ${wholeMoneyRange({ low: low * MICROS, high: high * MICROS }, currency)}`
}
