import { addDays, type Day, type DayRange, startOfMonth, weekday } from './dates.ts'
import type { Metrics } from './metrics.ts'

/** What the downloaded files of an imported account say of it; all that is not named is unknown. */

/** The days that one figure sums, finest first. */
export const FACT_STEPS = ['day', 'week', 'month', 'period'] as const
export type FactStep = (typeof FACT_STEPS)[number]

export const FILE_LEVELS = ['account', 'campaign', 'ad_group', 'keyword', 'search_term'] as const
export type FileLevel = (typeof FILE_LEVELS)[number]

/** A week's or month's figures stand under its first day, those of a whole period under its last. */
export type LevelFacts = {
  from: Day
  to: Day
  step: FactStep
  columns: (keyof Metrics)[]
  /** Monday 0 … Sunday 6; of weeks. */
  weekStartsOn?: number
}

export type FileFacts = Partial<Record<FileLevel, LevelFacts>>

export function coarsest(steps: readonly FactStep[]): FactStep {
  return FACT_STEPS[Math.max(0, ...steps.map((step) => FACT_STEPS.indexOf(step)))] ?? 'period'
}

/** Days that begin and end where the figures do: whole weeks, whole months, or all of the period. */
export function wholeSteps(range: DayRange, facts: LevelFacts): DayRange {
  if (facts.step === 'period') return { from: facts.from, to: facts.to }
  if (facts.step === 'day') return range
  const from = stepStart(range.from, facts)
  const to = addDays(nextStep(stepStart(range.to, facts), facts), -1)
  // A file may begin or end within a week.
  return {
    from: from < facts.from && facts.from <= range.to ? facts.from : from,
    to: to > facts.to && facts.to >= range.from ? facts.to : to,
  }
}

/** The first day of the week or month that a day is in. */
export function stepStart(day: Day, { step, weekStartsOn = 0 }: LevelFacts): Day {
  if (step === 'month') return startOfMonth(day)
  return step === 'week' ? addDays(day, -((weekday(day) - weekStartsOn + 7) % 7)) : day
}

export function nextStep(start: Day, { step }: Pick<LevelFacts, 'step'>): Day {
  if (step === 'week') return addDays(start, 7)
  // The 32nd day after a first is always in the next month.
  return step === 'month' ? startOfMonth(addDays(start, 31)) : addDays(start, 1)
}
