import { INTERVALS, type Interval } from '#shared/plans.ts'
import type { Subscription } from '../contract/subscription.ts'

const TEXTS: Record<Interval, string> = { month: 'Pago mensual', year: 'Pago anual' }

/** Nothing where no plan is sold by the year. */
export function IntervalChoice(props: {
  plans: Subscription['plans']
  value: Interval
  onChange: (interval: Interval) => void
}) {
  const { plans, value, onChange } = props
  if (plans.every(({ yearPrice }) => yearPrice === null)) return null
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
      <legend className="sr-only">Cada cuánto se paga</legend>
      {INTERVALS.map((interval) => (
        <label key={interval} className="flex cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="interval"
            value={interval}
            checked={interval === value}
            onChange={() => onChange(interval)}
            className="size-4 accent-accent"
          />
          {TEXTS[interval]}
        </label>
      ))}
    </fieldset>
  )
}
