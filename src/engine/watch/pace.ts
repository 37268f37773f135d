import { Z_80 } from '#shared/count-ranges.ts'
import { addDays, type Day, eachDay, startOfMonth } from '#shared/dates.ts'
import { forecastSpend } from './spend-forecast.ts'

/** What a month's spend comes to. Micros. */
export type Pace = {
  /** Of the month, up to yesterday; and what today has cost so far. */
  spentMicros: number
  todayMicros: number
  /** At the month's end; four of five months end within the range. Null with too few days to tell. */
  forecast: { lowMicros: number; midMicros: number; highMicros: number } | null
  /** The day on which the budget is used up, and between which days; null where the month ends before. */
  runsOut: { earliest: Day | null; day: Day | null; latest: Day | null } | null
  /** Cumulative, day by day of the month; what is to come with its range. None without a forecast. */
  days: PaceDay[]
}

export type PaceDay = {
  day: Day
  spentMicros: number | null
  lowMicros: number | null
  midMicros: number | null
  highMicros: number | null
}

/** `spend`: by day up to yesterday, without gaps; `going`: of it what is still on, all where it is left out. */
export function paceOf(input: {
  today: Day
  spend: readonly number[]
  going?: readonly number[]
  todayMicros: number
  budgetMicros: number | null
  isOn?: boolean
}): Pace {
  const { today, spend, going = spend, todayMicros, budgetMicros, isOn = true } = input
  const first = startOfMonth(today)
  const month = eachDay(first, lastOfMonth(today))
  const gone = month.indexOf(today)
  const past = month.slice(0, gone).map((_, at) => spend[spend.length - gone + at] ?? 0)
  const left = month.length - gone
  const none = Array<number>(left).fill(0)
  const told = isOn ? forecastSpend(going, left) : { days: none, error: 0 }
  const { days: ahead, error } = told ?? { days: none, error: 0 }
  const path = (side: number) => cumulated(past, ahead, todayMicros, Math.exp(side * Z_80 * error))
  const [low, mid, high] = [path(-1), path(0), path(1)]
  return {
    spentMicros: gone > 0 ? mid[gone - 1]! : 0,
    todayMicros,
    forecast: told && {
      lowMicros: low.at(-1)!,
      midMicros: mid.at(-1)!,
      highMicros: high.at(-1)!,
    },
    // What is used up already is so without a forecast.
    runsOut: budgetMicros === null ? null : runsOutOf(month, { low, mid, high }, budgetMicros),
    days: (told ? month : []).map((day, at) => ({
      day,
      spentMicros: at < gone ? mid[at]! : null,
      lowMicros: at >= gone ? low[at]! : null,
      midMicros: at >= gone ? mid[at]! : null,
      highMicros: at >= gone ? high[at]! : null,
    })),
  }
}

function lastOfMonth(day: Day): Day {
  return addDays(startOfMonth(addDays(startOfMonth(day), 31)), -1)
}

function cumulated(
  past: readonly number[],
  ahead: readonly number[],
  todayMicros: number,
  factor: number,
): number[] {
  let total = 0
  // Today cannot end below what it has cost by now.
  const toCome = ahead.map((one, i) => Math.max(i === 0 ? todayMicros : 0, one * factor))
  return [...past, ...toCome].map((one) => {
    total += one
    return total
  })
}

function runsOutOf(
  month: readonly Day[],
  { low, mid, high }: Record<'low' | 'mid' | 'high', number[]>,
  budgetMicros: number,
): Pace['runsOut'] {
  const dayOf = (path: readonly number[]) =>
    month[path.findIndex((sum) => sum >= budgetMicros)] ?? null
  const earliest = dayOf(high)
  return earliest === null ? null : { earliest, day: dayOf(mid), latest: dayOf(low) }
}
