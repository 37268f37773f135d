import { expect, test } from 'vitest'
import { nextChargeText } from './subscription-state.ts'

const paid = {
  status: 'active' as const,
  nextBillingAt: '2026-12-17T13:33:44.000Z',
  price: {
    amount: 29,
    interval: 'month' as const,
    taxIncluded: true,
    withoutTax: 23.97,
    withTax: 29,
  },
  discounted: null,
  pendingChange: null,
}

test('the next charge: its day and sum, none, or the one that failed and is tried again', () => {
  expect(nextChargeText(paid)).toMatch(/^17\/12\/2026 · 29,00\s€$/)
  expect(nextChargeText({ ...paid, nextBillingAt: null })).toBe('Ninguno previsto')
  expect(nextChargeText({ ...paid, status: 'past_due' })).toBe(
    'El que ha fallado, en cuanto se pueda',
  )
})
