import { expect, test } from 'vitest'
import type { Finding } from '../findings/recommendation.ts'
import { campaign } from '../samples/sample-account.ts'
import { groupedCard } from './grouped-card.ts'
import { examples, withoutAmount } from './setup-texts.ts'
import { budgetLimitedCaveat, ofSeveral } from './shared-texts.ts'

type Card = Finding['card']

test('a campaign short of budget is one of several on a card about several', () => {
  const impressionShare = { ...campaign().impressionShare!, lostToBudget: 10 }
  const doubts = budgetLimitedCaveat(campaign({ impressionShare }))
  // Others may spend from its budget too.
  expect(doubts).toEqual([expect.stringContaining('otras búsquedas que paga el mismo presupuesto')])
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

test('a long table is cut, but never before the last row that is changed', () => {
  const card = (rows: Card['table']['rows']): Card => ({
    figures: [],
    table: { columns: [], rows },
    test: { name: '', sentence: '', numbers: [] },
    counterEvidence: [],
    change: null,
  })
  const words = {
    figures: [],
    test: { name: '', sentence: '', numbers: [] },
    before: '',
    after: '',
  }
  const kept = (at: number) => ({ keyword: `k${at}`, entity: null })
  const rowsOf = (rows: Card['table']['rows']) => groupedCard([card(rows)], words, false).table.rows
  const plain = Array.from({ length: 60 }, (_, at) => kept(at))
  expect(rowsOf(plain)).toHaveLength(50)
  expect(
    rowsOf([...plain.slice(0, 53), { keyword: 'last', entity: '1~2' }, kept(60)]),
  ).toHaveLength(54)
})
