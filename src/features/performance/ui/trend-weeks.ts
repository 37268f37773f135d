import type { DayMark } from '#kit/trend-geometry.ts'
import {
  addDays,
  type Day,
  type DayRange,
  daysInRange,
  startOfWeek,
  weekday,
} from '#shared/dates.ts'
import { shortDay } from '#shared/spanish-numbers.ts'
import { wholeOf } from '../contract/eight-metrics.ts'
import type { DayPoint } from '../contract/metrics.ts'

/** Below it a week is a handful of points, and days say more. */
const SHORTEST_BY_WEEK = 28
/** From here on days are a smear, unless they are asked for. */
const WEEKS_FROM = 120

export function mayBeByWeek({ from, to }: DayRange): boolean {
  return daysInRange(from, to) >= SHORTEST_BY_WEEK
}

export function isByWeek(range: DayRange, asked: string | null): boolean {
  if (!mayBeByWeek(range)) return false
  return asked ? asked === 'week' : daysInRange(range.from, range.to) > WEEKS_FROM
}

type Points = {
  current: DayPoint[]
  previous: DayPoint[]
  comparison?: { complete: boolean }
  lateFrom?: Day | null
  knownTo?: Day | null
}

/**
 * The same by weeks from Monday on, each beside as many days as far into the period before. A first week that the range
 * cuts is left out, for it would look like a fall; a last one is the running one.
 */
export function weeksOf<T extends Points>(trend: T, unfinishedDay: Day | null) {
  const { current } = trend
  const first = current.findIndex(({ day }) => weekday(day) === 0)
  const starts = current
    .map((_, index) => index)
    .filter((index) => index >= first && (index - first) % 7 === 0)
  const weeks = (points: readonly DayPoint[]) =>
    starts.flatMap((start) => {
      const days = points.slice(start, start + 7)
      const [head] = days
      return head ? [{ day: head.day, ...wholeOf(days) }] : []
    })
  const lastStart = starts.at(-1) ?? 0
  const isCut = current.length - lastStart < 7 || unfinishedDay !== null
  return {
    trend: {
      ...trend,
      current: weeks(current),
      previous: weeks(wholeWeeks(trend, first)),
      ...weeksThatCount(trend),
    },
    unfinishedDay: isCut ? (current[lastStart]?.day ?? null) : null,
    /** Days before the first whole week. */
    daysLeftOut: Math.max(0, first),
  }
}

/** A week stands at its Monday: it is late as soon as one of its days is, and known only once its Sunday is. */
function weeksThatCount({ lateFrom, knownTo }: Points) {
  return {
    lateFrom: lateFrom ? startOfWeek(lateFrom) : null,
    knownTo: knownTo ? addDays(knownTo, -6) : null,
  }
}

/** The compared days without those of a week that began before they are known, or that they do not fill. */
function wholeWeeks({ previous, comparison }: Points, first: number): DayPoint[] {
  const known =
    (comparison?.complete ?? true) ? 0 : previous.findIndex((day) => day.impressions > 0)
  if (known < 0) return []
  const start = first + 7 * Math.max(0, Math.ceil((known - first) / 7))
  const end = first + 7 * Math.floor((previous.length - first) / 7)
  return previous.slice(0, Math.max(0, end)).map((day, at) => (at < start ? unknownDay(day) : day))
}

const unknownDay = ({ day }: DayPoint): DayPoint => ({ day, ...wholeOf([]) })

/** Marks of days under the week they are in. */
export function weekMarks(marks: readonly DayMark[]): DayMark[] {
  const byWeek = new Map<Day, DayMark[]>()
  for (const mark of marks) {
    const monday = startOfWeek(mark.day)
    byWeek.set(monday, [...(byWeek.get(monday) ?? []), mark])
  }
  return [...byWeek].map(([day, of]) => ({
    day,
    hasNote: of.some(({ hasNote }) => hasNote),
    texts: of
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .flatMap((mark) => mark.texts.map((text) => `${shortDay(mark.day)}, ${text}`)),
  }))
}
