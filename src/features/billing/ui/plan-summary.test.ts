import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlanSummary } from './plan-summary.tsx'

test('the popular plan is marked as such also where it is the present one', () => {
  const price = { amount: 29, interval: 'month', withTax: 35.09, taxIncluded: false } as never
  const offer = { id: 'premium', name: 'Premium', popular: true } as never
  expect(renderToStaticMarkup(createElement(PlanSummary, { offer, price }))).toContain(
    'Más popular',
  )
  const present = createElement(PlanSummary, { offer, price, mark: 'Plan actual' })
  expect(renderToStaticMarkup(present)).toMatch(/Más popular.*Plan actual/)
})
