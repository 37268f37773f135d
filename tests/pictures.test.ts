import { expect, test } from 'vitest'
import { RULE_NAMES } from '#engine/rules/rules.ts'
import { PICTURES } from '#features/recommendations/ui/pictures/picture-of.ts'

test('every rule says how its claim is drawn, or that nothing of it is more or less', () => {
  expect(Object.keys(PICTURES).toSorted()).toEqual(RULE_NAMES.toSorted())
})
