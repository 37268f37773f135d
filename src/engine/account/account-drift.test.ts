import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { analyseAccount } from '../analyse-account.ts'
import { sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { accountDriftOf } from './account-drift.ts'

const base = sampleAccount()
const USUAL = 0.21

/** As many days of clicks up to the window's last; `level` by the number of the 28 days, the newest 0. */
function daysOf(count: number, level: (month: number) => number) {
  return Array.from({ length: count }, (_, age) => ({
    ...base.accountDays[0]!,
    day: addDays(base.window.to, -age),
    clicks: Math.round(400 * level(Math.floor(age / 28))),
  }))
}

test('the account’s own months tell how far one lies from those before', () => {
  const calm = accountDriftOf({ accountDays: daysOf(400, () => 1) })
  const seasonal = accountDriftOf({ accountDays: daysOf(400, (month) => (month % 4 < 2 ? 1 : 2)) })
  expect(calm).toBeLessThan(USUAL * 0.6)
  expect(seasonal).toBeGreaterThan(USUAL * 1.5)
})

test('few months, days unknown or none hardly move what is usual', () => {
  expect(accountDriftOf({ accountDays: [] })).toBeCloseTo(USUAL, 10)
  expect(accountDriftOf({ accountDays: daysOf(40, () => 1) })).toBeCloseTo(USUAL, 10)
  const unknown = daysOf(400, () => 1).map(({ clicks: _, ...day }) => day)
  expect(accountDriftOf({ accountDays: unknown })).toBeCloseTo(USUAL, 10)
  expect(accountDriftOf({ accountDays: daysOf(90, () => 1) })).toBeGreaterThan(USUAL * 0.75)
})

test('few clicks a month are chance, not drift; order of the rows does not matter', () => {
  const few = daysOf(400, () => 1).map((day, i) => ({ ...day, clicks: i % 9 === 0 ? 1 : 0 }))
  expect(accountDriftOf({ accountDays: few })).toBeLessThan(USUAL)
  const days = daysOf(400, (month) => 1 + (month % 3))
  expect(accountDriftOf({ accountDays: days.toReversed() })).toBe(
    accountDriftOf({ accountDays: days }),
  )
})

test('forecasts of a calm account are narrower than those of a seasonal one', () => {
  const terms = [...base.searchTerms, searchTerm('botas gratis', sums(4_000, 0))]
  const widthOf = (level: (month: number) => number) => {
    const accountDays = daysOf(400, level)
    const { recommendations } = analyseAccount(sampleAccount({ searchTerms: terms, accountDays }))
    const { forecast } = recommendations.find(
      ({ rule }) => rule === 'wasted-search-terms',
    )!.evidence
    return forecast!.monthlyHighMicros / forecast!.monthlyMidMicros
  }
  expect(widthOf((month) => (month % 4 < 2 ? 1 : 2))).toBeGreaterThan(widthOf(() => 1) * 1.05)
})
