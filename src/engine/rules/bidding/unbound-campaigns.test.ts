import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'

/** The only campaign, of one keyword whose searches are all alike: 1,800 clicks for 3,240 €, of which one sale may cost 80 €. */
function account(conversions: number, over: Parameters<typeof campaign>[0] = {}, goal = 80) {
  const all = sums(1_800, conversions, 1.8)
  const terms = Array.from({ length: 12 }, (_, i) =>
    searchTerm(`arquitecto obra${i}`, sums(150, conversions / 12, 1.8), {
      keywordText: 'arquitecto',
      criterionId: '77',
    }),
  )
  return sampleAccount({
    campaigns: [campaign({ name: 'Arquitectos', sums: all, ...over })],
    keywords: [keyword('arquitecto', all, { criterionId: '77', matchType: 'BROAD' })],
    searchTerms: terms,
    targetCpaMicros: goal * MICROS,
  })
}

/** Of 500 € a day it spends 36 €: half of it would cut nothing. */
const ROOMY = { budgetMicros: 500 * MICROS }

test('what maximises conversions at three times what one may cost is told to be given a target', () => {
  const [card, ...others] = found(account(13, ROOMY), 'goal-reach')
  expect(others).toEqual([])
  expect(plain(card!.title)).toMatch(
    /^Pon un CPA objetivo a «Arquitectos»: paga 24\d,\d\d € por conversión, y puede costar 80,00 €$/,
  )
  expect(card!.evidence.forecast).toBeNull()
  expect(unsupportedNumbers(card!)).toEqual([])
  // Its only keyword asks for the same decision.
  expect(found(account(13), 'dear-keywords')).toEqual([])
})

test('where its budget is what limits it, that is halved at once', () => {
  const [card, ...others] = found(account(13), 'goal-reach')
  expect(others).toEqual([])
  expect(plain(card!.title)).toMatch(/^Baja a la mitad el presupuesto de «Arquitectos»: paga 24\d/)
  expect(card!.evidence.change!.operations).toEqual([
    {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: {
          resourceName: 'customers/{customerId}/campaignBudgets/91',
          amountMicros: String(25 * MICROS),
        },
      },
    },
  ])
  expect(card!.category).toBe('budget')
  const { monthlyLowMicros, monthlyHighMicros } = card!.evidence.forecast!
  expect(monthlyLowMicros).toBeGreaterThan(0)
  // Half of 50 € a day is 11 € less than it spends.
  expect(monthlyHighMicros).toBeLessThan(11 * 30.4 * 1.5 * MICROS)
  expect(unsupportedNumbers(card!)).toEqual([])
  // What costs less than a conversion may be worth at most is a matter of its target alone.
  expect(found(account(18, {}, 100), 'goal-reach')[0]!.title).toMatch(/^Pon un CPA objetivo/)
})

test('what searches cost that another card excludes is no reason to halve it', () => {
  const all = sums(9_000, 75, 1.8)
  const row = (text: string, metrics: ReturnType<typeof sums>) =>
    searchTerm(text, metrics, { keywordText: 'arquitecto', criterionId: '77' })
  const selling = (clicks: number) =>
    Array.from({ length: 12 }, (_, i) =>
      row(`arquitecto obra${i}`, sums(clicks / 12, 75 / 12, 1.8)),
    )
  const told = (...terms: ReturnType<typeof row>[]) =>
    found(
      {
        ...account(75, { sums: all, budgetMicros: 180 * MICROS }, 100),
        keywords: [keyword('arquitecto', all, { criterionId: '77', matchType: 'BROAD' })],
        searchTerms: terms,
      },
      'goal-reach',
    ).map(({ title }) => title.split(' ')[0])
  // At 216 € a conversion, or 161 € without the search of 4,050 €.
  expect(told(...selling(9_000))).toEqual(['Baja'])
  expect(told(...selling(6_750), row('trabajo arquitecto', sums(2_250, 0, 1.8)))).toEqual(['Pon'])
})

test('not where a target holds it, where chance may be all of it, or where it costs what it may', () => {
  const told = (...of: Parameters<typeof account>) => found(account(...of), 'goal-reach').length
  expect(told(13, { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 80 * MICROS })).toBe(0)
  expect(told(13, { biddingStrategyType: 'MANUAL_CPC' })).toBe(0)
  expect(told(13, {}, 230)).toBe(0)
  expect(told(36)).toBe(0)
})

test('what hardly sells at all is told as that alone', () => {
  expect(found(account(6), 'campaigns-without-return')).toHaveLength(1)
  expect(found(account(6), 'goal-reach')).toEqual([])
})

test('a target of its own takes it out of the portfolio that it bids with, and the card says so', () => {
  const inPortfolio = { portfolioId: '5', portfolioName: 'Puja común', ...ROOMY }
  const [card] = found(account(13, inPortfolio), 'goal-reach')
  expect(card!.evidence.counterEvidence.join()).toContain('la cartera «Puja común»')
  expect(card!.description).toContain('busca gastar su presupuesto entero')
})
