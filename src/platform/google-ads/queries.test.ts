import { expect, test } from 'vitest'
import { isOneOf } from './queries.ts'

test('all letters that Google’s ids may have are asked for, and nothing that could end the text', () => {
  const name = 'customers/1/recommendations/MTYtMC0~x_y:z=='
  expect(isOneOf('recommendation.resource_name', [name])).toBe(
    `recommendation.resource_name IN ('${name}')`,
  )
  for (const bad of ["customers/1/recommendations/a'", 'customers/1/recommendations/a b', 'a'])
    expect(() => isOneOf('recommendation.resource_name', [bad])).toThrow('no resource name')
})
