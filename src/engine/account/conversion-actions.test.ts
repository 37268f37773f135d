import { expect, test } from 'vitest'
import { campaign, sampleAccount } from '../samples/sample-account.ts'
import { isMicroEvent } from './conversion-actions.ts'

test.each([
  ['GET_DIRECTIONS', 'SEARCH', true],
  ['GET_DIRECTIONS', 'SMART', false],
  ['DOWNLOAD', 'SMART', true],
  ['DOWNLOAD', 'MULTI_CHANNEL', false],
  ['PAGE_VIEW', 'SMART', true],
])('%s beside a campaign of %s is a mere step: %s', (category, channelType, expected) => {
  const account = sampleAccount({ campaigns: [campaign(), campaign({ id: '2', channelType })] })
  const action = { id: '5', name: 'A', status: 'ENABLED' as const, primaryForGoal: true }
  expect(isMicroEvent({ ...action, category }, account)).toBe(expected)
})

test('Performance Max is there for the way to a shop where nothing is sold on the web', () => {
  const action = { name: 'A', status: 'ENABLED' as const, primaryForGoal: true }
  const way = { ...action, id: '5', category: 'GET_DIRECTIONS' }
  const isStep = (category: string) =>
    isMicroEvent(
      way,
      sampleAccount({
        campaigns: [campaign({ channelType: 'PERFORMANCE_MAX' })],
        conversionActions: [way, { ...action, id: '6', category }],
      }),
    )
  expect(isStep('PHONE_CALL_LEAD')).toBe(false)
  expect(isStep('PURCHASE')).toBe(true)
})
