import { comparedRange } from '#shared/compared-days.ts'
import { addDays, type Day, type DayRange } from '#shared/dates.ts'
import type { LevelFacts } from '#shared/file-facts.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { KnownDays } from './question.ts'

const DEFAULT_DAYS = 30

export type Known = { range: DayRange; note: string } | { missing: string }

/** The last 30 days where none are named. */
export function defaultRange(today: Day): DayRange {
  return { from: addDays(today, 1 - DEFAULT_DAYS), to: today }
}

/** The part of a range that is known, and in Spanish what of it is not. */
export function knownPart(asked: DayRange, known: KnownDays, said: string | null): Known {
  if (!known) return { missing: 'Todavía no hay datos de esta cuenta.' }
  const range = {
    from: asked.from > known.from ? asked.from : known.from,
    to: asked.to < known.to ? asked.to : known.to,
  }
  if (range.from > range.to)
    return {
      missing: `No tengo datos ${rangeText(asked)}${said ? ` («${said}»)` : ''}. Conozco los días ${rangeText(known)}.`,
    }
  // A day that has just begun is no gap worth a word.
  const isCut = said !== null && (range.from > asked.from || addDays(range.to, 1) < asked.to)
  return { range, note: isCut ? ` De «${said}» solo conozco los días ${rangeText(range)}.` : '' }
}

/** What a range is held against, as on every screen; null where not all of it is known. */
export function comparedWith(
  range: DayRange,
  versus: 'previous' | 'year',
  { known, facts }: { known: KnownDays; facts: LevelFacts | undefined },
): DayRange | null {
  const before = comparedRange(range, versus, facts)
  return known && known.from <= before.from ? before : null
}

/** 'el 19 nov 2026', 'del 1 nov 2026 al 19 nov 2026'. */
export function rangeText({ from, to }: DayRange): string {
  return from === to ? `el ${longDay(from)}` : `del ${longDay(from)} al ${longDay(to)}`
}

/** The same of a table; '' where it is of no period. */
export function periodText({ from, to }: { from: Day | null; to: Day | null }): string {
  return from && to ? rangeText({ from, to }) : ''
}
