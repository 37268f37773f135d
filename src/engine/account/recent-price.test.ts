import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { analyseAccount } from '../analyse-account.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import { sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { recentPriceOf } from './recent-price.ts'

const base = sampleAccount()

/** Ninety days of 100 clicks for 50 €, the last thirty of them at `times` the price. */
function account(times: number, more: Parameters<typeof sampleAccount>[0] = {}) {
  const { to } = base.window
  const accountDays = Array.from({ length: 90 }, (_, i) => ({
    ...base.accountDays[0]!,
    day: addDays(to, i - 89),
    clicks: 100,
    costMicros: 50e6 * (i >= 60 ? times : 1),
    conversionsMicros: 3e6,
  }))
  return sampleAccount({ ...more, window: { from: addDays(to, -89), to }, accountDays })
}

test('a price that went up or down of late counts, a little less than it was seen', () => {
  expect(recentPriceOf(account(1.4))).toBeGreaterThan(1.1)
  expect(recentPriceOf(account(1.4))).toBeLessThan(1.4 / ((2 + 1.4) / 3))
  expect(recentPriceOf(account(0.7))).toBeLessThan(0.9)
  expect(recentPriceOf(account(1.02))).toBe(1)
  const unknown = account(1.4).accountDays.map(({ costMicros: _, ...day }) => day)
  expect(recentPriceOf({ ...account(1.4), accountDays: unknown })).toBe(1)
})

test('what is stopped saves what it costs now, and the card says so', () => {
  const terms = [...base.searchTerms, searchTerm('botas gratis', sums(400, 0))]
  const [usual, dearer] = [1, 1.4].map(
    (times) =>
      analyseAccount(account(times, { searchTerms: terms })).recommendations.find(
        ({ rule }) => rule === 'wasted-search-terms',
      )!,
  )
  const middle = (card: typeof usual) => card!.evidence.forecast!.monthlyMidMicros
  expect(middle(dearer) / middle(usual)).toBeGreaterThan(1.08)
  expect(dearer!.evidence.counterEvidence.join()).toContain('la previsión cuenta con ese precio')
  expect(usual!.evidence.counterEvidence.join()).not.toContain('ese precio')
  expect(unsupportedNumbers(dearer!)).toEqual([])
})
