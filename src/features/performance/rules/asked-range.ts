import { AppError } from '#shared/app-error.ts'
import { addDays, type Day, dayInZone, daysInRange } from '#shared/dates.ts'

export type Range = { from: Day; to: Day }

const DEFAULT_DAYS = 30
const LONGEST_DAYS = 4 * 366

type AccountDays = {
  timeZone: string
  granularity: 'day' | 'period'
  dataFrom: string | null
  dataTo: string | null
}

/**
 * The days to sum: what was asked, else the last 30 days in the account's time zone; for a report without
 * days always its whole period. Throws 'invalid' in Spanish.
 */
export function askedRange(
  account: AccountDays,
  asked: { from?: Day; to?: Day },
  now: Date,
): Range {
  if (account.granularity === 'period' && account.dataFrom && account.dataTo)
    return { from: account.dataFrom, to: account.dataTo }
  const to = asked.to ?? dayInZone(now, account.timeZone)
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) throw new AppError('invalid', 'La fecha inicial es posterior a la final.')
  if (daysInRange(from, to) > LONGEST_DAYS)
    throw new AppError('invalid', 'El periodo es demasiado largo: elige como máximo cuatro años.')
  return { from, to }
}
