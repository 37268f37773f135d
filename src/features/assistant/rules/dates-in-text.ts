import { type DayRange, isDay } from '#shared/dates.ts'

type Span = { start: number; end: number }

const MONTHS = [
  'ene(?:ro)?',
  'feb(?:rero)?',
  'mar(?:zo)?',
  'abr(?:il)?',
  'may(?:o)?',
  'jun(?:io)?',
  'jul(?:io)?',
  'ago(?:sto)?',
  'sept?(?:iembre)?',
  'oct(?:ubre)?',
  'nov(?:iembre)?',
  'dic(?:iembre)?',
]
const MONTH = `(${MONTHS.join('|')})\\b\\.?`
const YEAR = '(?:,?\\s+(?:de\\s+|del\\s+)?(20\\d\\d))?'
const LATER_DAY = '(?:\\s*(?:al|a|y|-|–|hasta el)\\s*(\\d{1,2}))?'
const IN_WORDS = new RegExp(`\\b(\\d{1,2})${LATER_DAY}\\s+(?:de\\s+)?${MONTH}${YEAR}`, 'giu')
const IN_DIGITS = /\b(\d{4})-(\d\d)-(\d\d)\b|\b(\d{1,2})\/(\d{1,2})(?:\/(20\d\d))?\b/gu
const YEAR_ALONE = new RegExp(`(?:${MONTH}\\s+(?:de\\s+)?|\\baño\\s+)(20\\d\\d)\\b`, 'giu')

/** Where a text names days that lie in one of the periods; other days stay what they are: numbers without a source. */
export function knownDates(text: string, periods: readonly DayRange[]): Span[] {
  const spans: Span[] = []
  const keep = (match: RegExpExecArray | RegExpMatchArray) => {
    const start = match.index ?? 0
    spans.push({ start, end: start + match[0].length })
  }
  for (const match of text.matchAll(IN_WORDS)) {
    const [, first, later, monthName, year] = match
    const month =
      MONTHS.findIndex((name) => new RegExp(`^${name}$`, 'iu').test(monthName ?? '')) + 1
    const days = [first, later].filter((day) => day !== undefined).map(Number)
    if (days.every((day) => isKnown(day, month, year, periods))) keep(match)
  }
  for (const match of text.matchAll(IN_DIGITS)) {
    const [, isoYear, isoMonth, isoDay, day, month, year] = match
    if (isKnown(Number(isoDay ?? day), Number(isoMonth ?? month), isoYear ?? year, periods))
      keep(match)
  }
  for (const match of text.matchAll(YEAR_ALONE)) {
    const year = match.at(-1)
    if (periods.some(({ from, to }) => from.slice(0, 4) === year || to.slice(0, 4) === year))
      keep(match)
  }
  return spans
}

function isKnown(
  day: number,
  month: number,
  year: string | undefined,
  periods: readonly DayRange[],
): boolean {
  return periods.some(({ from, to }) => {
    const years = year ? [year] : [from.slice(0, 4), to.slice(0, 4)]
    return years.some((one) => {
      const date = `${one}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      return isDay(date) && date >= from && date <= to
    })
  })
}
