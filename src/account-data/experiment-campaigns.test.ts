import { expect, test } from 'vitest'
import { triedNow } from './experiment-campaigns.ts'

const copy = {
  campaignId: 2,
  baseCampaignId: 1,
  experimentType: 'EXPERIMENT',
  status: 'ENABLED' as const,
  primaryStatus: 'ELIGIBLE',
}

test('a campaign is tried while its copy is shown: neither before, nor once that is over', () => {
  const base = { ...copy, campaignId: 1, experimentType: 'BASE' }
  expect([...triedNow([base, copy])]).toEqual([1])
  expect([...triedNow([base, { ...copy, experimentType: 'DRAFT' }])]).toEqual([])
  expect([...triedNow([base, { ...copy, status: 'REMOVED' }])]).toEqual([])
  expect([...triedNow([base, { ...copy, primaryStatus: 'ENDED' }])]).toEqual([])
})
