import { expect, test } from 'vitest'
import { AdGroupId, CampaignId, CustomerId, EntityId } from './wire.ts'

test.each([
  [CampaignId, 'campaignId es requerido'],
  [AdGroupId, 'adGroupId es requerido'],
  [CustomerId, 'El parámetro customer_id es requerido'],
  [EntityId, 'El parámetro id es requerido'],
])('an id that is missing is named, and a malformed one is called that', (shape, missing) => {
  const problems = (value: unknown) =>
    shape.safeParse(value).error?.issues.map(({ message }) => message)
  expect(problems(undefined)).toEqual([missing])
  expect(problems('')).toEqual([missing])
  expect(problems('12a')).toEqual([expect.stringContaining('no es válido')])
  expect(shape.safeParse('123').success).toBe(true)
})
