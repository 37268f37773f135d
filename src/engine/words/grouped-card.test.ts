import { expect, test } from 'vitest'
import { campaign } from '../samples/sample-account.ts'
import { examples, withoutAmount } from './setup-texts.ts'
import { budgetLimitedCaveat, ofSeveral } from './shared-texts.ts'

test('a campaign short of budget is one of several on a card about several', () => {
  const impressionShare = { ...campaign().impressionShare!, lostToBudget: 10 }
  const doubts = budgetLimitedCaveat(campaign({ impressionShare }))
  expect(doubts).toHaveLength(1)
  expect(ofSeveral([...doubts, 'Otra duda.'])).toEqual([
    expect.stringMatching(/^A alguna de estas campañas le falta presupuesto/),
    'Otra duda.',
  ])
})

test('of many names only the first are said', () => {
  const names = Array.from({ length: 9 }, (_, i) => `n${i}`)
  expect(examples(names.slice(0, 2))).toBe('«n0» y «n1»')
  expect(examples(names)).toMatch(/«n7» y las demás de la tabla$/)
})

test('a reason for no amount ends like every other impact', () => {
  expect(withoutAmount('depende de la web.')()).toBe('Sin importe: depende de la web')
})
