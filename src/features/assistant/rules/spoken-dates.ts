import { addDays, type Day, startOfWeek, weekday } from '#shared/dates.ts'
import type { DayRange, SpokenRange } from './calendar-days.ts'
import * as calendar from './calendar-days.ts'
import { blankOut } from './fold-text.ts'
import { sinceAndUntil } from './since-until.ts'

export type SpokenDates = {
  /** In the order of the text. */
  ranges: SpokenRange[]
  /** What sounds like a date and is none that is known. */
  unread: string[]
  /** The text with all of them left blank. */
  rest: string
}

type Match = (string | undefined)[]
type Reading = { words: RegExp; daysOf: (match: Match, today: Day) => DayRange | null }

const MONTHS =
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre'.split(
    '|',
  )
export const MONTH = `(${MONTHS.join('|')})`
const YEAR = '(?: (?:de |del )?((?:ano )?20\\d\\d|(?:ano )?pasado))?'
const SINCE = '(desde )?'
const NUMBER =
  '(\\d{1,3}|un|una|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|treinta)'
const WEEKDAYS = 'lunes|martes|miercoles|jueves|viernes|sabado|domingo'.split('|')
const ORDINALS = ['primer', 'segundo', 'tercer', 'cuarto']

/** The longer forms first: each takes its words out of the text. */
const READINGS: Reading[] = [
  words(
    `(?:del?|desde|entre)(?: el)?(?: dia)? (\\d{1,2})(?: de ${MONTH}${YEAR})? (?:al?|hasta|y)(?: el)?(?: dia)? (\\d{1,2}) de ${MONTH}${YEAR}`,
    ([, d1, m1, y1, d2, m2, y2], today) => {
      const to = dateOf(d2, m2, y2, today)
      const from = to && dateOf(d1, m1 ?? m2, y1 ?? String(calendar.yearOf(to)), today)
      if (!from || !to) return null
      if (from <= to) return { from, to }
      const earlier = dateOf(d1, m1, String(calendar.yearOf(to) - 1), today)
      return y1 || !m1 || !earlier ? null : { from: earlier, to }
    },
  ),
  words(
    '(?:del?|desde|entre)(?: el)? (20\\d\\d-\\d\\d-\\d\\d) (?:al?|hasta|y)(?: el)? (20\\d\\d-\\d\\d-\\d\\d)',
    ([, from = '', to = '']) =>
      calendar.existing(from) && calendar.existing(to) && from <= to ? { from, to } : null,
  ),
  words(
    '(?:del?|desde|entre)(?: el)? (\\d{1,2}/\\d{1,2}(?:/20\\d\\d)?) (?:al?|hasta|y)(?: el)? (\\d{1,2}/\\d{1,2}(?:/20\\d\\d)?)',
    ([, first = '', last = ''], today) => ordered(slashDay(first, today), slashDay(last, today)),
  ),
  words(
    `(?:de|desde|entre) ${MONTH}${YEAR} (?:a|hasta) ${MONTH}${YEAR}`,
    ([, m1, y1, m2, y2], today) => {
      const last = monthNamed(m2, y2, today)
      const first = last && monthNamed(m1, y1 ?? String(calendar.yearOf(last.from)), today)
      if (!first || !last) return null
      if (first.from <= last.to) return { from: first.from, to: last.to }
      const earlier = y1 ? null : monthNamed(m1, String(calendar.yearOf(last.from) - 1), today)
      return earlier && { from: earlier.from, to: last.to }
    },
  ),
  words(`${SINCE}(?:el )?(?:dia )?(\\d{1,2}) de ${MONTH}${YEAR}`, ([, since, d, m, y], today) =>
    dayOrSince(dateOf(d, m, y, today), since, today),
  ),
  words(`${SINCE}(?:el )?(20\\d\\d-\\d\\d-\\d\\d)`, ([, since, day = ''], today) =>
    dayOrSince(calendar.existing(day), since, today),
  ),
  words(`${SINCE}(?:el )?(\\d{1,2}/\\d{1,2}(?:/20\\d\\d)?)`, ([, since, text = ''], today) =>
    dayOrSince(slashDay(text, today), since, today),
  ),
  ...calendar.HOLIDAYS.map(({ name, daysOf }) =>
    words(`(?:el |la |las )?(?:${name.source})${YEAR}`, ([, said], today) => {
      const year = calendar.yearOf(today)
      const { from, to } = daysOf(year)
      const isToCome = said === 'pasado' ? to >= today : from > today
      if (said && said !== 'pasado') return daysOf(numberOfYear(said, today))
      return daysOf(isToCome ? year - 1 : year)
    }),
  ),
  words(`(primera|segunda) quincena de ${MONTH}${YEAR}`, ([, half, m, y], today) => {
    const month = monthNamed(m, y, today)
    const middle = month && `${month.from.slice(0, 8)}15`
    if (!month || !middle) return null
    return half === 'primera'
      ? { from: month.from, to: middle }
      : { from: addDays(middle, 1), to: month.to }
  }),
  words(`${SINCE}(?:el mes de )?${MONTH}${YEAR}`, ([, since, m, y], today) =>
    orSince(monthNamed(m, y, today), since, today),
  ),
  words(`(?:el )?(${ORDINALS.join('|')}) trimestre${YEAR}`, ([, nth = '', y], today) =>
    quarterNamed(ORDINALS.indexOf(nth) + 1, y, today),
  ),
  words('q([1-4])(?: (?:de )?(20\\d\\d))?', ([, nth, y], today) =>
    quarterNamed(Number(nth), y, today),
  ),
  words('(?:el |la )?(?:trimestre (?:pasado|anterior)|ultimo trimestre)', (_, today) => {
    const before = Math.ceil(calendar.monthOf(today) / 3) - 1
    const year = calendar.yearOf(today)
    return before > 0 ? calendar.quarterRange(year, before) : calendar.quarterRange(year - 1, 4)
  }),
  words('(?:este|el) trimestre(?: actual)?', (_, today) => ({
    from: calendar.quarterRange(calendar.yearOf(today), Math.ceil(calendar.monthOf(today) / 3))
      .from,
    to: today,
  })),
  words('(?:el )?ano (?:pasado|anterior)', (_, today) =>
    calendar.yearRange(calendar.yearOf(today) - 1),
  ),
  words('(?:(?:en )?(?:lo que va de |este )ano|este ano)', (_, today) => ({
    from: `${calendar.yearOf(today)}-01-01`,
    to: today,
  })),
  words('(desde )?(?:el )?(?:ano )?(20\\d\\d)', ([, since, y], today) =>
    orSince(calendar.yearRange(Number(y)), since, today),
  ),
  words(`desde hace ${NUMBER} (semanas?|mes(?:es)?)`, ([, n, unit = ''], today) =>
    unit.startsWith('semana')
      ? lastDays(today, 7 * numberOf(n))
      : { from: sameDateBefore(today, numberOf(n)), to: today },
  ),
  words(`hace ${NUMBER} mes(?:es)?`, ([, n], today) => calendar.monthBefore(today, numberOf(n))),
  words(`(?:los )?ultimos ${NUMBER} meses`, ([, n], today) => ({
    from: sameDateBefore(today, numberOf(n)),
    to: today,
  })),
  words('(?:el )?(?:mes (?:pasado|anterior)|ultimo mes)', (_, today) =>
    calendar.monthBefore(today, 1),
  ),
  words('(?:en )?(?:este mes|lo que va de mes|el mes(?: actual)?|del mes)', (_, today) => ({
    from: calendar.monthBefore(today, 0).from,
    to: today,
  })),
  words('(?:el |este )?(?:ultimo )?fin de semana(?: pasado)?', (_, today) => {
    const saturday = addDays(today, -((weekday(today) + 2) % 7 || 7))
    return { from: saturday, to: addDays(saturday, 1) }
  }),
  words(`hace ${NUMBER} semanas?`, ([, n], today) => weekBefore(today, numberOf(n))),
  words(`(?:las )?ultimas ${NUMBER} semanas`, ([, n], today) => lastDays(today, 7 * numberOf(n))),
  words('(?:la )?(?:semana (?:pasada|anterior)|ultima semana)', (_, today) => weekBefore(today, 1)),
  words('(?:esta|la) semana(?: actual)?(?! (?:que|del))', (_, today) => ({
    from: weekBefore(today, 0).from,
    to: today,
  })),
  words(`(?:los )?(?:ultimos )?${NUMBER} (?:ultimos )?dias`, ([said = '', n], today) =>
    said.includes('ultimos') ? lastDays(today, numberOf(n)) : null,
  ),
  words(`${SINCE}hace ${NUMBER} dias?`, ([, since, n], today) =>
    dayOrSince(addDays(today, -numberOf(n)), since, today),
  ),
  words('(?:anteayer|antes de ayer|antier)', (_, today) => lastDayOnly(addDays(today, -2))),
  words('(desde )?ayer', ([, since], today) => dayOrSince(addDays(today, -1), since, today)),
  words('hoy', (_, today) => lastDayOnly(today)),
  words(
    `(?:del|desde el|entre el) (${WEEKDAYS.join('|')}) (?:al|hasta el|y el) (${WEEKDAYS.join('|')})`,
    ([, first = '', last = ''], today) => {
      const to = lastWeekday(last, today)
      const days = (WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) + 7) % 7
      return { from: addDays(to, -days), to }
    },
  ),
  words(
    `(desde )?d?el (?:pasado )?(${WEEKDAYS.join('|')})(?: pasado)?`,
    ([, since, name = ''], today) => dayOrSince(lastWeekday(name, today), since, today),
  ),
]

const DATE_LIKE =
  /\b(?:(?:el |la |las |los |este |esta |estas |estos |pasad[oa]s? |proxim[oa]s? |hace |dentro de |ultim[oa]s? )*(?:\w+ )?(?:semanas?(?! santa)|mes(?:es)?|trimestres?|semestres?|quincenas?|anos?|decadas?|siglos?|temporadas?|rebajas|verano|invierno|otono|primavera|pascua|carnaval(?:es)?|puente|prime day|fallas|vacaciones)(?: (?:de|del|pasad[oa]|proxim[oa]|que viene|anterior)(?: \w+)?)?|manana|pronto|antano|\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|(?:19|2[1-9])\d\d|hace (?:mucho|poco|tiempo|un tiempo)|\d+ dias|dia \d+|ene|feb|mar|abr|jun|jul|ago|sept?|oct|nov|dic)\b/g
const SPLIT_WORDS =
  /^(?:\w+ )?(?:dia de la semana|por (?:semanas?|mes(?:es)?)|(?:cada|que) (?:semana|mes|ano))/

/** `text`: folded. Nothing that sounds like a date is passed over: it is read, or named as not read. */
export function spokenDates(text: string, today: Day): SpokenDates {
  let rest = text.replace(/\b(?:dia|dias) de la semana\b/g, (said) =>
    said.replaceAll('semana', 'sem    '),
  )
  const ranges: SpokenRange[] = []
  const unread: string[] = []
  for (const { words: pattern, daysOf } of READINGS)
    for (const match of rest.matchAll(pattern)) {
      const [said] = match
      const range = daysOf([...match], today)
      if (range) ranges.push({ ...range, start: match.index, said: said.trim() })
      else unread.push(said.trim())
      rest = blankOut(rest, match.index, said.length)
    }
  for (const { 0: said, index } of rest.matchAll(DATE_LIKE)) {
    if (SPLIT_WORDS.test(said)) continue
    unread.push(said.trim())
    rest = blankOut(rest, index, said.length)
  }
  const ordered = ranges.toSorted((a, b) => a.start - b.start)
  const whole = sinceAndUntil(ordered, text, today)
  return { ranges: whole.ranges, unread: [...unread, ...whole.unread], rest }
}

function words(source: string, daysOf: Reading['daysOf']): Reading {
  return { words: new RegExp(`\\b(?:${source})\\b`, 'g'), daysOf }
}

function dateOf(date?: string, month?: string, year?: string, today: Day = ''): Day | null {
  const number = monthNumber(month)
  if (!number) return null
  const latest = year === 'pasado' ? addDays(today, -1) : today
  const inYear = yearNamed(year, calendar.latestYear(latest, number, Number(date)), today)
  return calendar.existing(calendar.dayOf(inYear, number, Number(date)))
}

function monthNamed(month?: string, year?: string, today: Day = ''): DayRange | null {
  const number = monthNumber(month)
  if (!number) return null
  const latest = year === 'pasado' ? calendar.monthBefore(today, 1).to : today
  return calendar.monthRange(yearNamed(year, calendar.latestYear(latest, number), today), number)
}

function quarterNamed(nth: number, year: string | undefined, today: Day): DayRange {
  const latest = year === 'pasado' ? calendar.monthBefore(today, 3).to : today
  const inYear = yearNamed(year, calendar.latestYear(latest, nth * 3 - 2), today)
  return calendar.quarterRange(inYear, nth)
}

/** 'Octubre pasado' is the last one that is over; 'octubre del año pasado' is one of last year. */
function yearNamed(year: string | undefined, latest: number, today: Day): number {
  return !year || year === 'pasado' ? latest : numberOfYear(year, today)
}

function numberOfYear(said: string, today: Day): number {
  return said.endsWith('pasado') ? calendar.yearOf(today) - 1 : Number(said.slice(-4))
}

function slashDay(text: string, today: Day): Day | null {
  const [date, month, year] = text.split('/').map(Number)
  if (!date || !month) return null
  const inYear = year ?? calendar.latestYear(today, month, date)
  return calendar.existing(calendar.dayOf(inYear, month, date))
}

const monthNumber = (name = '') =>
  MONTHS.findIndex((month) => new RegExp(`^${month}$`).test(name)) + 1

const NUMBERS: Record<string, number> = {
  un: 1,
  una: 1,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  quince: 15,
  treinta: 30,
}
const numberOf = (said = '') => NUMBERS[said] ?? Math.max(1, Number(said))

function sameDateBefore(today: Day, months: number): Day {
  const { from, to } = calendar.monthBefore(today, months)
  const same = `${from.slice(0, 8)}${today.slice(8)}`
  return addDays(same < to ? same : to, 1)
}

const lastDays = (today: Day, days: number): DayRange => ({
  from: addDays(today, 1 - days),
  to: today,
})
/** The last one before today. */
function lastWeekday(name: string, today: Day): Day {
  return addDays(today, -((weekday(today) - WEEKDAYS.indexOf(name) + 7) % 7 || 7))
}
const lastDayOnly = (day: Day): DayRange => ({ from: day, to: day })

function weekBefore(today: Day, weeks: number): DayRange {
  const monday = addDays(startOfWeek(today), -7 * weeks)
  return { from: monday, to: addDays(monday, 6) }
}

function dayOrSince(day: Day | null, since: string | undefined, today: Day): DayRange | null {
  return day ? orSince({ from: day, to: day }, since, today) : null
}

function orSince(range: DayRange | null, since: string | undefined, today: Day): DayRange | null {
  return range && since ? { from: range.from, to: today } : range
}

function ordered(from: Day | null, to: Day | null): DayRange | null {
  return from && to && from <= to ? { from, to } : null
}
