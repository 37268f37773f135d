import { expect, test } from 'vitest'
import { type Edit, mostInOne, smallSteps, weightyEdits } from './small-edits.ts'

const budget = (from: number, to: number, name = 'customers/1/campaignBudgets/7'): Edit => ({
  resourceName: name,
  operation: 'UPDATE',
  changedFields: ['amount_micros'],
  oldResource: { campaignBudget: { amountMicros: String(from) } },
  newResource: { campaignBudget: { amountMicros: String(to) } },
})

test('a tenth more budget moves little, half as much again moves much', () => {
  expect(weightyEdits([budget(10e6, 11e6)])).toEqual([])
  expect(weightyEdits([budget(10e6, 9e6)])).toEqual([])
  expect(weightyEdits([budget(10e6, 15e6)])).toHaveLength(1)
  // Not wrapped in the name of its kind, beside something that is an object itself.
  const bare = (amountMicros: number) => ({ amountMicros, labels: ['a'] })
  const edit = { ...budget(0, 0), oldResource: bare(10e6), newResource: bare(11e6) }
  expect(weightyEdits([edit])).toEqual([])
})

test('small steps of one budget add up; there and back is nothing; two budgets are two', () => {
  const creeping = [budget(10e6, 11e6), budget(11e6, 12.1e6), budget(12.1e6, 13e6)]
  expect(weightyEdits(creeping)).toHaveLength(3)
  expect(weightyEdits([budget(10e6, 11e6), budget(11e6, 10e6)])).toEqual([])
  expect(weightyEdits([budget(10e6, 11e6), budget(10e6, 11e6, 'other')])).toEqual([])
})

test('raised by half and put back, or a tenth up and two tenths down, is not small', () => {
  expect(weightyEdits([budget(10e6, 15e6), budget(15e6, 10e6)])).toHaveLength(2)
  expect(weightyEdits([budget(10e6, 11e6), budget(11e6, 9e6)])).toHaveLength(2)
})

test('a small step there and back is told as the step, not as nothing', () => {
  const [[name, step] = []] = smallSteps([budget(10e6, 11e6), budget(11e6, 10e6)])
  expect(name).toBe('customers/1/campaignBudgets/7')
  expect(step).toBeCloseTo(Math.log(1.1), 10)
})

test('a name moves nothing; a bidding strategy, a new thing and what Google does not tell do', () => {
  const edit = { ...budget(1, 1), oldResource: {}, newResource: {} }
  expect(weightyEdits([{ ...edit, changedFields: ['name'] }])).toEqual([])
  expect(
    weightyEdits([{ ...edit, changedFields: ['name', 'bidding_strategy_type'] }]),
  ).toHaveLength(1)
  expect(weightyEdits([{ ...edit, changedFields: ['name'], operation: 'CREATE' }])).toHaveLength(1)
  expect(weightyEdits([edit])).toHaveLength(1)
  expect(weightyEdits([{ ...edit, changedFields: [] }])).toHaveLength(1)
})

test('edits of several campaigns count as those of the one that had most, and of none for each', () => {
  const of = (campaignId: number | null, times: number) =>
    Array.from({ length: times }, (_, i) => ({
      ...budget(10e6, 15e6, `customers/1/campaignBudgets/${campaignId} ${i}`),
      campaignId,
    }))
  expect(mostInOne([])).toBe(0)
  expect(mostInOne([...of(1, 3), ...of(2, 2)])).toBe(3)
  expect(mostInOne([...of(1, 3), ...of(2, 2), ...of(null, 2)])).toBe(5)
  const [one, two, ...rest] = of(1, 4)
  const acts = new Map([one!, two!, ...rest].slice(0, 3).map((edit) => [edit, 'a card'] as const))
  expect(mostInOne([one!, two!, ...rest], acts)).toBe(2)
})
