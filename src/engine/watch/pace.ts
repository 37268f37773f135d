import { Z_80 } from '#shared/count-ranges.ts'
import { addDays, type Day, eachDay, startOfMonth } from '#shared/dates.ts'

/** What a month's spend comes to. Micros. */
export type Pace = {
  /** Of the month, up to yesterday; and what today has cost so far. */
  spentMicros: number
  todayMicros: number
  /** At the month's end; four of five months end within the range. */
  forecast: { lowMicros: number; midMicros: number; highMicros: number }
  /** The day on which the budget is used up, and between which days; null where the month ends before. */
  runsOut: { earliest: Day | null; day: Day | null; latest: Day | null } | null
  /** Cumulative, day by day of the month; what is to come with its range. */
  days: PaceDay[]
}

export type PaceDay = {
  day: Day
  spentMicros: number | null
  lowMicros: number | null
  midMicros: number | null
  highMicros: number | null
}

const WEEK = 7
const WEEKS = 4
/** Half of how the last week differed from the weeks before is taken for lasting. */
const LEVEL_TRUST = 0.5
/** Standard deviation of the logarithm of a forecast, as usual of accounts, and past forecasts that count as much. */
const USUAL_ERROR = 0.12
const USUAL_COUNTS = 4
const PAST_FORECASTS = 120
const LEAST_DAYS = WEEK * (WEEKS + 1)

/** `spend`: by day up to yesterday, without gaps. `isOn`: whether it may go on. Null with too little history to tell. */
export function paceOf(input: {
  today: Day
  spend: readonly number[]
  todayMicros: number
  budgetMicros: number | null
  isOn?: boolean
}): Pace | null {
  const { today, spend, todayMicros, budgetMicros, isOn = true } = input
  if (spend.length < LEAST_DAYS) return null
  const first = startOfMonth(today)
  const end = lastOfMonth(today)
  const month = eachDay(first, end)
  const gone = month.indexOf(today)
  const left = month.length - gone
  const ahead = isOn ? forecastFrom(spend, spend.length, left) : Array<number>(left).fill(0)
  const error = errorOf(spend, left)
  const path = (side: number) =>
    cumulated(spend, gone, ahead, todayMicros, Math.exp(side * Z_80 * error))
  const [low, mid, high] = [path(-1), path(0), path(1)]
  const seen = (at: number) => (at < gone ? mid[at]! : null)
  return {
    spentMicros: gone > 0 ? mid[gone - 1]! : 0,
    todayMicros,
    forecast: { lowMicros: low.at(-1)!, midMicros: mid.at(-1)!, highMicros: high.at(-1)! },
    runsOut: budgetMicros === null ? null : runsOutOf(month, { low, mid, high }, budgetMicros),
    days: month.map((day, at) => ({
      day,
      spentMicros: seen(at),
      lowMicros: at >= gone ? low[at]! : null,
      midMicros: at >= gone ? mid[at]! : null,
      highMicros: at >= gone ? high[at]! : null,
    })),
  }
}

function lastOfMonth(day: Day): Day {
  return addDays(startOfMonth(addDays(startOfMonth(day), 31)), -1)
}

/** Each weekday's mean of four weeks, moved towards the level of the last one; what stood still for a week goes on so. */
function forecastFrom(spend: readonly number[], at: number, days: number): number[] {
  const last = sumOf(spend, at - WEEK, at)
  if (last === 0) return Array<number>(days).fill(0)
  const byWeekday = Array.from({ length: WEEK }, (_, i) => {
    let sum = 0
    for (let back = 1; back <= WEEKS; back++) sum += spend[at - WEEK * back + i]!
    return sum / WEEKS
  })
  const before = sumOf(spend, at - WEEK * (WEEKS + 1), at - WEEK) / WEEKS
  const ratio = before > 0 ? last / before : 1
  const level = Math.exp(LEVEL_TRUST * Math.log(Math.min(3, Math.max(1 / 3, ratio))))
  return Array.from({ length: days }, (_, i) => byWeekday[i % WEEK]! * level)
}

/** How wrong such forecasts were in the past, over as many days. */
function errorOf(spend: readonly number[], days: number): number {
  const errors: number[] = []
  const first = Math.max(LEAST_DAYS, spend.length - PAST_FORECASTS)
  for (let at = first; at + days <= spend.length; at++) {
    const told = forecastFrom(spend, at, days).reduce((sum, one) => sum + one, 0)
    const came = sumOf(spend, at, at + days)
    if (told > 0 && came > 0) errors.push(Math.abs(Math.log(came / told)))
  }
  errors.sort((a, b) => a - b)
  // Forecasts that overlap tell the same.
  const counts = errors.length / Math.max(1, days / 2)
  const own = errors.length > 0 ? errors[Math.floor(0.8 * errors.length)]! / Z_80 : USUAL_ERROR
  return Math.sqrt((counts * own ** 2 + USUAL_COUNTS * USUAL_ERROR ** 2) / (counts + USUAL_COUNTS))
}

function cumulated(
  spend: readonly number[],
  gone: number,
  ahead: readonly number[],
  todayMicros: number,
  factor: number,
): number[] {
  let total = 0
  const path: number[] = []
  for (const one of spend.slice(spend.length - gone)) {
    total += one
    path.push(total)
  }
  // Today cannot end below what it has cost by now.
  for (const [i, one] of ahead.entries()) {
    total += Math.max(i === 0 ? todayMicros : 0, one * factor)
    path.push(total)
  }
  return path
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

function sumOf(values: readonly number[], from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += values[at]!
  return sum
}
