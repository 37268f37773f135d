import { expect, test } from 'vitest'
import type { ConversionAction } from '../../account/snapshot.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

const titles = (over: Partial<ConversionAction>) => {
  const action = {
    ...{ id: '5', name: 'Clics para llamar', status: 'ENABLED' as const, primaryForGoal: true },
    ...{ category: 'CONTACT', ...over },
  }
  const account = sampleAccount({ conversionActions: [action] })
  return found(account, 'conversion-counting').map(({ title }) => title)
}

test('what its owner cannot set is not told to be set otherwise', () => {
  const lastClick = { attributionModel: 'GOOGLE_ADS_LAST_CLICK' }
  const often = { countingType: 'MANY_PER_CLICK' as const }
  expect(titles({ ...lastClick, ...often, origin: 'WEBSITE' })).toHaveLength(2)
  expect(titles({ ...lastClick, ...often, origin: 'GOOGLE_HOSTED' })).toEqual([])
  expect(titles({ ...lastClick, ...often, type: 'GOOGLE_HOSTED' })).toEqual([])
  // An upload that says how much of each sale is Google's.
  expect(titles({ type: 'UPLOAD_CLICKS', attributionModel: 'EXTERNAL' })).toEqual([])
})
