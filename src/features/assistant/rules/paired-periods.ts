import { addDays, type Day, weekday } from '#shared/dates.ts'
import type { SpokenRange } from './calendar-days.ts'
import * as calendar from './calendar-days.ts'
import { WEEKDAYS } from './named-periods.ts'
import { spokenDates } from './spoken-dates.ts'

type Paired = { ranges: readonly SpokenRange[] } | { unread: string } | { fault: string }

const BARE_YEAR = /^(?:el )?(?:ano )?(20\d\d)$/
const WITHOUT_MONTH = /^(?:del|desde el|entre el)(?: dia)? (\d{1,2}) \D+(\d{1,2})$/
/** The one is a part of the other that is not read: 'el último fin de semana de octubre', 'la última semana del año'. */
const PART_OF = /^ de(?:l| la| las| los)? $/

/** Two periods as they are meant beside each other, or what of them is not understood. `text`: where they stand. */
export function pairedPeriods(ranges: readonly SpokenRange[], text: string, today: Day): Paired {
  const [one, other, ...more] = ranges
  if (!one || !other) return { ranges }
  const between = text.slice(one.start + one.said.length, other.start)
  const unread = one.said + between + other.said
  const sameMonth = inSameMonth(one, other)
  const isBeside = between.trim() === '' && /^del? /.test(other.said)
  if (isBeside && sameMonth && more.length === 0) return { ranges: [sameMonth] }
  if (isBeside || PART_OF.test(between)) return { unread }
  if (more.length > 0) return { ranges }
  const second = sameMonth ?? ofOtherYear(one, other, today) ?? other
  const [a, b] = besides(/^ y $/.test(between) ? ofSameYear(one, other, today) : one, second)
  if (a.from !== b.from || a.to !== b.to) return { ranges: [a, b] }
  if (a.from === a.to && WEEKDAYS.some((day) => b.said.includes(day)))
    return { ranges: [a, { ...b, from: addDays(b.from, -7), to: addDays(b.to, -7) }] }
  return { fault: SAME_DAYS }
}

const SAME_DAYS =
  'Los dos periodos que comparas son los mismos días. Di el año de cada uno: «octubre de 2026 frente a octubre de 2025».'

/** 'Octubre de 2025 frente a 2026'. */
function ofOtherYear(one: SpokenRange, { said, start }: SpokenRange, today: Day) {
  const year = BARE_YEAR.exec(said)?.[1]
  if (!year || BARE_YEAR.test(one.said) || !/20\d\d$/.test(one.said)) return null
  const [range] = spokenDates(one.said.replace(/20\d\d$/, year), today).ranges
  return range ? { ...range, said, start } : null
}

/** 'Enero y diciembre de 2025'. */
function ofSameYear(one: SpokenRange, other: SpokenRange, today: Day): SpokenRange {
  const year = /^[a-z]+ (?:de |del )?(20\d\d)$/.exec(other.said)?.[1]
  if (!year || !isMonthName(one.said) || one.from.slice(5) === other.from.slice(5)) return one
  const [range] = spokenDates(`${one.said} ${year}`, today).ranges
  return { ...one, ...(range && { from: range.from, to: range.to }) }
}

/** 'Del 1 al 7 de octubre frente a del 8 al 14'. */
function inSameMonth({ from, to }: SpokenRange, other: SpokenRange): SpokenRange | null {
  const [, first = '', last = ''] = WITHOUT_MONTH.exec(other.said) ?? []
  const dayOf = (date: string) => calendar.existing(`${from.slice(0, 8)}${date.padStart(2, '0')}`)
  const [begin, end] = [dayOf(first), dayOf(last)]
  const isMonth = from.slice(0, 7) === to.slice(0, 7)
  return begin && end && isMonth ? { ...other, from: begin, to: end } : null
}

/** 'Diciembre frente a noviembre': of the same year, where none is said. */
function besides(one: SpokenRange, other: SpokenRange): [SpokenRange, SpokenRange] {
  const [earlier, later] = one.from < other.from ? [one, other] : [other, one]
  const months = monthsTo(later) - monthsTo(earlier)
  const isSaid = [one, other].some(({ said }) => /20\d\d|pasado|anterior|ano/.test(said))
  const areMonths = [one, other].every(({ said }) => isMonthName(said))
  if (
    isSaid ||
    !areMonths ||
    months <= 6 ||
    calendar.yearOf(one.from) === calendar.yearOf(other.from)
  )
    return [one, other]
  const month = calendar.monthRange(calendar.yearOf(later.from) - 1, calendar.monthOf(later.from))
  return later === one ? [{ ...one, ...month }, other] : [one, { ...other, ...month }]
}

const monthsTo = ({ from }: SpokenRange) => calendar.yearOf(from) * 12 + calendar.monthOf(from)
const isMonthName = (said: string) =>
  /^(?:d?el mes de )?[a-z]+$/.test(said) && !/hoy|ayer/.test(said)

/** Days of the week that none of the periods has: 'el sábado' and 'los domingos' at once. */
export function isOffWeekdays(
  ranges: readonly SpokenRange[],
  weekdays: readonly number[],
): boolean {
  if (weekdays.length === 0) return false
  return ranges.some(({ from, to }) => {
    const days = Array.from({ length: 7 }, (_, i) => addDays(from, i)).filter((day) => day <= to)
    return !days.some((day) => weekdays.includes(weekday(day)))
  })
}
