import { addDays, type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import type { CountingChange } from '../account/counting-changes.ts'
import { addUp, type LostDays } from '../account/measurement.ts'
import type { WatchedEntity } from './account-effects.ts'
import { type Disturbance, type Run, wholeWeeks } from './disturbed-days.ts'

/** Days of one window, by place, on which a part of all conversions was not counted. */
export type LostRun = Run & LostDays & { window: Disturbance['window'] }

/** What of them falls into the windows. */
export function lostWithin(
  lost: readonly LostDays[],
  windows: { before: DayRange; after: DayRange },
): LostRun[] {
  return (['before', 'after'] as const).flatMap((window) => {
    const { from: first, to: last } = windows[window]
    const placeOf = (day: Day) => daysInRange(first, day) - 1
    return lost.flatMap((one) => {
      const { from, to } = one
      if (to < first || from > last) return []
      const run = { first: from > first ? placeOf(from) : 0, last: placeOf(to < last ? to : last) }
      return [{ window, ...run, ...one }]
    })
  })
}

/** Of the two windows the days that count otherwise than the other window does. */
export function countedOtherwise(
  changes: readonly CountingChange[],
  { before, after }: { before: DayRange; after: DayRange },
): LostDays[] {
  return changes.flatMap((counting) => {
    const { on, until = on } = counting
    const { from, to } =
      on > before.to
        ? { from: latest(on, after.from), to: after.to }
        : { from: before.from, to: earliest(addDays(until, -1), after.to) }
    return from <= to ? [{ from, to, part: 1, counting }] : []
  })
}

/** Of a window whose halves are compared day by day, those that do not count as its last days do. */
export function countedBefore(changes: readonly CountingChange[], window: DayRange): LostDays[] {
  return changes.flatMap((counting) => {
    const { on, until = on } = counting
    const isWithin = until > window.from && on <= window.to
    const to = earliest(addDays(until, -1), window.to)
    return isWithin ? [{ from: window.from, to, part: 1, counting }] : []
  })
}

const latest = (a: Day, b: Day) => (a > b ? a : b)
const earliest = (a: Day, b: Day) => (a < b ? a : b)

/** What is left of a window without them, piece by piece. */
export function withoutLost(window: DayRange, lost: readonly LostDays[]): DayRange[] {
  return lost.reduce(
    (pieces, { from, to }) =>
      pieces.flatMap((piece) => {
        if (to < piece.from || from > piece.to) return [piece]
        const before = { from: piece.from, to: addDays(from, -1) }
        const after = { from: addDays(to, 1), to: piece.to }
        return [before, after].filter((one) => one.from <= one.to)
      }),
    [window],
  )
}

export const daysOf = (pieces: readonly DayRange[]) =>
  pieces.reduce((days, { from, to }) => days + daysInRange(from, to), 0)

/**
 * Days on which conversions were lost, in whole weeks: what is worth money then was sold and not counted. Only where the untouched show at
 * least half of it too, or what the change itself did would be taken for a loss.
 */
export function lostDaysOf(
  lost: readonly LostRun[],
  untouched: readonly WatchedEntity[],
): Disturbance[] {
  return lost.filter(isShown).map(({ window, first, last, from, to, counting }) => {
    const days = untouched[0]![window].length
    const told = { from, to, ...(counting && { counting }) }
    return { window, ...wholeWeeks({ first, last }, days), lost: told }
  })

  function isShown(one: LostRun): boolean {
    if (one.counting) return untouched.length > 0
    const during = rateOn((window, day) => window === one.window && isWithin(one, day))
    const usual = rateOn(
      (window, day) => !lost.some((run) => run.window === window && isWithin(run, day)),
    )
    return untouched.length > 0 && usual > 0 && during <= usual * (1 - one.part / 2)
  }

  /** Conversions per click. */
  function rateOn(isMeant: (window: Disturbance['window'], day: number) => boolean): number {
    const days = (['before', 'after'] as const).flatMap((window) =>
      untouched.flatMap((one) => one[window].filter((_, day) => isMeant(window, day))),
    )
    const { clicks, conversionsMicros } = addUp(days)
    return clicks > 0 ? conversionsMicros / clicks : 0
  }
}

const isWithin = ({ first, last }: Run, day: number) => day >= first && day <= last

/** Those that overlap are one. */
export function joined(
  runs: readonly Disturbance[],
  daysOf: (window: Disturbance['window']) => number,
): Disturbance[] {
  for (const one of runs) {
    const other = runs.find((run) => run !== one && overlaps(run, one))
    if (!other) continue
    const first = Math.min(one.first, other.first)
    const last = Math.max(one.last, other.last)
    const both = { ...one, ...other, ...wholeWeeks({ first, last }, daysOf(one.window)) }
    return joined([...runs.filter((run) => run !== one && run !== other), both], daysOf)
  }
  return [...runs]
}

const overlaps = (one: Disturbance, other: Disturbance) =>
  one.window === other.window && one.first <= other.last && other.first <= one.last
