import { addDays, daysInRange } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** Of an account's clicks in the coming month: `level`, as a multiple of those of the window, and how far they may lie from it, sd of ln. */
export type ComingClicks = { level: number; sd: number }

const MONTH = 28
/** A month is held against as many before it as a window has. */
const MONTHS_BEFORE = 3

/**
 * An account that grows, shrinks or has had its season is forecast by its newest month as far as its months follow one another:
 * what is usual (`monthGoesOn`, `accountDrift`), moved by the account's own months as far as there are any (a regression on the
 * newest of three; variance as an inverse gamma; chance is taken off). Days without a row had no clicks; what is before the
 * account's first is no month. Where a year ago is known, what the month after brought over this one counts too.
 */
export function comingClicksOf(
  snapshot: Pick<AccountSnapshot, 'accountDays' | 'window'>,
): ComingClicks {
  const { accountDrift, accountDriftMonths, accountDriftLeast, clicksLevelLeast } = THRESHOLDS
  const months = monthsOf(snapshot.accountDays)
  const moves = months.flatMap((now, at) => moveTo(now, months.slice(0, at)))
  const newest = newestMove(snapshot, months.at(-1) ?? 0)
  const goesOn = goesOnOf(moves, newest)
  let squares = accountDriftMonths.value * accountDrift.value ** 2
  for (const { before, ln, chance } of moves) squares += (ln - goesOn * before) ** 2 - chance
  const mean = squares / (accountDriftMonths.value + moves.length)
  const season = seasonAhead(snapshot.accountDays)
  const ln = goesOn * newest.before + season
  return {
    level: Math.abs(ln) < clicksLevelLeast.value ? 1 : Math.exp(ln),
    sd: Math.sqrt(Math.max(accountDriftLeast.value ** 2, mean) + season ** 2),
  }
}

const YEAR = 364
/** As the watch believes last year's weeks. */
const SEASON_TRUST = 0.5
const MOST_SEASON = 3

/**
 * Logarithm of what comes over the newest month, as a year ago, half believed and less where it may be chance; a year of an account says
 * little of the next one's. 0 without as many days.
 */
function seasonAhead(accountDays: AccountSnapshot['accountDays']): number {
  const last = accountDays.reduce((latest, { day }) => (day > latest ? day : latest), '')
  const first = accountDays.reduce((least, { day }) => (day < least ? day : least), last)
  if (last === '' || first > addDays(last, 1 - YEAR - MONTH)) return 0
  const turn = addDays(last, -YEAR)
  const clicksOf = (from: string, to: string) =>
    accountDays
      .filter(({ day }) => day >= from && day <= to)
      .reduce((sum, { clicks = 0 }) => sum + clicks, 0)
  const before = clicksOf(addDays(turn, 1 - MONTH), turn)
  const after = clicksOf(addDays(turn, 1), addDays(turn, MONTH))
  if (before <= 0 || after <= 0) return 0
  const most = Math.log(MOST_SEASON)
  const ln = Math.min(most, Math.max(-most, Math.log(after / before)))
  const chance = THRESHOLDS.dispersion.value * (1 / before + 1 / after)
  return SEASON_TRUST * ln * Math.max(0, 1 - chance / Math.max(chance, ln ** 2))
}

/** Logarithms over the mean of the months before: of the newest of those, and of the month itself, with what chance makes of it (variance). */
type Move = { before: number; ln: number; chance: number }

function moveTo(now: number, earlier: readonly number[]): Move[] {
  const before = earlier.slice(-MONTHS_BEFORE)
  const last = before.at(-1) ?? 0
  const sum = before.reduce((total, clicks) => total + clicks, 0)
  if (now <= 0 || last <= 0) return []
  const usual = sum / before.length
  const { value: dispersion } = THRESHOLDS.dispersion
  return [
    {
      before: Math.log(last / usual),
      ln: Math.log(now / usual),
      chance: dispersion * (1 / now + 1 / sum),
    },
  ]
}

/** Of the newest month against the window that holds it; of nothing where either is not known. */
function newestMove(
  { accountDays, window }: Pick<AccountSnapshot, 'accountDays' | 'window'>,
  newest: number,
): { before: number; beforeChance: number } {
  const own = accountDays.filter(({ day }) => day >= window.from && day <= window.to)
  const sum = own.reduce((total, { clicks = 0 }) => total + clicks, 0)
  const first = accountDays.reduce((least, { day }) => (day < least ? day : least), window.to)
  const days = daysInRange(first > window.from ? first : window.from, window.to)
  if (newest <= 0 || sum <= 0 || days < 2 * MONTH) return { before: 0, beforeChance: 0 }
  return {
    before: Math.log(newest / MONTH / (sum / days)),
    beforeChance: THRESHOLDS.dispersion.value * Math.max(0, 1 / newest - 1 / sum),
  }
}

/** Of how far the newest month lies from the window, the part that goes on, 0..1. */
function goesOnOf(moves: readonly Move[], newest: { beforeChance: number }): number {
  const { accountDriftMonths, monthGoesOn, newestMonth } = THRESHOLDS
  const variance = newestMonth.value ** 2
  let product = accountDriftMonths.value * monthGoesOn.value * variance
  let squares = accountDriftMonths.value * (variance + newest.beforeChance)
  for (const { before, ln } of moves) {
    product += before * ln
    squares += before ** 2
  }
  return Math.min(1, Math.max(0, product / squares))
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
