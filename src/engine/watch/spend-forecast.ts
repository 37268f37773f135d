import { Z_80 } from '#shared/count-ranges.ts'

/** Days to come, and the standard deviation of the logarithm of their sum. */
export type SpendForecast = { days: number[]; error: number }

const WEEK = 7
const WEEKS = 4
/** Half of how the last week differed from the weeks before is taken for lasting. */
const LEVEL_TRUST = 0.5
/** So many days without spend divide what was before from what has begun anew: holidays with their weekend are fewer. */
const STOPPED_DAYS = 5
/** Unless so many pauses of less than a week were that long in so many days: then it spends on single days of the week. */
const REGULAR = { pauses: 3, days: 8 * WEEK }
/** The first of them is no whole day. */
const LEAST_RUNNING = 3
/** From when on weekdays can be told apart. */
const WEEKDAYS_FROM = 2 * WEEK
/** What a forecast of accounts is usually off by, and past forecasts that count as much. */
const USUAL_ERROR = 0.12
const USUAL_COUNTS = 4
const PAST_FORECASTS = 120
/** Forecasts that overlap tell the same: one in three is enough. */
const PAST_STEP = 3
/** Besides, where what is spent has only begun, or goes on at another level. */
const NEW_LEVEL_ERROR = 0.2
/** Of what came to nothing. */
const LARGEST_ERROR = Math.log(3)
/** A level has moved that is another for so many days, by at least as much, as many of its own deviations. */
const SHIFT = { lengths: [3, 4, 5, 7, 10, 14], size: Math.log(1.3), deviations: 5 }
const LEAST_DEVIATION = 0.08

/** `spend`: by day up to yesterday, without gaps. Null where it began too few days ago to tell. */
export function forecastSpend(spend: readonly number[], days: number): SpendForecast | null {
  const found = levelAt(spend, spend.length)
  if (!found) return null
  const error = errorOf(spend, days)
  return {
    days: daysAhead(found.byWeekday, days),
    error: found.isNew ? Math.hypot(error, NEW_LEVEL_ERROR) : error,
  }
}

const daysAhead = (byWeekday: readonly number[], days: number) =>
  Array.from({ length: days }, (_, i) => byWeekday[i % WEEK]!)

/** What the seven days from a day on come to; what stood still for a week goes on so. */
function levelAt(
  spend: readonly number[],
  at: number,
): { byWeekday: number[]; isNew: boolean } | null {
  if (sumOf(spend, Math.max(0, at - WEEK), at) === 0)
    return at < WEEK ? null : { byWeekday: Array<number>(WEEK).fill(0), isNew: false }
  const running = at - beginOf(spend, at)
  if (running < LEAST_RUNNING) return null
  if (running < WEEKDAYS_FROM) {
    const first = at - running + 1
    return {
      byWeekday: Array<number>(WEEK).fill(sumOf(spend, first, at) / (at - first)),
      isNew: true,
    }
  }
  const weeks = Math.min(WEEKS + 1, Math.floor(running / WEEK))
  const shifted = shiftedLevel(spend, at, weeks)
  return shifted
    ? { byWeekday: shifted, isNew: true }
    : { byWeekday: steadyLevel(spend, at, weeks), isNew: false }
}

/** The first day after days without spend, as far back as is read. */
function beginOf(spend: readonly number[], at: number): number {
  let last = at - 1
  while (last >= 0 && spend[last] === 0) last--
  const dividing = dividingDays(spend, last)
  let begin = last
  for (let day = last; day >= 0 && begin - day <= dividing; day--) if (spend[day]! > 0) begin = day
  return begin
}

/** How many days without spend divide. Where long pauses are regular, a week may be left out besides. */
function dividingDays(spend: readonly number[], last: number): number {
  const pauses: number[] = []
  let next = last
  for (let day = last - 1; day >= Math.max(0, last - REGULAR.days); day--) {
    if (spend[day] === 0) continue
    const pause = next - day - 1
    if (pause >= STOPPED_DAYS) pauses.push(pause)
    next = day
    // A week without one: they are over.
    if (pauses.length === 0 && last - next >= WEEK) return STOPPED_DAYS
  }
  const regular = pauses.filter((one) => one < WEEK).toSorted((a, b) => b - a)[REGULAR.pauses - 1]
  return regular === undefined ? STOPPED_DAYS : regular + WEEK + 1
}

/** Each weekday's mean of up to four weeks, moved towards the level of the last one. */
function steadyLevel(spend: readonly number[], at: number, weeks: number): number[] {
  const shown = Math.min(WEEKS, weeks)
  const last = sumOf(spend, at - WEEK, at)
  const before = sumOf(spend, at - WEEK * weeks, at - WEEK) / (weeks - 1)
  const ratio = before > 0 ? last / before : 1
  const level = Math.exp(LEVEL_TRUST * Math.log(Math.min(3, Math.max(1 / 3, ratio))))
  return weekdays((i) => {
    let sum = 0
    for (let back = 1; back <= shown; back++) sum += spend[at - WEEK * back + i]!
    return (level * sum) / shown
  })
}

/** Where the last days lie at another level than all before, as after a change of a daily budget: that one. */
function shiftedLevel(spend: readonly number[], at: number, weeks: number): number[] | null {
  const first = at - WEEK * weeks
  const usual = weekdays((i) =>
    medianOf(Array.from({ length: weeks }, (_, week) => spend[first + WEEK * week + i]!)),
  )
  const logs: number[] = []
  for (let day = first; day < at; day++) {
    const base = usual[(day - first) % WEEK]!
    // A day without is no level.
    if (base > 0) logs.push(spend[day]! > 0 ? Math.log(spend[day]! / base) : Number.NaN)
  }
  const shift = shiftOf(logs)
  return shift === null ? null : usual.map((one) => one * Math.exp(shift))
}

function shiftOf(logs: readonly number[]): number | null {
  const usual = medianOf(logs.filter((one) => !Number.isNaN(one)))
  let best = { score: SHIFT.deviations, level: null as number | null }
  for (const length of SHIFT.lengths) {
    const from = logs.length - length
    if (from < WEEK) break
    const level = sumOf(logs, from, logs.length) / length
    // Most lengths are none, and the rest of it is dear.
    if (Number.isNaN(level) || Math.abs(level - usual) < SHIFT.size / 2) continue
    const before = logs.slice(0, from).filter((one) => !Number.isNaN(one))
    const center = medianOf(before)
    const deviation = Math.max(
      LEAST_DEVIATION,
      deviationOf(before, center),
      deviationOf(logs.slice(from), level),
    )
    const score = Math.abs(level - center) / deviation / Math.sqrt(1 / length + 1 / before.length)
    if (Math.abs(level - center) >= SHIFT.size && score > best.score) best = { score, level }
  }
  return best.level
}

/** By the median, which days far out do not move. */
const deviationOf = (values: readonly number[], center: number) =>
  1.48 * medianOf(values.map((one) => Math.abs(one - center)))

/** How wrong such forecasts were in the past, over as many days. */
function errorOf(spend: readonly number[], days: number): number {
  const errors: number[] = []
  const first = Math.max(LEAST_RUNNING, spend.length - PAST_FORECASTS)
  for (let at = first; at + days <= spend.length; at += PAST_STEP) {
    const found = levelAt(spend, at)
    const told = found ? sumOf(daysAhead(found.byWeekday, days), 0, days) : 0
    if (told === 0) continue
    const came = sumOf(spend, at, at + days)
    errors.push(came > 0 ? Math.min(LARGEST_ERROR, Math.abs(Math.log(came / told))) : LARGEST_ERROR)
  }
  errors.sort((a, b) => a - b)
  const counts = (PAST_STEP * errors.length) / Math.max(1, days / 2)
  const own = errors.length > 0 ? errors[Math.floor(0.8 * errors.length)]! / Z_80 : USUAL_ERROR
  return Math.sqrt((counts * own ** 2 + USUAL_COUNTS * USUAL_ERROR ** 2) / (counts + USUAL_COUNTS))
}

const weekdays = (of: (i: number) => number) => Array.from({ length: WEEK }, (_, i) => of(i))

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

function sumOf(values: readonly number[], from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += values[at]!
  return sum
}
