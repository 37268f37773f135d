import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlanSummary } from './plan-summary.tsx'

test('the popular plan is marked as such also where it is the present one', () => {
  const price = { amount: 29, withTax: 35.09, taxIncluded: false }
  const offer = { id: 'premium', name: 'Premium', popular: true, price } as never
  expect(renderToStaticMarkup(createElement(PlanSummary, { offer }))).toContain('Más popular')
  const present = createElement(PlanSummary, { offer, mark: 'Plan actual' })
  expect(renderToStaticMarkup(present)).toMatch(/Más popular.*Plan actual/)
})
