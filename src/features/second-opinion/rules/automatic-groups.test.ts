import { expect, test } from 'vitest'
import { effectKindOf, groupAutomatic } from './automatic-groups.ts'

const EVENT = {
  at: '2026-10-01 08:00:00',
  clientType: 'GOOGLE_ADS_SCRIPTS',
  resourceType: 'CAMPAIGN_BUDGET',
  resourceName: 'customers/1/campaignBudgets/7',
  operation: 'UPDATE',
  changedFields: ['amount_micros'],
  oldResource: {},
  newResource: {},
  campaignId: null,
  adGroupId: null,
}

test('a budget that several campaigns share is a change to all of them', () => {
  const places = (campaignsOf: Map<number, number[]>) =>
    groupAutomatic([EVENT], campaignsOf).map(({ key, place }) => ({ key, place }))
  const by = '2026-10-01 GOOGLE_ADS_SCRIPTS'
  expect(places(new Map([[7, [21, 22]]]))).toEqual([
    { key: `${by} budget 7`, place: { adGroupId: null, campaignIds: ['21', '22'] } },
  ])
  expect(places(new Map([[7, [21]]]))).toEqual([
    { key: `${by} campaign 21`, place: { adGroupId: null, campaignIds: ['21'] } },
  ])
  expect(places(new Map())).toEqual([{ key: `${by} account`, place: null }])
})

test('what happens in an ad group is looked for there', () => {
  const inGroup = { ...EVENT, resourceType: 'AD_GROUP', campaignId: 21, adGroupId: 31 }
  const [group] = groupAutomatic([inGroup], new Map())
  expect(group!.key).toContain(' ad_group 31')
  expect(group!.place).toEqual({ adGroupId: '31', campaignIds: ['21'] })
})

test('a keyword that is removed saves, a negative that is removed buys more', () => {
  const removed = (criterion: object) =>
    effectKindOf([
      {
        ...{ ...EVENT, resourceType: 'AD_GROUP_CRITERION', operation: 'REMOVE' },
        oldResource: { adGroupCriterion: criterion },
      },
    ])
  expect(removed({ keyword: { text: 'botas' } })).toBe('saving')
  expect(removed({ keyword: { text: 'botas' }, negative: true })).toBe('budget')
})
