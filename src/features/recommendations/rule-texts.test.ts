import { expect, test } from 'vitest'
import { RULE_NAMES } from '#engine/rules/rules.ts'
import { toldRule } from './rules/rule-texts.ts'

const ruleText = (rule: string) => toldRule(rule).ruleTitle

test('every rule of the engine has a Spanish name of its own', () => {
  const texts = RULE_NAMES.map(ruleText)
  expect(RULE_NAMES.filter((rule) => ruleText(rule) === rule)).toEqual([])
  expect(new Set(texts).size).toBe(RULE_NAMES.length)
})
