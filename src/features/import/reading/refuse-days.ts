import { addDays, type Day, type DayRange } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { endOfStep } from './report-dates.ts'
import { fault, type ReportFault, type Step } from './report-types.ts'

/**
 * Refuses a period or days that are still to come, and days that are not of the period that the file states: between the two nothing was
 * read, and would count as zeros. `today` where it is known: where an account is ahead tomorrow may have begun.
 */
export function refuseDays(
  period: DayRange | null,
  step: Step,
  rows: readonly { day?: Day }[],
  today: Day | undefined,
): ReportFault | null {
  if (!period) return null
  const last = today && addDays(today, 1)
  const isToCome = (day: Day) => last !== undefined && day > last
  if (isToCome(period.from)) {
    return fault(
      'wrong_period',
      `El informe dice ser del ${spanOf(period)}, que aún no ha llegado. Elige un periodo con datos y descárgalo otra vez.`,
    )
  }
  const outside = rows
    .flatMap(({ day }) => (day && (isToCome(day) || isOutside(day, step, period)) ? [day] : []))
    .sort()
  const [first] = outside
  if (!first) return null
  const which =
    outside.length === 1
      ? `una de sus filas es del ${longDay(first)}`
      : `${outside.length} de sus filas son de otros días (${longDay(first)} la primera)`
  return fault(
    'wrong_period',
    `El informe dice ser del ${spanOf(period)}, pero ${which}. Descárgalo otra vez con todo su periodo, o sube cada informe por separado.`,
  )
}

const spanOf = ({ from, to }: DayRange) => `${longDay(from)} al ${longDay(to)}`

/** The first week or month of a period may begin before it. */
const isOutside = (day: Day, step: Step, { from, to }: DayRange) =>
  day > to || endOfStep(day, step) < from
