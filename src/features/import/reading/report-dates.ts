import { addDays, type Day, type DayRange, isDay, startOfMonth } from '#shared/dates.ts'
import { foldText } from './fold-text.ts'
import type { ReportLanguage, Step } from './report-types.ts'

export type DateOrder = 'day-first' | 'month-first'

const MONTHS = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['septiembre', 'september', 'setiembre'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
]
/** Workbooks count days from here; five digits are the years 1982 to 2119. */
const EXCEL_START: Day = '1899-12-30'
export const NUMERIC = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g
const ISO = /\b(\d{4})[-/](\d{2})[-/](\d{2})\b/g

/**
 * The range in a line such as '1 de septiembre de 2026 - 30 de septiembre de 2026'. 'unknown' for 'All time';
 * null where the line is no date range. `order`: where the line's own numbers allow both.
 */
export function parsePeriod(line: string, order: DateOrder): DayRange | 'unknown' | null {
  const text = line.trim()
  if (/^(all time|todo el periodo|todo el tiempo|desde siempre)$/.test(foldText(text)))
    return 'unknown'
  if (text.length > 120) return null
  const ownOrder = orderOfNumbers([text]) ?? order
  const found = text.match(ISO) ?? text.match(NUMERIC)
  const [first = '', second = first] = found ?? splitRange(text)
  // A single day counts only where it is the whole line: titles may end in a date.
  if (first === second && found && text.replace(first, '').trim() !== '') return null
  const to = parseDay(second, ownOrder)
  const from = to && (parseDay(first, ownOrder) ?? parsePartialDay(first, to))
  return from && to && from <= to ? { from, to } : null
}

/** A day as ISO, numeric or in words ('sáb, 1 ago 2026', 'Oct 1, 2026'); null if it is none or does not exist. */
export function parseDay(text: string, order: DateOrder): Day | null {
  const cell = text.trim()
  if (isDay(cell)) return cell
  const serial = /^[3-7]\d{4}(?:\.0+)?$/.exec(cell)
  if (serial) return addDays(EXCEL_START, Number.parseInt(cell, 10))
  const compact = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ]00:00(?::00)?)?$/.exec(cell)
  if (compact) return toDay(compact[1]!, Number(compact[2]), compact[3]!)
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell)
  if (numeric) {
    const [, a = '', b = '', year = ''] = numeric
    return order === 'day-first' ? toDay(year, Number(b), a) : toDay(year, Number(a), b)
  }
  const words = foldText(cell)
  const dayFirst = /^(?:[a-z]+ )?(\d{1,2}) (?:de )?([a-z]+) (?:del? )?(\d{4})$/.exec(words)
  if (dayFirst) return toDay(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!)
  const monthFirst = /^(?:[a-z]+ )?([a-z]+) (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/.exec(words)
  return monthFirst ? toDay(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!) : null
}

/** The first day of a cell's day, week or month ('sept 2026', '2026-09'); null if it is none. */
export function parseStep(text: string, step: Step, order: DateOrder): Day | null {
  const day = parseDay(text, order)
  if (day || step === 'day') return day
  if (step === 'week') return parseDay(splitRange(text)[0] ?? '', order)
  const iso = /^(\d{4})[-/](\d{1,2})$/.exec(text.trim())
  if (iso) return toDay(iso[1]!, Number(iso[2]), '1')
  const words = /^([a-z]+)(?: de)? (\d{4})$/.exec(foldText(text))
  return words ? toDay(words[2]!, monthOf(words[1]!), '1') : null
}

/** The last day of the day, week or month that begins on a day. */
export function endOfStep(day: Day, step: Step): Day {
  if (step === 'week') return addDays(day, 6)
  // The fourth day after a 28th is always in the next month.
  return step === 'month' ? addDays(startOfMonth(addDays(`${day.slice(0, 7)}-28`, 4)), -1) : day
}

/** Where the numbers allow both, English headers put the month first. */
export function dateOrder(texts: Iterable<string>, language: ReportLanguage): DateOrder {
  return orderOfNumbers(texts) ?? (language === 'en' ? 'month-first' : 'day-first')
}

/** 13/09 and 09/13 settle it for all. */
export function orderOfNumbers(texts: Iterable<string>): DateOrder | null {
  for (const text of texts) {
    for (const [, first, second] of text.matchAll(NUMERIC)) {
      if (Number(first) > 12) return 'day-first'
      if (Number(second) > 12) return 'month-first'
    }
  }
  return null
}

function splitRange(text: string): string[] {
  const oneMonth = /^([a-z]+) (\d{1,2}) (\d{1,2}) (\d{4})$/.exec(foldText(text))
  if (oneMonth) {
    const [, month, first, last, year] = oneMonth
    return [`${month} ${first} ${year}`, `${month} ${last} ${year}`]
  }
  return text
    .replace(/^"?\s*(?:del?|desde|from)\s+(?:el\s+)?/i, '')
    .split(/\s+[-–—]\s+|\s*[–—]\s*|\s+(?:al?|hasta|to)\s+(?:el\s+)?/i)
}

/** '1 de septiembre', 'Sep 1' or '1' before a full date that gives the rest. */
function parsePartialDay(text: string, to: Day): Day | null {
  const words = foldText(text)
  const year = to.slice(0, 4)
  if (/^\d{1,2}$/.test(words)) return toDay(year, Number(to.slice(5, 7)), words)
  const match = /^(?:(\d{1,2}) (?:de )?)?([a-z]+)(?: (\d{1,2}))?$/.exec(words)
  const dayOfMonth = match?.[1] ?? match?.[3]
  return match && dayOfMonth ? toDay(year, monthOf(match[2]!), dayOfMonth) : null
}

function monthOf(word: string): number {
  if (word.length < 3) return 0
  return MONTHS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1
}

function toDay(year: string, month: number, day: string): Day | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}
