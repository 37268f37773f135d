import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  AD_APPROVALS,
  AD_STRENGTHS,
  AD_TYPES,
  MEDIA_TYPES,
  NO_AD_STRENGTH,
  PIECE_VERDICTS,
} from '../src/shared/ads-words/ads.ts'
import { adviceTitle, adviceTypeName } from '../src/shared/ads-words/advice.ts'
import {
  CHANGE_CLIENTS,
  CHANGE_OPERATIONS,
  CHANGED_RESOURCES,
} from '../src/shared/ads-words/changes.ts'
import { CAMPAIGN_TYPES } from '../src/shared/ads-words/entities.ts'
import { BIDDING_STRATEGIES } from '../src/shared/ads-words/settings.ts'

const CATALOGUE = join(import.meta.dirname, '../data/google-ads/field-types-v25.json.gz')
const { enums } = JSON.parse(gunzipSync(readFileSync(CATALOGUE)).toString()) as {
  enums: Record<string, string[]>
}
const namesOf = (name: string) => enums[name]!.filter((one) => !/^(UNSPECIFIED|UNKNOWN)$/.test(one))

test.each([
  ['AdType', AD_TYPES],
  ['AdStrength', { ...AD_STRENGTHS, ...NO_AD_STRENGTH }],
  ['PolicyApprovalStatus', AD_APPROVALS],
  ['AssetPerformanceLabel', PIECE_VERDICTS],
  ['AdvertisingChannelType', CAMPAIGN_TYPES],
  ['BiddingStrategyType', BIDDING_STRATEGIES],
  ['ChangeEventResourceType', CHANGED_RESOURCES],
  ['ChangeClientType', CHANGE_CLIENTS],
  ['ResourceChangeOperation', CHANGE_OPERATIONS],
])('every %s of Google has a Spanish word', (name, words: object) => {
  expect(namesOf(name).length).toBeGreaterThan(2)
  expect(namesOf(name).filter((one) => !(one in words))).toEqual([])
})

test('every place of an image, a logo or a video has a Spanish word', () => {
  const places = namesOf('AssetFieldType').filter((one) => /IMAGE|LOGO|VIDEO/.test(one))
  expect(Object.keys(MEDIA_TYPES).toSorted()).toEqual(places.toSorted())
})

test('every type of recommendation is told in Spanish, one of none yet too', () => {
  const types = namesOf('RecommendationType')
  const untold = types.filter((type) => adviceTitle(type) === adviceTitle('UNKNOWN'))
  expect(untold).toEqual([])
  for (const type of [...types, 'UNKNOWN', 'MADE_UP_OPT_IN'])
    for (const text of [adviceTitle(type), adviceTypeName(type)]) expect(text).not.toContain('_')
  expect(adviceTitle('UNKNOWN')).toBe('Recomendación de un tipo nuevo')
})
