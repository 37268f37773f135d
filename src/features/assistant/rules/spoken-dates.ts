import { addDays, type Day, weekday } from '#shared/dates.ts'
import type { SpokenPhrase, SpokenRange } from './calendar-days.ts'
import * as calendar from './calendar-days.ts'
import { blankOut } from './fold-text.ts'
import * as named from './named-periods.ts'
import { sinceAndUntil } from './since-until.ts'
import { DAY_READINGS, PART_READINGS } from './spoken-parts.ts'

export type SpokenDates = {
  /** In the order of the text. */
  ranges: SpokenRange[]
  /** What sounds like a date and is none that is known. */
  unread: SpokenPhrase[]
  /** The text with all of them left blank. */
  rest: string
}

const WEEKDAY = named.WEEKDAYS.join('|')

/** The longer forms first: each takes its words out of the text. */
const READINGS: named.DateReading[] = [
  named.words(
    `(?:del?|desde|entre)(?: el)?(?: dia)? (\\d{1,2})(?: de ${named.MONTH}${named.YEAR})? (?:al?|hasta|y)(?: el)?(?: dia)? (\\d{1,2})(?: de)? ${named.MONTH}${named.YEAR}`,
    ([, d1, m1, y1, d2, m2, y2], today) => {
      const to = named.dateOf(d2, m2, y2, today)
      const from = to && named.dateOf(d1, m1 ?? m2, y1 ?? String(calendar.yearOf(to)), today)
      if (!from || !to) return null
      if (from <= to) return { from, to }
      const earlier = named.dateOf(d1, m1, String(calendar.yearOf(to) - 1), today)
      return y1 || !m1 || !earlier ? null : { from: earlier, to }
    },
  ),
  named.words(
    '(?:del?|desde|entre)(?: el)? (20\\d\\d-\\d\\d-\\d\\d) (?:al?|hasta|y)(?: el)? (20\\d\\d-\\d\\d-\\d\\d)',
    ([, from = '', to = '']) =>
      calendar.existing(from) && calendar.existing(to) && from <= to ? { from, to } : null,
  ),
  named.words(
    '(?:del?|desde|entre)(?: el)? (\\d{1,2}/\\d{1,2}(?:/20\\d\\d)?) (?:al?|hasta|y)(?: el)? (\\d{1,2}/\\d{1,2}(?:/20\\d\\d)?)',
    ([, first = '', last = ''], today) =>
      named.ordered(named.slashDay(first, today), named.slashDay(last, today)),
  ),
  named.words(
    `(?:de|desde|entre) ${named.MONTH}${named.YEAR} (?:a|hasta) ${named.MONTH}${named.YEAR}`,
    ([, m1, y1, m2, y2], today) => {
      const last = named.monthNamed(m2, y2, today)
      const first = last && named.monthNamed(m1, y1 ?? String(calendar.yearOf(last.from)), today)
      if (!first || !last) return null
      if (first.from <= last.to) return { from: first.from, to: last.to }
      const earlier = y1
        ? null
        : named.monthNamed(m1, String(calendar.yearOf(last.from) - 1), today)
      return earlier && { from: earlier.from, to: last.to }
    },
  ),
  ...PART_READINGS,
  named.words(`${named.SINCE}(?:el )?(20\\d\\d-\\d\\d-\\d\\d)`, ([, since, day = ''], today) =>
    named.dayOrSince(calendar.existing(day), since, today),
  ),
  named.words(
    `${named.SINCE}(?:el )?(\\d{1,2}/\\d{1,2}(?:/20\\d\\d)?)`,
    ([, since, text = ''], today) => named.dayOrSince(named.slashDay(text, today), since, today),
  ),
  ...calendar.HOLIDAYS.map(({ name, daysOf }) =>
    named.words(`(?:el |la |las )?(?:${name.source})${named.YEAR}`, ([, said], today) =>
      named.holidayNamed(daysOf, said, today),
    ),
  ),
  named.words(
    `${named.SINCE}(?:d?el mes de )?${named.MONTH}${named.YEAR}`,
    ([, since, m, y], today) => named.orSince(named.monthNamed(m, y, today), since, today),
  ),
  named.words(
    `(?:el )?(${named.ORDINALS.join('|')}) trimestre${named.YEAR}`,
    ([, nth = '', y], today) => named.quarterNamed(named.ORDINALS.indexOf(nth) + 1, y, today),
  ),
  named.words(`(?:[qt]([1-4])|([1-4])t)${named.YEAR}`, ([, nth, or, y], today) =>
    named.quarterNamed(Number(nth ?? or), y, today),
  ),
  named.words('(?:el |la )?(?:trimestre (?:pasado|anterior)|ultimo trimestre)', (_, today) => {
    const before = Math.ceil(calendar.monthOf(today) / 3) - 1
    const year = calendar.yearOf(today)
    return before > 0 ? calendar.quarterRange(year, before) : calendar.quarterRange(year - 1, 4)
  }),
  named.words('(?:este|el) trimestre(?: actual)?', (_, today) => ({
    from: calendar.quarterRange(calendar.yearOf(today), Math.ceil(calendar.monthOf(today) / 3))
      .from,
    to: today,
  })),
  named.words('(?:el )?ano (?:pasado|anterior)', (_, today) =>
    calendar.yearRange(calendar.yearOf(today) - 1),
  ),
  named.words(
    '(?:(?:en )?(?:lo que va de |este )ano|(?:del|este) ano(?: actual)?)',
    (_, today) => ({
      from: `${calendar.yearOf(today)}-01-01`,
      to: today,
    }),
  ),
  named.words('(desde )?(?:el )?(?:ano )?(20\\d\\d)', ([, since, y], today) =>
    named.orSince(calendar.yearRange(Number(y)), since, today),
  ),
  named.words(`desde hace ${named.NUMBER} (semanas?|mes(?:es)?)`, ([, n, unit = ''], today) =>
    unit.startsWith('semana')
      ? named.lastDays(today, 7 * named.numberOf(n))
      : { from: named.sameDateBefore(today, named.numberOf(n)), to: today },
  ),
  named.words(`hace ${named.NUMBER} mes(?:es)?`, ([, n], today) =>
    calendar.monthBefore(today, named.numberOf(n)),
  ),
  named.words(
    `(?:los )?(?:ultimos ${named.NUMBER}|${named.NUMBER} ultimos) meses`,
    ([, n, or], today) => ({
      from: named.sameDateBefore(today, named.numberOf(n ?? or)),
      to: today,
    }),
  ),
  named.words('(?:el )?(?:mes (?:pasado|anterior)|ultimo mes)', (_, today) =>
    calendar.monthBefore(today, 1),
  ),
  named.words('(?:en )?(?:este mes|lo que va de mes|el mes(?: actual)?|del mes)', (_, today) => ({
    from: calendar.monthBefore(today, 0).from,
    to: today,
  })),
  named.words('(?:el |este )?(?:ultimo )?fin de semana(?: pasado)?', (_, today) => {
    const saturday = addDays(today, -((weekday(today) + 2) % 7 || 7))
    return { from: saturday, to: addDays(saturday, 1) }
  }),
  named.words(`hace ${named.NUMBER} semanas?`, ([, n], today) =>
    named.weekBefore(today, named.numberOf(n)),
  ),
  named.words(
    `(?:las )?(?:ultimas ${named.NUMBER}|${named.NUMBER} ultimas) semanas`,
    ([, n, or], today) => named.lastDays(today, 7 * named.numberOf(n ?? or)),
  ),
  named.words('(?:la )?(?:semana (?:pasada|anterior)|ultima semana)', (_, today) =>
    named.weekBefore(today, 1),
  ),
  named.words('(?:esta|la) semana(?: actual)?(?! (?:que|del))', (_, today) => ({
    from: named.weekBefore(today, 0).from,
    to: today,
  })),
  named.words(`${named.SINCE}hace ${named.NUMBER} dias?`, ([, since, n], today) =>
    named.dayOrSince(addDays(today, -named.numberOf(n)), since, today),
  ),
  named.words(`(?:los )?(?:ultimos )?${named.NUMBER} (?:ultimos )?dias`, ([said = '', n], today) =>
    said.includes('ultimos') ? named.lastDays(today, named.numberOf(n)) : null,
  ),
  named.words('(?:anteayer|antes de ayer|antier)', (_, today) =>
    named.lastDayOnly(addDays(today, -2)),
  ),
  named.words('(desde )?ayer', ([, since], today) =>
    named.dayOrSince(addDays(today, -1), since, today),
  ),
  named.words('(?:dia de )?hoy|(?<=\\b(?:hasta|a) )ahora', (_, today) => named.lastDayOnly(today)),
  ...DAY_READINGS,
  named.words(
    `(?:(?:del|desde el) (${WEEKDAY}) (?:al|hasta el)|entre el (${WEEKDAY}) y el) (${WEEKDAY})`,
    ([, first, or, last = ''], today) => {
      const to = named.lastWeekday(last, today)
      const from = named.WEEKDAYS.indexOf(first ?? or ?? '')
      const days = (named.WEEKDAYS.indexOf(last) - from + 7) % 7
      return { from: addDays(to, -days), to }
    },
  ),
  named.words(`(desde )?d?el (?:pasado )?(${WEEKDAY})(?: pasado)?`, ([, since, name = ''], today) =>
    named.dayOrSince(named.lastWeekday(name, today), since, today),
  ),
]

const NOUNS =
  'semanas?(?! santa)|mes(?:es)?|trimestres?|semestres?|quincenas?|anos?|decadas?|siglos?|temporadas?|rebajas|verano|invierno|otono|primavera|pascua|carnaval(?:es)?|puente|prime day|fallas|vacaciones'
/** What makes a phrase sound like a date. */
export const DATE_NOUN = new RegExp(`\\b(?:${NOUNS})\\b`, 'g')
const BEFORE =
  'el |la |las |los |este |esta |estas |estos |pasad[oa]s? |proxim[oa]s? |hace |dentro de |ultim[oa]s? '
const DATE_LIKE = new RegExp(
  `\\b(?:(?:${BEFORE})*(?:\\w+ )?(?:${NOUNS})(?: (?:de|del|pasad[oa]|proxim[oa]|que viene|anterior)(?: \\w+)?)?|manana|pronto|antano|\\d{1,4}[-/]\\d{1,2}(?:[-/]\\d{1,4})?|(?:19|2[1-9])\\d\\d|hace (?:mucho|poco|tiempo|un tiempo)|\\d+ dias|dia \\d+|mar|may|ago)\\b`,
  'g',
)
const SPLIT_WORDS =
  /^(?:\w+ )?(?:dia de la semana|por (?:semanas?|mes(?:es)?)|(?:cada|que) (?:semana|mes|ano))/

/** `text`: folded. Nothing that sounds like a date is passed over: it is read, or named as not read. */
export function spokenDates(text: string, today: Day): SpokenDates {
  let rest = text.replace(/\b(?:dia|dias) de la semana\b/g, (said) =>
    said.replaceAll('semana', 'sem    '),
  )
  const ranges: SpokenRange[] = []
  const unread: SpokenPhrase[] = []
  for (const { words: pattern, daysOf } of READINGS)
    for (const match of rest.matchAll(pattern)) {
      const [said] = match
      const range = daysOf([...match], today)
      if (range) ranges.push({ ...range, start: match.index, said: said.trim() })
      else unread.push({ said: said.trim(), start: match.index })
      rest = blankOut(rest, match.index, said.length)
    }
  for (const { 0: said, index } of rest.matchAll(DATE_LIKE)) {
    if (SPLIT_WORDS.test(said)) continue
    unread.push({ said: said.trim(), start: index })
    rest = blankOut(rest, index, said.length)
  }
  const ordered = ranges.toSorted((a, b) => a.start - b.start)
  const whole = sinceAndUntil(ordered, text, today)
  return { ...whole, unread: [...unread, ...whole.unread], rest }
}
