import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { sayIn } from '../words/say.ts'
import type { GoogleAdvice } from './advice.ts'
import { surroundingsOf } from './surroundings.ts'

test('what several campaigns share is judged by no target, not even the account’s, and settles with any of them', () => {
  const account = sampleAccount()
  const [first, ...others] = account.campaigns
  const second = { ...first!, id: 'other' }
  const snapshot = { ...account, campaigns: [first!, second, ...others] }
  const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
  const counts = { sitelinks: null, callouts: null, liveAds: null }
  const advice: GoogleAdvice = {
    ...{ id: '1', type: 'CAMPAIGN_BUDGET', campaignId: null, adGroupId: null },
    ...{ impact: null, proposal: {}, campaignIds: [first!.id, 'other'] },
  }
  const settling = { ...context.settling, budgets: new Set(['other']) }
  const around = surroundingsOf(advice, snapshot, { ...context, settling }, counts)
  expect(around).toMatchObject({ target: null, isJoint: true, isSettling: true })
  expect(around.jointSums?.costMicros).toBe(2 * first!.sums.costMicros)
  const ofAll = surroundingsOf({ ...advice, campaignIds: [] }, snapshot, context, counts)
  expect(ofAll).toMatchObject({ target: context.ofAccount, isJoint: false, isSettling: false })
})

test('a budget waits after any change of its campaign, a target after one of how it bids, the rest for neither', () => {
  const settles = (type: string, field: string) => {
    const advice: GoogleAdvice = {
      ...{ id: '1', type, campaignId: '1', adGroupId: null },
      ...{ impact: null, proposal: {} },
    }
    const account = sampleAccount()
    const change = {
      ...{ at: `${addDays(account.account.today, -2)} 10:00:00`, clientType: 'GOOGLE_ADS_API' },
      ...{ resourceType: 'CAMPAIGN', operation: 'UPDATE' as const, campaignId: '1' },
      ...{ changedFields: [field], beforeMicros: 20 * MICROS, afterMicros: 30 * MICROS },
    }
    const snapshot = { ...account, inventory: { changes: [change] } }
    const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
    const counts = { sitelinks: null, callouts: null, liveAds: null }
    return surroundingsOf(advice, snapshot, context, counts).isSettling
  }
  const [budget, target] = ['amount_micros', 'target_cpa.target_cpa_micros']
  expect(settles('CAMPAIGN_BUDGET', budget)).toBe(true)
  expect(settles('CAMPAIGN_BUDGET', target)).toBe(true)
  expect(settles('RAISE_TARGET_CPA', target)).toBe(true)
  expect(settles('MAXIMIZE_CONVERSIONS_OPT_IN', target)).toBe(true)
  expect(settles('RAISE_TARGET_CPA', budget)).toBe(false)
  expect(settles('KEYWORD', budget)).toBe(false)
})
