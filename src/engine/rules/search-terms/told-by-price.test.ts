import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { mixtureMean } from '../../statistics/priors.ts'
import { sayIn } from '../../words/say.ts'
import { priorOfTerm, type Term, termFamily } from './search-terms.ts'
import { toldByPrice } from './told-by-price.ts'

/** Forty searches, half at twice the price of the others; `rate` tells what each converts at. */
function terms(rate: (isDear: boolean) => number, biddingStrategyType = 'TARGET_CPA'): Term[] {
  return Array.from({ length: 40 }, (_, at) => {
    const isDear = at % 2 === 1
    const own = sums(200, 200 * rate(isDear), isDear ? 1 : 0.5)
    return {
      at,
      kin: at,
      text: `zapato ${at}`,
      campaign: campaign({ biddingStrategyType }),
      rows: [searchTerm(`zapato ${at}`, own)],
      sums: own,
      protection: null,
      meant: [],
    }
  })
}

const ofOne = (own: Term[]) => {
  const shared = own[0]!.campaign
  const [cheap, dear] = toldByPrice(own.map((term) => ({ ...term, campaign: shared })))
  return dear! / cheap!
}

test('where Google bids by what it expects, dearer clicks are believed to sell better', () => {
  const alike = ofOne(terms((isDear) => (isDear ? 0.06 : 0.03)))
  expect(alike).toBeGreaterThan(1.5)
  expect(alike).toBeLessThan(2.3)
})

test('not where the searches of the account show that they do not', () => {
  expect(ofOne(terms(() => 0.04))).toBeLessThan(1.15)
  expect(ofOne(terms((isDear) => (isDear ? 0.02 : 0.04)))).toBeLessThan(1.06)
})

test('and a little where they show nothing', () => {
  const unknown = ofOne(terms(() => 0))
  expect(unknown).toBeGreaterThan(1.1)
  expect(unknown).toBeLessThan(1.4)
})

test('prices of bids that are set by hand tell nothing', () => {
  expect(ofOne(terms((isDear) => (isDear ? 0.06 : 0.03), 'MANUAL_CPC'))).toBe(1)
})

test('of a search that is not known yet more is expected where its clicks are dearer', () => {
  const account = sampleAccount({
    campaigns: [campaign({ biddingStrategyType: 'TARGET_CPA' })],
    searchTerms: Array.from({ length: 40 }, (_, i) =>
      searchTerm(`zapato ${i}`, i % 2 === 1 ? sums(200, 12, 1) : sums(200, 6)),
    ),
  })
  const context = contextOf(account, sayIn('EUR', spanishNumbers))
  const family = termFamily(account, context)
  const [cheap, dear] = family.terms.map((term) => mixtureMean(priorOfTerm(family, term, context)!))
  expect(dear! / cheap!).toBeGreaterThan(1.4)
})
