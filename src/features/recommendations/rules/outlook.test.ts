import { expect, test } from 'vitest'
import { claimsOf } from './outlook.ts'

test('results of several campaigns overlap with those of each of them', () => {
  const forecast = { kpi: 'conversiones' } as const
  const claims = (campaignId: string | null, campaignIds?: string[]) =>
    claimsOf({
      fingerprint: 'f',
      campaignId,
      evidence: { forecast, ...(campaignIds && { campaignIds }) },
    })
  expect(claims(null, ['1', '2'])).toEqual([...claims('1'), ...claims('2')])
  expect(claims(null)).toEqual(['results '])
})
