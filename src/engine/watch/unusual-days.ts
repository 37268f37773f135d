import { addDays, type Day } from '#shared/dates.ts'
import { easter } from '#shared/easter.ts'

/** Spanish holidays and sales, from and to, month and day: what is normal then is known from last year or not at all. */
const UNUSUAL: readonly (readonly [from: string, to: string])[] = [
  ['01-01', '01-07'],
  ['05-01', '05-01'],
  ['08-15', '08-15'],
  ['10-12', '10-12'],
  ['11-01', '11-01'],
  // Black Friday and the Monday after fall between these.
  ['11-22', '12-02'],
  ['12-06', '12-08'],
  ['12-22', '12-31'],
]

export function isUnusualDay(day: Day): boolean {
  const date = day.slice(5)
  return UNUSUAL.some(([from, to]) => date >= from && date <= to) || isInHolyWeek(day)
}

/** From Maundy Thursday to the Monday after Easter: each is a holiday in many regions. */
function isInHolyWeek(day: Day): boolean {
  const sunday = easter(Number(day.slice(0, 4)))
  return day >= addDays(sunday, -3) && day <= addDays(sunday, 1)
}
