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
