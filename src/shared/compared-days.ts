import { addDays, type Day, type DayRange, daysInRange, previousPeriod } from './dates.ts'
import { type LevelFacts, nextStep, stepStart } from './file-facts.ts'

const LEAP_YEAR_DAYS = 366
const YEAR_OF_WEEKS = 52 * 7

/**
 * What a range is held against: as many days just before it, or those that began on the same date a year earlier; of files
 * by weeks or months as many whole ones, whose figures stand under their first days.
 */
export function comparedRange(
  range: DayRange,
  compare: 'previous' | 'year',
  facts?: LevelFacts,
): DayRange {
  if (facts && isStepped(facts)) return comparedSteps(range, compare, facts)
  if (compare === 'previous') return previousPeriod(range)
  const from = aYearBefore(range.from)
  const days = daysInRange(range.from, range.to)
  // A whole year with a 29 February would reach into itself.
  return { from, to: addDays(from, (days === LEAP_YEAR_DAYS ? days - 1 : days) - 1) }
}

/**
 * The first days of a range and of the one that it is held against, as many of each as are known whole, of files as many whole
 * weeks or months: hours of today, or days that were not read, are no less than whole ones. Null without any.
 */
export function wholeDays(
  range: DayRange,
  against: DayRange,
  lastKnown: Day,
  facts?: LevelFacts,
): [DayRange, DayRange] | null {
  const last = lastKnown < range.to ? lastKnown : range.to
  const to = facts && isStepped(facts) ? endOfWholeStep(last, facts) : last
  if (to < range.from) return null
  if (to === range.to) return [range, against]
  const end =
    facts && isStepped(facts)
      ? stepsFrom(against.from, stepsIn({ from: range.from, to }, facts), facts)
      : addDays(against.from, daysInRange(range.from, to))
  return [
    { from: range.from, to },
    { from: against.from, to: addDays(end, -1) },
  ]
}

/** The last day, up to one that is known, on which a whole week or month of the files ends. */
export function endOfWholeStep(lastKnown: Day, facts: LevelFacts): Day {
  return addDays(stepStart(addDays(lastKnown, 1), facts), -1)
}

const isStepped = ({ step }: LevelFacts) => step === 'week' || step === 'month'

function comparedSteps(range: DayRange, compare: 'previous' | 'year', facts: LevelFacts): DayRange {
  const first = stepStart(range.from, facts)
  const steps = stepsIn(range, facts)
  const from =
    compare === 'previous' ? stepsFrom(first, -steps, facts) : stepAYearBefore(first, facts)
  return { from, to: addDays(stepsFrom(from, steps, facts), -1) }
}

/** Those that a period cuts are counted as well. */
function stepsIn({ from, to }: DayRange, facts: LevelFacts): number {
  let steps = 0
  for (let day = stepStart(from, facts); day <= to; day = nextStep(day, facts)) steps++
  return steps
}

function stepsFrom(start: Day, steps: number, { step }: LevelFacts): Day {
  if (step === 'week') return addDays(start, 7 * steps)
  const months = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1 + steps
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

function stepAYearBefore(start: Day, { step }: LevelFacts): Day {
  return step === 'week' ? addDays(start, -YEAR_OF_WEEKS) : aYearBefore(start)
}

/** 29 February has the 28th before it. */
function aYearBefore(day: Day): Day {
  const same: string = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return same.endsWith('-02-29') ? `${same.slice(0, 8)}28` : same
}
