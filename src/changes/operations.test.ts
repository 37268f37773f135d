import { expect, test } from 'vitest'
import { unknownFields } from '#platform/google-ads/field-check.ts'
import { entitiesQuery } from '#platform/google-ads/queries.ts'
import { snakeCase } from '../platform/google-ads/field-paths.ts'
import { inverseOf } from './inverse.ts'
import {
  BIDDING_FIELDS,
  differences,
  type Image,
  type Operation,
  sameValue,
  targetOf,
} from './operations.ts'
import { RESOURCES } from './resources.ts'
import { stepProblems } from './step-limits.ts'
import { summaryOf, valuesOf } from './step-text.ts'

// What an operation touches, what takes it back, and how it reads.
const CAMPAIGN = 'customers/1/campaigns/2'
const change = (key: string, updateMask: string, update: object): Operation => ({
  [key]: { updateMask, update },
})

test.each(Object.entries(RESOURCES))('%s is read back by fields that v25 has', (key, shape) => {
  const own = ['resourceName', ...shape.labels, ...shape.identity, ...shape.settings]
  if (shape.hasStatus) own.push('status')
  if (key === 'campaignOperation') own.push(...BIDDING_FIELDS)
  const fields = own.map((path) => `${shape.from}.${snakeCase(path)}`)
  const around = shape.around.flatMap((place) => [`${place}.name`, `${place}.status`])
  const query = entitiesQuery({ from: shape.from, fields: [...fields, ...around], where: [] })
  expect(unknownFields(query)).toEqual([])
})

const settings: [string, Operation, Image][] = [
  [
    'networks',
    change('campaignOperation', 'networkSettings.targetContentNetwork', {
      resourceName: CAMPAIGN,
      networkSettings: { targetContentNetwork: false },
    }),
    { 'networkSettings.targetContentNetwork': true },
  ],
  [
    'auto-tagging',
    change('customerOperation', 'auto_tagging_enabled', {
      resourceName: 'customers/1',
      autoTaggingEnabled: true,
    }),
    { autoTaggingEnabled: false },
  ],
  [
    'a conversion action',
    change('conversionActionOperation', 'primaryForGoal,countingType', {
      resourceName: 'customers/1/conversionActions/3',
      primaryForGoal: false,
      countingType: 'ONE_PER_CLICK',
    }),
    { primaryForGoal: true, countingType: 'MANY_PER_CLICK' },
  ],
  [
    'Google’s auto-apply',
    change('recommendationSubscriptionOperation', 'status', {
      resourceName: 'customers/1/recommendationSubscriptions/KEYWORD',
      status: 'PAUSED',
    }),
    { status: 'ENABLED' },
  ],
  [
    'audiences to observe',
    change('campaignOperation', 'targetingSetting.targetRestrictions', {
      resourceName: CAMPAIGN,
      targetingSetting: { targetRestrictions: [{ targetingDimension: 'AUDIENCE', bidOnly: true }] },
    }),
    { 'targetingSetting.targetRestrictions': [{ targetingDimension: 'AUDIENCE', bidOnly: false }] },
  ],
]

test.each(settings)('%s: the inverse asks for what was there', (_name, operation, before) => {
  const target = targetOf(operation)
  expect(target.fields).toEqual(Object.keys(before))
  expect(differences(target.wanted, before, target.fields)).toEqual(target.fields)
  const inverse = targetOf(inverseOf(target, before, target.resourceName ?? '')!)
  expect(inverse.wanted).toEqual(before)
  expect([inverse.key, inverse.resourceName]).toEqual([target.key, target.resourceName])
})

test.each([
  ['MANUAL_CPC', {}, 'manualCpc.enhancedCpcEnabled', false],
  ['MAXIMIZE_CONVERSIONS', {}, 'maximizeConversions.targetCpaMicros', '0'],
  ['TARGET_CPA', { 'targetCpa.targetCpaMicros': '5' }, 'targetCpa.targetCpaMicros', '5'],
  ['TARGET_SPEND', {}, 'targetSpend.cpcBidCeilingMicros', '0'],
  ['TARGET_CPA', { biddingStrategy: 'customers/1/biddingStrategies/9' }, 'biddingStrategy', null],
])('another strategy instead of %s is taken back whole', (type, more, field, value) => {
  const target = targetOf(
    change('campaignOperation', 'maximizeConversionValue', {
      resourceName: CAMPAIGN,
      maximizeConversionValue: { targetRoas: 4 },
    }),
  )
  const before: Image = { biddingStrategyType: type, ...more }
  const inverse = targetOf(inverseOf(target, before, CAMPAIGN)!)
  expect(inverse.wanted).toEqual({ [field]: value ?? before[field] })
})

test('a field that was not set is cleared again', () => {
  const resourceName = 'customers/1/adGroupCriteria/2~3'
  const operation = change('adGroupCriterionOperation', 'cpcBidMicros', {
    resourceName,
    cpcBidMicros: '500000',
  })
  expect(inverseOf(targetOf(operation), {}, resourceName)).toEqual(
    change('adGroupCriterionOperation', 'cpcBidMicros', { resourceName }),
  )
})

test('what cannot be made again is not promised', () => {
  const removal = { adGroupAdOperation: { remove: 'customers/1/adGroupAds/2~3' } }
  expect(inverseOf(targetOf(removal), { status: 'ENABLED' }, '')).toBeNull()
  const asset = { assetOperation: { create: { calloutAsset: { calloutText: 'Envío gratis' } } } }
  expect(inverseOf(targetOf(asset), null, 'customers/1/assets/4')).toBeNull()
  expect(() => targetOf({ feedOperation: { remove: 'x' } })).toThrow('feedOperation')
})

test('values are the same however Google prints them', () => {
  expect(sameValue('targetCpa.targetCpaMicros', '0', undefined)).toBe(true)
  expect(sameValue('cpcBidMicros', 450000, '450000')).toBe(true)
  expect(sameValue('keyword.text', 'Botas', 'botas ')).toBe(true)
  const [one, two] = [{ text: 'a' }, { text: 'b', assetPerformanceLabel: 'GOOD' }]
  expect(sameValue('headlines', [one, two], [{ text: 'b' }, one])).toBe(true)
  expect(sameValue('headlines', [one], [two])).toBe(false)
})

const ALONE = { currencyCode: 'EUR', isShift: false, spentPerDayMicros: null }
const SHIFT = { currencyCode: 'EUR', isShift: true, spentPerDayMicros: null }

test('a budget that gives to others keeps seven tenths of what is spent, or of itself where that is not known', () => {
  const budget = (euros: number) =>
    targetOf(
      change('campaignBudgetOperation', 'amountMicros', {
        resourceName: 'customers/1/campaignBudgets/2',
        amountMicros: String(euros * 1e6),
      }),
    )
  const present = { amountMicros: '112000000' }
  const spending = (euros: number) => ({ ...SHIFT, spentPerDayMicros: euros * 1e6 })
  expect(stepProblems(budget(23.42), present, spending(105))).toEqual([
    expect.stringMatching(/quedaría un 78\s% por debajo de lo que se gasta al día/),
  ])
  expect(stepProblems(budget(23.42), present, SHIFT)).toEqual([
    expect.stringContaining('máximo prudente es el 30'),
  ])
  expect(stepProblems(budget(80), present, spending(105))).toEqual([])
  // What nothing is spent of may go.
  expect(stepProblems(budget(23.42), present, spending(30))).toEqual([])
})

test('the largest prudent step; of a shift the one who gets may get more', () => {
  const budget = targetOf(
    change('campaignBudgetOperation', 'amountMicros', {
      resourceName: 'customers/1/campaignBudgets/2',
      amountMicros: '13000000',
    }),
  )
  expect(stepProblems(budget, { amountMicros: '11000000' }, ALONE)).toEqual([])
  expect(stepProblems(budget, { amountMicros: '10000000' }, ALONE)).toEqual([
    expect.stringContaining('máximo prudente'),
  ])
  expect(stepProblems(budget, { amountMicros: '10000000' }, SHIFT)).toEqual([])
  const modifier = (bidModifier: number) =>
    targetOf(
      change('campaignCriterionOperation', 'bidModifier', {
        resourceName: 'customers/1/campaignCriteria/2~30001',
        bidModifier,
      }),
    )
  expect(stepProblems(modifier(0.7), {}, ALONE)).toEqual([])
  expect(stepProblems(modifier(0.5), {}, ALONE)).toHaveLength(1)
  expect(stepProblems(modifier(0), {}, ALONE)).toEqual([])
})

test('what the screen says of a step', () => {
  const names = {
    labels: {},
    campaignName: null,
    adGroupName: null,
    listName: null,
    regionName: null,
  }
  const [, networks, before] = settings[0]!
  const target = targetOf(networks)
  expect(summaryOf(target, { ...names, labels: { name: 'Marca' } })).toBe(
    'Cambiar la campaña «Marca»',
  )
  const interest = targetOf({
    adGroupCriterionOperation: { remove: 'customers/1/adGroupCriteria/2~3' },
  })
  const labels = { displayName: 'uservertical::80432', type: 'USER_INTEREST' }
  expect(summaryOf(interest, { ...names, labels })).toBe('Quitar el segmento «Intereses»')
  expect(valuesOf(target, before, 'EUR')).toEqual([
    { label: 'Red de Display', before: 'Sí', after: 'No' },
  ])
  const negative = targetOf({
    campaignCriterionOperation: {
      create: {
        campaign: CAMPAIGN,
        negative: true,
        keyword: { text: 'gratis', matchType: 'PHRASE' },
      },
    },
  })
  const inMarca = { ...names, labels: negative.wanted, campaignName: 'Marca' }
  expect(summaryOf(negative, inMarca)).toBe(
    'Añadir la palabra clave negativa «gratis» (de frase) en la campaña «Marca»',
  )
  expect(valuesOf(negative, null, 'EUR')).toEqual([])
})
