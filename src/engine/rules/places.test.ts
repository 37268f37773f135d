import { expect, test } from 'vitest'
import { LAST_PLACE } from './rule.ts'
import { RULE_NAMES, RULES } from './rules.ts'

test('the order of settings names rules that there are', () => {
  const placed = RULES.filter(({ place }) => place !== LAST_PLACE)
  const inOrder = placed.toSorted((a, b) => a.place - b.place).map(({ name }) => name)
  expect(inOrder.filter((rule) => !RULE_NAMES.includes(rule))).toEqual([])
  expect(inOrder).toHaveLength(44)
  expect(new Set(placed.map(({ place }) => place)).size).toBe(placed.length)
})
