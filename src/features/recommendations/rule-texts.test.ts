import { expect, test } from 'vitest'
import { RULE_NAMES } from '#engine/findings/rule-names.ts'
import { ruleText } from './contract/rule-texts.ts'

test('every rule of the engine has a Spanish name of its own', () => {
  const texts = RULE_NAMES.map(ruleText)
  expect(RULE_NAMES.filter((rule) => ruleText(rule) === rule)).toEqual([])
  expect(new Set(texts).size).toBe(RULE_NAMES.length)
})
