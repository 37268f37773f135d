import { addDays, type Day, weekday } from '#shared/dates.ts'
import { shortDay } from '#shared/spanish-numbers.ts'

/** One day of a trend; `previous` is the day as far into the period before. Null where unknown. */
export type TrendDay = {
  day: Day
  current: number | null
  previousDay: Day | null
  previous: number | null
}

/** What happened on a day, to be marked under it. */
export type DayMark = {
  day: Day
  texts: readonly string[]
  /** Written down by a person about the day. */
  hasNote?: boolean
}

export type Frame = { width: number; height: number; left: number; right: number }

export type TrendGeometry = {
  x(index: number): number
  y(value: number): number
  currentPath: string
  /** From the last finished day on, where one is still running or a part is still to come: it would look like a fall. */
  unfinished: { x: number; width: number } | null
  previousPath: string
  valueTicks: { value: number; y: number }[]
  dayTicks: { index: number; x: number; label: string }[]
  /** Saturdays and Sundays as bands; empty for long ranges, where they would be noise. */
  weekends: { index: number; x: number; width: number }[]
}

const TOP = 14
const BOTTOM = 28
const DAY_LABEL_WIDTH = 62
/** Pixels; below it more than a few lines touch each other. */
const LOW = 130
const LONGEST_RANGE_WITH_WEEKENDS = 62

/** Everything that the chart draws, in pixels of `frame`. An unfinished day can only be the last. */
export function trendGeometry(
  days: readonly TrendDay[],
  frame: Frame,
  unfinishedDay: Day | null = null,
  lateFrom: Day | null = null,
): TrendGeometry {
  const right = Math.max(frame.left + 1, frame.width - frame.right)
  const bottom = frame.height - BOTTOM
  // A single day stands in the middle.
  const domain: Span = days.length > 1 ? [0, days.length - 1] : [-1, 1]
  const x = linear(domain, [frame.left, right])
  const ticks = niceTicks(highestValue(days), frame.height < LOW ? 2 : 4)
  const y = linear([0, ticks.at(-1) ?? 1], [bottom, TOP])
  const step = (right - frame.left) / Math.max(1, days.length - 1)
  const indexes = days.map((_, index) => index)
  const endsUnfinished = days.at(-1)?.day === unfinishedDay
  const lastIsUnfinished = days.length > 1 && endsUnfinished
  return {
    x,
    y,
    ...paths(days, x, y, lastIsUnfinished),
    unfinished:
      days.length === 1 && endsUnfinished
        ? { x: frame.left, width: right - frame.left }
        : stretchFrom(days, { x, right, lastIsUnfinished, lateFrom }),
    valueTicks: ticks.map((value) => ({ value, y: y(value) })),
    dayTicks: tickIndexes(days, right - frame.left).map((index) => ({
      index,
      x: x(index),
      label: shortDay(days[index]?.day ?? ''),
    })),
    weekends: hasWeekends(days)
      ? indexes
          .filter((index) => weekday(days[index]?.day ?? '') >= 5)
          .map((index) => band(x(index), step, frame.left, right, index))
      : [],
  }
}

/** Whether they are drawn: of days, and not of months that begin on one. */
export function hasWeekends(days: readonly { day: Day }[]): boolean {
  const [first, second] = days
  if (!first || !second || days.length > LONGEST_RANGE_WITH_WEEKENDS) return false
  return second.day === addDays(first.day, 1) && days.some(({ day }) => weekday(day) >= 5)
}

/** What stands before the first late day is finished: the hatch begins there. */
function stretchFrom(
  days: readonly TrendDay[],
  at: { x: Scale; right: number; lastIsUnfinished: boolean; lateFrom: Day | null },
): TrendGeometry['unfinished'] {
  const late = at.lateFrom === null ? -1 : days.findIndex(({ day }) => day >= (at.lateFrom ?? ''))
  const first = late > 0 ? late : at.lastIsUnfinished ? days.length - 1 : 0
  return first > 0 ? { x: at.x(first - 1), width: at.right - at.x(first - 1) } : null
}

const LATE_NAME = { width: 125, height: 14, above: 12 }

/** Where the name of the hatched days stands before them: near the axis, or at the top where only there no line runs. */
export function lateNameY(
  days: readonly TrendDay[],
  { x, y }: Pick<TrendGeometry, 'x' | 'y'>,
  hatch: { x: number },
): number {
  const step = days.length > 1 ? x(1) - x(0) : 0
  const beside = days.filter(
    (_, i) => x(i) > hatch.x - LATE_NAME.width - step && x(i) < hatch.x + step,
  )
  const low = y(0) - LATE_NAME.above
  const passes = (at: number, line: readonly (number | null)[]) =>
    line.slice(1).some((value, i) => {
      const ends = [y(line[i] ?? value ?? 0), y(value ?? line[i] ?? 0)]
      return Math.max(...ends) > at - LATE_NAME.height && Math.min(...ends) < at + 4
    })
  const isFree = (at: number) =>
    !passes(
      at,
      beside.map(({ current }) => current),
    ) &&
    !passes(
      at,
      beside.map(({ previous }) => previous),
    )
  return !isFree(low) && isFree(TOP) ? TOP : low
}

const TOOLTIP = { width: 256, gap: 12 }

/** Where the tooltip of a point stands: on its wider side, and never beyond the chart. */
export function tooltipPlace(x: number, width: number) {
  const { gap } = TOOLTIP
  const isLeft = x > width / 2
  const room = (isLeft ? x : width - x) - gap
  const side = isLeft ? { right: width - x + gap } : { left: x + gap }
  return { ...side, maxWidth: Math.min(TOOLTIP.width, room) }
}

/** The day nearest to a horizontal position. */
export function indexAt(position: number, days: number, frame: Frame): number {
  const right = Math.max(frame.left + 1, frame.width - frame.right)
  const share = (position - frame.left) / (right - frame.left)
  return Math.min(days - 1, Math.max(0, Math.round(share * (days - 1))))
}

/**
 * Days to label: every one when they fit, else Mondays, else firsts of a month, each thinned until
 * the labels do not touch.
 */
export function tickIndexes(days: readonly TrendDay[], width: number): number[] {
  const room = Math.max(1, Math.floor(width / DAY_LABEL_WIDTH))
  const all = days.map((_, index) => index)
  if (all.length <= room) return all
  const mondays = all.filter((index) => weekday(days[index]?.day ?? '') === 0)
  const firsts = all.filter((index) => days[index]?.day.endsWith('-01'))
  if (mondays.length >= 2 && mondays.length <= room) return mondays
  if (firsts.length >= 3 || firsts.length > room) return thinned(firsts, room)
  return thinned(mondays.length >= 2 ? mondays : all, room)
}

function thinned(indexes: number[], room: number): number[] {
  const every = Math.ceil(indexes.length / room)
  return indexes.filter((_, at) => at % every === 0)
}

function highestValue(days: readonly TrendDay[]): number {
  const highest = Math.max(0, ...days.flatMap((d) => [d.current ?? 0, d.previous ?? 0]))
  // A flat zero still needs an axis.
  return highest > 0 ? highest : 1
}

type Scale = (value: number) => number
type Span = [from: number, to: number]

function linear([from, to]: Span, [start, end]: Span): Scale {
  return (value) => start + ((value - from) / (to - from)) * (end - start)
}

/** From zero to the first round value that is not below the highest, in some four steps, or as many as are wanted, of 1, 2 or 5 times a power of ten. */
export function niceTicks(highest: number, wanted = 4): number[] {
  const digits = Math.floor(Math.log10(highest / wanted))
  const times = highest / wanted / 10 ** digits
  const round =
    times >= Math.sqrt(50) ? 10 : times >= Math.sqrt(10) ? 5 : times >= Math.SQRT2 ? 2 : 1
  // 3 × 0.1 is not 0.3, but 3 / 10 is.
  const value = (at: number) =>
    digits < 0 ? (at * round) / 10 ** -digits : at * round * 10 ** digits
  const steps = Math.ceil(highest / value(1) - 1e-9)
  return Array.from({ length: steps + 1 }, (_, at) => value(at))
}

/** Straight from day to day: a curve would draw values that no day had. */
function paths(days: readonly TrendDay[], x: Scale, y: Scale, lastIsUnfinished: boolean) {
  const draw = (key: 'current' | 'previous', drawn: readonly TrendDay[]) =>
    drawn
      .map((day, index) => {
        const value = day[key]
        const isFirst = index === 0 || drawn[index - 1]?.[key] == null
        return value === null ? '' : `${isFirst ? 'M' : 'L'}${x(index)},${y(value)}`
      })
      .join('')
  return {
    currentPath: draw('current', lastIsUnfinished ? days.slice(0, -1) : days),
    previousPath: draw('previous', days),
  }
}

function band(center: number, step: number, left: number, right: number, index: number) {
  const start = Math.max(left, center - step / 2)
  return { index, x: start, width: Math.min(right, center + step / 2) - start }
}
