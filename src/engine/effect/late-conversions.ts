import { type DayRange, eachDay } from '#shared/dates.ts'
import { percent } from '#shared/spanish-numbers.ts'
import { reportedShare } from '../account/window.ts'
import type { SaidWorth } from '../account/worth-of-conversions.ts'

/** Of what is still to come: campaigns of one account wait for it half as long, or half as long again (own: `eval/late-worlds.ts`). */
const DOUBT_OF_LATE = 0.5
/** What the wait after a window leaves is not worth a word. */
const TOLD_FROM = 0.05

/** What a conversion that has come in counts with. */
export type CountedWorth = SaidWorth & {
  /** What it is worth itself; unset: the same. */
  saidMicros?: number
  /** Of all that the days measured will have brought, the share that has come in; unset: all. */
  reported?: number
}

/**
 * Money is spent at once and conversions come in late: each that has come stands for those that are still to come, or what costs more
 * would look too dear and what saves too good.
 */
export function withLate(worth: SaidWorth | null, reported: number): CountedWorth | null {
  if (!worth) return null
  const { micros, sd, source } = worth
  const doubt = (DOUBT_OF_LATE * (1 - reported)) / reported
  return {
    source,
    micros: micros / reported,
    sd: Math.hypot(sd, doubt),
    saidMicros: micros,
    reported,
  }
}

/** Share of the conversions of a window's clicks that its days tell of. */
export function reportedIn(
  { from, to }: DayRange,
  today: string,
  lagCurve?: readonly number[],
): number {
  const shares = eachDay(from, to).map((day) => reportedShare(day, today, lagCurve))
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** Spanish, after where a worth comes from; empty where next to nothing is still to come. */
export const lateText = ({ reported = 1 }: CountedWorth): string =>
  1 - reported < TOLD_FROM
    ? ''
    : `, y se cuenta con que falta por llegar el ${percent(1 - reported, 0)} de las de esos días`
