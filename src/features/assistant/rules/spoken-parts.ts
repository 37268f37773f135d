import {
  addDays,
  type Day,
  type DayRange,
  daysInRange,
  startOfWeek,
  weekday,
} from '#shared/dates.ts'
import * as calendar from './calendar-days.ts'
import * as named from './named-periods.ts'

/** Parts of a period, and days of a month that is not named. They come before the periods they are parts of. */

const OF_MONTH = `(?:de ${named.MONTH}${named.YEAR}|del mes de ${named.MONTH}${named.YEAR}|del mes (?:pasado|anterior|actual)|de este mes|del mes)`
const WEEKDAY = named.WEEKDAYS.join('|')
const WEEKS = ['primera', 'segunda', 'tercera', 'cuarta']
/** Next to each other: 'sábado y domingo'. */
const TWO_DAYS = named.WEEKDAYS.map(
  (day, at) => `${day} y (?:(?:d?el|este) )?${named.WEEKDAYS[(at + 1) % 7]}`,
).join('|')

export const PART_READINGS: named.DateReading[] = [
  named.words(
    '(?:el |la )?(?:mes|semana|trimestre|ano) anterior (?:al|a la) (?:pasad[oa]|anterior)',
    () => null,
  ),
  named.words(
    `(?:la )?(${WEEKS.join('|')}|ultima) semana ${OF_MONTH}`,
    ([said, nth = '', ...of], today) => {
      const month = monthOf(said, of, today)
      return month && (nth === 'ultima' ? last(month, 7) : week(month, WEEKS.indexOf(nth)))
    },
  ),
  named.words(
    `(?:la )?(primera|segunda|ultima) (?:quincena|mitad) ${OF_MONTH}`,
    ([said, half, ...of], today) => {
      const month = monthOf(said, of, today)
      if (!month) return null
      const first = week(month, 0, 15)
      return half === 'primera' ? first : { from: addDays(first.to, 1), to: month.to }
    },
  ),
  named.words(
    `(?:los )?(?:(primeros|ultimos) ${named.NUMBER}|${named.NUMBER} (primeros|ultimos)) dias ${OF_MONTH}`,
    ([said, before, n1, n2, after, ...of], today) => {
      const month = monthOf(said, of, today)
      const days = named.numberOf(n1 ?? n2)
      if (!month || days > daysInRange(month.from, month.to)) return null
      return (before ?? after) === 'ultimos' ? last(month, days) : week(month, 0, days)
    },
  ),
  named.words(`(?:el )?(primer|segundo) semestre${named.YEAR}`, ([, half, y], today) => {
    const [first, to] = half === 'primer' ? [1, '06-30'] : [7, '12-31']
    const begun = y === 'pasado' ? calendar.monthBefore(today, 6).to : today
    const year = named.yearNamed(y, calendar.latestYear(begun, first), today)
    return { from: calendar.dayOf(year, first, 1), to: `${year}-${to}` }
  }),
  named.words(
    `(?:los )?(?:primeros ${named.NUMBER}|${named.NUMBER} primeros) meses${named.YEAR}`,
    ([, n1, n2, y], today) => {
      const months = named.numberOf(n1 ?? n2)
      if (!y || y === 'pasado' || months > 12) return null
      const year = named.numberOfYear(y, today)
      return { from: `${year}-01-01`, to: calendar.monthRange(year, months).to }
    },
  ),
  named.words(
    `(?:la )?semana del?(?: dia)? (\\d{1,2}) de ${named.MONTH}${named.YEAR}`,
    ([, d, m, y], today) => weekOf(named.dateOf(d, m, y, today)),
  ),
  ...calendar.HOLIDAYS.map(({ name, daysOf }) =>
    named.words(
      `(?:la )?semana del?(?: la| los)? (?:${name.source})${named.YEAR}`,
      ([, y], today) => {
        const { from, to } = named.holidayNamed(daysOf, y, today)
        return from === to ? weekOf(from) : null
      },
    ),
  ),
  named.words(
    `${named.SINCE}(?:d?el )?(?:(${WEEKDAY}) )?(?:dia )?(\\d{1,2}) de ${named.MONTH}${named.YEAR}`,
    ([, since, name, d, m, y], today) =>
      named.dayOrSince(onWeekday(named.dateOf(d, m, y, today), name), since, today),
  ),
]

/** Those that what is named with a month would be cut from; they come after it. */
export const DAY_READINGS: named.DateReading[] = [
  named.words(
    '(?:del|desde el|entre el)(?: dia)? (\\d{1,2}) (?:al|hasta el|y el)(?: dia)? (\\d{1,2})(?![/-])',
    ([, d1, d2], today) => {
      const from = dayOfMonth(d1, today)
      const to = from && calendar.existing(`${from.slice(0, 8)}${d2?.padStart(2, '0')}`)
      return named.ordered(from, to)
    },
  ),
  named.words(
    `${named.SINCE}(?:d?el )?(?:(${WEEKDAY})(?: dia)?|dia) (\\d{1,2})(?![/-])`,
    ([, since, name, d], today) =>
      named.dayOrSince(onWeekday(dayOfMonth(d, today), name), since, today),
  ),
  named.words(
    `(?:d?el|este) (?:pasado )?(?:${TWO_DAYS})(?: pasad[oa]s?)?`,
    ([said = ''], today) => {
      const [first = ''] = said.match(new RegExp(WEEKDAY)) ?? []
      const second = named.WEEKDAYS[(named.WEEKDAYS.indexOf(first) + 1) % 7] ?? ''
      const to = named.lastWeekday(second, today)
      return { from: addDays(to, -1), to }
    },
  ),
  named.words(`este pasado (${WEEKDAY})`, ([, name = ''], today) =>
    named.lastDayOnly(named.lastWeekday(name, today)),
  ),
  named.words(`este (${WEEKDAY})`, ([, name = ''], today) => {
    const day = addDays(startOfWeek(today), named.WEEKDAYS.indexOf(name))
    return day <= today ? named.lastDayOnly(day) : null
  }),
]

function monthOf(
  said = '',
  [m1, y1, m2, y2]: readonly (string | undefined)[],
  today: Day,
): DayRange | null {
  const month = m1 ?? m2
  if (month) return named.monthNamed(month, y1 ?? y2, today)
  return calendar.monthBefore(today, /(?:pasado|anterior)$/.test(said) ? 1 : 0)
}

/** So many days of a month, from those before on. */
function week({ from }: DayRange, before: number, days = 7): DayRange {
  const first = addDays(from, before * days)
  return { from: first, to: addDays(first, days - 1) }
}

function last({ to }: DayRange, days: number): DayRange {
  return { from: addDays(to, 1 - days), to }
}

function weekOf(day: Day | null): DayRange | null {
  if (!day) return null
  const monday = startOfWeek(day)
  return { from: monday, to: addDays(monday, 6) }
}

/** The last one that is not to come. */
function dayOfMonth(date = '', today: Day): Day | null {
  const isToCome = Number(date) > Number(today.slice(8))
  const { from } = calendar.monthBefore(today, isToCome ? 1 : 0)
  return calendar.existing(`${from.slice(0, 8)}${date.padStart(2, '0')}`)
}

/** 'El lunes 17 de noviembre' is no day where that is a Tuesday. */
function onWeekday(day: Day | null, name: string | undefined): Day | null {
  return day && name && named.WEEKDAYS[weekday(day)] !== name ? null : day
}
