import { expect, test } from 'vitest'
import { ADS_THRESHOLDS } from './ads.ts'
import { BIDDING_THRESHOLDS } from './bidding.ts'
import { COMMON_THRESHOLDS } from './common.ts'
import { KEYWORDS_THRESHOLDS } from './keywords.ts'
import { SEARCH_TERMS_THRESHOLDS } from './search-terms.ts'
import { TARGETING_THRESHOLDS } from './targeting.ts'
import { THRESHOLDS } from './thresholds.ts'
import { TRACKING_THRESHOLDS } from './tracking.ts'

test('no two have one name: the later would be read for both', () => {
  const groups = [
    ...[COMMON_THRESHOLDS, TRACKING_THRESHOLDS, SEARCH_TERMS_THRESHOLDS, KEYWORDS_THRESHOLDS],
    ...[BIDDING_THRESHOLDS, TARGETING_THRESHOLDS, ADS_THRESHOLDS],
  ]
  const names = groups.flatMap((group) => Object.keys(group))
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([])
  expect(Object.keys(THRESHOLDS).toSorted()).toEqual(names.toSorted())
})
