import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import { analysisWindow } from './window.ts'

/** Facts that arrive separately; a level that a snapshot's coverage does not name is unknown. */
export type FactLevel = 'account' | 'campaign' | 'keyword' | 'searchTerm' | 'split'

/** The days of which a level is known, both included. `isComplete`: no earlier day is still to be read. */
export type LevelCoverage = { from: Day; to: Day; isComplete: boolean }

export type Coverage = Readonly<Partial<Record<FactLevel, LevelCoverage>>>

/** Days on which a campaign was shown within the window. */
export type Exposure = { servedDays: number; from: Day; to: Day }

/** What the sync has read of an account; its first day with any activity, null where there is none. */
export type ReadHistory = {
  readFrom: Day | null
  readTo: Day | null
  firstActiveDay: Day | null
  historyFrom: Day
}

/** An account that began later than what was read has no earlier days: they are not zeros. */
export function coverageOf(history: ReadHistory, today: Day): LevelCoverage {
  const { readFrom, firstActiveDay, historyFrom } = history
  const read = readFrom ?? firstActiveDay ?? historyFrom
  const from = firstActiveDay && firstActiveDay > read ? firstActiveDay : read
  const to = history.readTo && history.readTo < today ? history.readTo : today
  const isComplete = readFrom === null || readFrom <= historyFrom
  return { from: from < to ? from : to, to, isComplete }
}

/**
 * The window of an analysis, cut to the days covered, so that sums over it are divided by days that were observed.
 * Where waiting for late conversions would leave fewer days than it puts off, an account is looked at up to its last whole
 * day (a click counts by what of its conversions is reported), one that began today at today.
 */
export function coveredWindow(covered: LevelCoverage, lagCurve?: readonly number[]) {
  const wanted = analysisWindow(covered.to, lagCurve)
  const from = covered.from > wanted.from ? covered.from : wanted.from
  const lastWhole = addDays(covered.to, -1)
  const putOff = daysInRange(wanted.to, lastWhole) - 1
  if (from <= wanted.to && daysInRange(from, wanted.to) >= putOff) return { from, to: wanted.to }
  return { from, to: from < lastWhole ? lastWhole : from }
}

/** Whether an analysis looks at fewer days than it will once the history is read. */
export function isCutShort(covered: LevelCoverage, lagCurve?: readonly number[]): boolean {
  return !covered.isComplete && covered.from > analysisWindow(covered.to, lagCurve).from
}

/** How far the reading of a history has come; null once an analysis looks at all the days it ever will. */
export type Reading = { daysKnown: number; daysWanted: number }

export function readingOf(covered: LevelCoverage, lagCurve?: readonly number[]): Reading | null {
  if (!isCutShort(covered, lagCurve)) return null
  const daysWanted = daysInRange(analysisWindow(covered.to, lagCurve).from, covered.to)
  return { daysKnown: daysKnown(covered), daysWanted }
}

/** Days known so far, today's included. */
export function daysKnown({ from, to }: LevelCoverage): number {
  return Math.max(1, daysInRange(from, to))
}
