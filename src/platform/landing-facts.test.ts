import { expect, test } from 'vitest'
import { landingFactsOf, withFacts } from './landing-facts.ts'

const PAGE =
  '<p><span data-when="trial">{days} days free</span><span data-when="no-trial">No trial</span> <span data-when="year-basic">€90</span><span data-when="year-premium">€290</span></p>'

test('a page says what holds of trial and years, and nothing of the rest', () => {
  const facts = { trialDays: 14, yearlyPlans: ['premium' as const] }
  expect(withFacts(PAGE, facts)).toBe('<p>14 days free €290</p>')
  expect(withFacts(PAGE, { trialDays: 0, yearlyPlans: [] })).toBe('<p>No trial </p>')
})

test('the facts are those of the settings', () => {
  const stripe = { trialDays: 7, yearPrices: { basic: 'price_1' } }
  expect(landingFactsOf({ stripe } as never)).toEqual({ trialDays: 7, yearlyPlans: ['basic'] })
})
