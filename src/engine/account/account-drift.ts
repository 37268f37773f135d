import { addDays } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'

const MONTH = 28
/** A month is held against as many before it as a window has. */
const MONTHS_BEFORE = 3

/**
 * How far an account's clicks of a month lie from those of the months before, sd of the logarithm: what is usual
 * (`accountDrift`), moved by the account's own months as far as there are any (variance as an inverse gamma; chance is
 * taken off). Days without a row had no clicks; what is before the account's first is no month.
 */
export function accountDriftOf({ accountDays }: Pick<AccountSnapshot, 'accountDays'>): number {
  const { accountDrift, accountDriftMonths, accountDriftLeast, dispersion } = THRESHOLDS
  const months = monthsOf(accountDays)
  let squares = accountDriftMonths.value * accountDrift.value ** 2
  let count = accountDriftMonths.value
  for (let at = 1; at < months.length; at++) {
    const before = months.slice(Math.max(0, at - MONTHS_BEFORE), at)
    const usual = before.reduce((sum, clicks) => sum + clicks, 0) / before.length
    const now = months[at]!
    if (now <= 0 || usual <= 0) continue
    const chance = dispersion.value * (1 / now + 1 / (usual * before.length))
    squares += Math.log(now / usual) ** 2 - chance
    count++
  }
  return Math.sqrt(Math.max(accountDriftLeast.value ** 2, squares / count))
}

/** Clicks of the whole months up to the last day, oldest first; none where clicks are unknown. */
function monthsOf(accountDays: AccountSnapshot['accountDays']): number[] {
  const days = accountDays.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.some(({ clicks }) => clicks === undefined)) return []
  const months: number[] = []
  for (let to = last.day; addDays(to, 1 - MONTH) >= first.day; to = addDays(to, -MONTH)) {
    const from = addDays(to, 1 - MONTH)
    const own = days.filter(({ day }) => day >= from && day <= to)
    months.unshift(own.reduce((sum, { clicks = 0 }) => sum + clicks, 0))
  }
  return months
}
