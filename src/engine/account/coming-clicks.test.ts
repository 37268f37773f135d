import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { analyseAccount } from '../analyse-account.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import { sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { comingClicksOf } from './coming-clicks.ts'

const base = sampleAccount()
const USUAL = 0.21
const window = { from: addDays(base.window.to, -89), to: base.window.to }

/** As many days of clicks up to the window's last; `level` by the number of the 28 days, the newest 0. */
function daysOf(count: number, level: (month: number) => number, clicks = 400) {
  return Array.from({ length: count }, (_, age) => {
    const own = Math.round(clicks * level(Math.floor(age / 28)))
    const day = addDays(base.window.to, -age)
    return { ...base.accountDays[0]!, day, clicks: own, costMicros: own * 500_000 }
  })
}

const sdOf = (accountDays: ReturnType<typeof daysOf>) => comingClicksOf({ accountDays, window }).sd
const levelOf = (accountDays: ReturnType<typeof daysOf>) =>
  comingClicksOf({ accountDays, window }).level

test('the account’s own months tell how far one lies from those before', () => {
  expect(sdOf(daysOf(400, () => 1))).toBeLessThan(USUAL * 0.6)
  expect(sdOf(daysOf(400, (month) => (month % 4 < 2 ? 1 : 2)))).toBeGreaterThan(USUAL * 1.3)
})

test('few months, days unknown or none hardly move what is usual', () => {
  expect(sdOf([])).toBeCloseTo(USUAL, 10)
  expect(sdOf(daysOf(40, () => 1))).toBeCloseTo(USUAL, 10)
  const unknown = daysOf(400, () => 1).map(({ clicks: _, ...day }) => day)
  expect(comingClicksOf({ accountDays: unknown, window })).toEqual({ level: 1, sd: USUAL })
  expect(sdOf(daysOf(90, () => 1))).toBeGreaterThan(USUAL * 0.75)
})

test('few clicks a month are chance, not drift; order of the rows does not matter', () => {
  const few = daysOf(400, () => 1).map((day, i) => ({ ...day, clicks: i % 9 === 0 ? 1 : 0 }))
  expect(sdOf(few)).toBeLessThan(USUAL)
  const days = daysOf(400, (month) => 1 + (month % 3))
  expect(sdOf(days.toReversed())).toBe(sdOf(days))
})

test('an account that grows or shrinks is expected to stay where it is, in part', () => {
  const doubled = levelOf(daysOf(90, (month) => (month === 0 ? 2 : 1)))
  // Thirty-one days of ninety are the newest month's: their mean is 1.31.
  expect(doubled).toBeGreaterThan(1.15)
  expect(doubled).toBeLessThan(2 / 1.31)
  expect(levelOf(daysOf(90, (month) => (month === 0 ? 0.5 : 1)))).toBeLessThan(0.85)
  expect(levelOf(daysOf(90, (month) => (month === 0 ? 1.04 : 1)))).toBe(1)
})

test('how far it is expected to is learned from its own months', () => {
  const steps = daysOf(390, (month) => (month === 0 ? 2 : month % 8 < 4 ? 1 : 1.6))
  const spikes = daysOf(390, (month) => (month === 0 ? 2 : month % 4 === 2 ? 1.6 : 1))
  expect(levelOf(steps)).toBeGreaterThan(levelOf(spikes) + 0.05)
})

test('a month of a handful of clicks more is chance', () => {
  const many = levelOf(daysOf(90, (month) => (month === 0 ? 2 : 1)))
  const few = daysOf(90, () => 1, 0).map((day, i) => ({
    ...day,
    clicks: i < 28 ? Number(i % 14 === 0) * 2 : Number(i % 14 === 0),
  }))
  expect(levelOf(few)).toBeLessThan(1 + (many - 1) / 3)
})

test('days without a row had no clicks; an account of a few weeks has no level of its own', () => {
  const weekdays = daysOf(90, (month) => (month === 0 ? 2 : 1)).filter((_, age) => age % 7 > 1)
  const all = levelOf(daysOf(90, (month) => (month === 0 ? 2 : 1)))
  expect(levelOf(weekdays)).toBeCloseTo(all, 1)
  expect(levelOf(daysOf(50, (month) => (month === 0 ? 2 : 1)))).toBe(1)
})

const terms = [...base.searchTerms, searchTerm('botas gratis', sums(4_000, 0))]
function cardOf(level: (month: number) => number) {
  const accountDays = daysOf(400, level)
  const { recommendations } = analyseAccount(
    sampleAccount({ searchTerms: terms, accountDays, window }),
  )
  return recommendations.find(({ rule }) => rule === 'wasted-search-terms')!
}

test('forecasts of a calm account are narrower than those of a seasonal one', () => {
  const widthOf = (level: (month: number) => number) => {
    const { monthlyHighMicros, monthlyMidMicros } = cardOf(level).evidence.forecast!
    return monthlyHighMicros / monthlyMidMicros
  }
  expect(widthOf((month) => (month % 4 < 2 ? 1 : 2))).toBeGreaterThan(widthOf(() => 1) * 1.05)
})

test('what is stopped saves what the coming month would cost, and the card says so', () => {
  const [usual, shrunk] = [cardOf(() => 1), cardOf((month) => (month === 0 ? 0.5 : 1))]
  const middle = ({ evidence }: typeof usual) => evidence.forecast!.monthlyMidMicros
  expect(middle(shrunk) / middle(usual)).toBeLessThan(0.9)
  expect(shrunk.evidence.counterEvidence.join()).toContain('no se esperan los mismos clics')
  expect(usual.evidence.counterEvidence.join()).not.toContain('los mismos clics')
  expect(unsupportedNumbers(shrunk)).toEqual([])
})

test('a season that a year ago was over, or was to come, is half believed', () => {
  /** The month after this one, a year ago, is the thirteenth before. */
  const year = (ahead: number, count = 400) =>
    levelOf(daysOf(count, (month) => (month === 12 ? ahead : 1)))
  expect(year(0.25)).toBeLessThan(0.65)
  expect(year(0.25)).toBeGreaterThan(0.4)
  expect(year(2)).toBeGreaterThan(1.25)
  expect(year(1)).toBe(1)
  // Less than a year and a month tells nothing of it, nor do a handful of clicks.
  expect(year(0.25, 380)).toBe(1)
  expect(levelOf(daysOf(400, (month) => (month === 12 ? 2 : 1), 1))).toBeLessThan(1.45)
  const days = daysOf(400, (month) => (month === 12 ? 0.25 : 1))
  expect(sdOf(days)).toBeGreaterThan(sdOf(daysOf(400, () => 1)))
})
