import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { mixtureMean, mixtureVariance } from '../../statistics/priors.ts'
import { sayIn } from '../../words/say.ts'
import { adGroupRates } from './ad-group-rates.ts'

const marca = campaign({ id: '2', name: 'Marca' })
const context = contextOf(
  sampleAccount({ campaigns: [campaign(), marca] }),
  sayIn('EUR', spanishNumbers),
)
const groups = (rateOf: (euros: number) => number, campaignId = '1') =>
  Array.from({ length: 12 }, (_, i) => {
    const euros = 0.3 + 0.1 * i
    return { campaignId, sums: sums(1_500, 1_500 * rateOf(euros), euros) }
  })
const perKnownClick = (rate: number) => rate / context.measurement.knownShare

test('where conversions follow the price of clicks, dear clicks are believed to convert better', () => {
  const rates = adGroupRates(
    groups((euros) => 0.05 * euros),
    context,
  )
  expect(mixtureMean(rates(1e6))).toBeCloseTo(perKnownClick(0.05), 2)
  expect(mixtureMean(rates(4e5)) / mixtureMean(rates(8e5))).toBeCloseTo(0.5, 1)
})

test('where they do not, they are believed to convert like the rest', () => {
  const rates = adGroupRates(
    groups(() => 0.05),
    context,
  )
  expect(mixtureMean(rates(4e5)) / mixtureMean(rates(8e5))).toBeCloseTo(1, 1)
})

test('ad groups that are alike tell more of another than those that are not', () => {
  const relativeSd = (rateOf: (euros: number) => number) => {
    const rates = adGroupRates(groups(rateOf), context)(8e5)
    return Math.sqrt(mixtureVariance(rates)) / mixtureMean(rates)
  }
  expect(relativeSd(() => 0.05)).toBeLessThan(0.3)
  expect(relativeSd((euros) => (Math.round(euros * 10) % 2 ? 0.01 : 0.09))).toBeGreaterThan(0.5)
})

test('the brand tells nothing of other ad groups, and too few leave the account’s rate', () => {
  const usual = groups(() => 0.05)
  const withBrand = [...usual, ...groups(() => 0.5, '2')]
  expect(adGroupRates(withBrand, context)(8e5)).toEqual(adGroupRates(usual, context)(8e5))
  const [few] = adGroupRates(usual.slice(0, 2), context)(8e5)
  expect(few!.shape).toBe(2.5)
})
