import { expect, test } from 'vitest'
import type { AdsRow } from '#platform/google-ads/row.ts'
import {
  firstPlacesPart,
  landingPagesPart,
  locationMatchesPart,
  trackingPart,
} from './rules/inventory-rows.ts'
import {
  assetGroupsPart,
  brandExclusionsPart,
  campaignSettingsPart,
  chosenPlacesPart,
  deviceModifiersPart,
  excludedPlacesPart,
  languagesPart,
  restrictedAdGroupsPart,
  simulationsPart,
} from './rules/inventory-settings.ts'

const campaign = { id: '7' }
const metrics = { impressions: '90', clicks: '9', costMicros: '4500000', conversions: 0.5 }
const sums = {
  impressions: 90,
  clicks: 9,
  costMicros: 4_500_000,
  conversionsMicros: 500_000,
  valueMicros: 0,
}

test('what Google leaves out of a row is its zero value', () => {
  expect(trackingPart([{ customer: {} }])).toEqual({
    status: 'UNKNOWN',
    acceptedCustomerDataTerms: false,
    enhancedConversionsForLeads: false,
    autoTagging: false,
  })
  const rows = [{ campaign, userLocationView: { countryCriterionId: '2724' }, metrics }]
  expect(locationMatchesPart(rows)).toEqual([
    { campaignId: '7', countryId: '2724', isTargeted: false, sums },
  ])
  expect(campaignSettingsPart([{ campaign }])).toEqual([
    {
      campaignId: '7',
      primaryStatusReasons: [],
      aiMaxEnabled: false,
      automations: [],
      restrictedDimensions: [],
      observedDimensions: [],
    },
  ])
})

test('settings: search partners by their own switch, what restricts and what is opted in', () => {
  const [setting] = campaignSettingsPart([
    {
      campaign: {
        ...campaign,
        networkSettings: { targetSearchNetwork: true, targetContentNetwork: false },
        assetAutomationSettings: [
          { assetAutomationType: 'TEXT_ASSET_AUTOMATION', assetAutomationStatus: 'OPTED_IN' },
          { assetAutomationType: 'GENERATE_LANDING_PAGE_TEXT', assetAutomationStatus: 'OPTED_OUT' },
        ],
        targetingSetting: {
          targetRestrictions: [
            { targetingDimension: 'AUDIENCE' },
            { targetingDimension: 'GENDER', bidOnly: true },
          ],
        },
        startDateTime: '2024-01-08 00:00:00',
        endDateTime: '2026-12-24 23:59:59',
      },
      campaignBudget: {
        referenceCount: '2',
        hasRecommendedBudget: false,
        recommendedBudgetAmountMicros: '9',
      },
    },
  ])
  expect(setting).toMatchObject({
    targetsSearchPartners: true,
    targetsDisplay: false,
    automations: ['TEXT_ASSET_AUTOMATION'],
    restrictedDimensions: ['AUDIENCE'],
    observedDimensions: ['GENDER'],
    budgetReferences: 2,
    startedOn: '2024-01-08',
    endsOn: '2026-12-24',
  })
  expect(setting).not.toHaveProperty('recommendedBudgetMicros')
})

test('a campaign of which Google gives no share of first places has none, and is not never the first', () => {
  const shares = {
    searchAbsoluteTopImpressionShare: 0.4,
    searchRankLostAbsoluteTopImpressionShare: 0.6,
  }
  expect(firstPlacesPart([{ campaign, metrics: { ...metrics, ...shares } }])).toEqual([
    { campaignId: '7', impressions: 90, first: 0.4, lostToRank: 0.6 },
  ])
  expect(firstPlacesPart([{ campaign, metrics }])).toEqual([])
})

test('pages are judged by their mobile visits only, and not without enough of them', () => {
  const page = (device: string, speedScore: string): AdsRow => ({
    campaign,
    adGroup: { id: '71' },
    landingPageView: { unexpandedFinalUrl: 'https://x.test/' },
    segments: { device },
    metrics: { ...metrics, speedScore, mobileFriendlyClicksPercentage: 0.8 },
  })
  const pages = landingPagesPart([page('DESKTOP', '2'), page('MOBILE', '0'), page('MOBILE', '4')])
  expect(pages.map(({ speedScore }) => speedScore)).toEqual([undefined, undefined, 4])
  expect(pages.map((one) => one.mobileFriendlyShare)).toEqual([undefined, 0.8, 0.8])
})

test('one answer of criteria makes modifiers and brand exclusions', () => {
  const criterion = (more: NonNullable<AdsRow['campaignCriterion']>) => ({
    campaign,
    campaignCriterion: { criterionId: '30001', ...more },
  })
  const rows = [
    criterion({ type: 'DEVICE', device: { type: 'MOBILE' } }),
    criterion({ type: 'DEVICE', device: { type: 'UNKNOWN' }, bidModifier: 0.5 }),
    criterion({ type: 'BRAND_LIST', negative: true }),
    criterion({ type: 'BRAND_LIST', negative: false }),
  ]
  expect(deviceModifiersPart(rows)).toEqual([
    { campaignId: '7', device: 'MOBILE', criterionId: '30001', modifier: 1 },
  ])
  expect(brandExclusionsPart(rows)).toEqual(['7'])
  expect(brandExclusionsPart(rows.slice(3))).toEqual([])
})

test('places that are excluded are told by what they are, those that are chosen are not', () => {
  const criterion = (more: NonNullable<AdsRow['campaignCriterion']>) => ({
    campaign,
    campaignCriterion: more,
  })
  const url = (negative?: boolean) => ({
    type: 'PLACEMENT',
    negative,
    placement: { url: 'a.example' },
  })
  const mobileAppCategory = { mobileAppCategoryConstant: 'mobileAppCategoryConstants/69500' }
  const rows = [
    criterion({ ...url(), placement: { url: 'b.example' } }),
    criterion(url(true)),
    criterion({ type: 'YOUTUBE_CHANNEL', negative: true, youtubeChannel: { channelId: 'UC1' } }),
    criterion({ type: 'MOBILE_APP_CATEGORY', negative: true, mobileAppCategory }),
    criterion({ type: 'BRAND_LIST', negative: true }),
  ]
  expect(excludedPlacesPart(rows)).toEqual([
    { campaignId: '7', type: 'PLACEMENT', place: 'a.example' },
    { campaignId: '7', type: 'YOUTUBE_CHANNEL', place: 'UC1' },
    { campaignId: '7', type: 'MOBILE_APP_CATEGORY', place: '69500' },
  ])
})

test('languages stand by campaign, of those alone that have any', () => {
  const of = (id: string, language: string) => ({
    campaign: { ...campaign, id },
    campaignCriterion: {
      type: 'LANGUAGE',
      language: { languageConstant: `languageConstants/${language}` },
    },
  })
  const place = { type: 'LOCATION', location: { geoTargetConstant: 'geoTargetConstants/2724' } }
  const rows = [
    of('7', '1003'),
    of('8', '1000'),
    of('7', '1038'),
    { campaign, campaignCriterion: place },
  ]
  expect(languagesPart(rows)).toEqual([
    { campaignId: '7', ids: ['1003', '1038'] },
    { campaignId: '8', ids: ['1000'] },
  ])
})

test('places that a campaign is to be shown in stand beside those where it is not', () => {
  const of = (id: string, place: string, negative?: boolean) => ({
    campaign: { ...campaign, id },
    campaignCriterion: {
      ...{ type: 'LOCATION', negative },
      location: { geoTargetConstant: `geoTargetConstants/${place}` },
    },
  })
  const rows = [
    of('7', '2724'),
    of('7', '20266', true),
    of('8', '20282', false),
    { campaign: { ...campaign, id: '9' }, campaignCriterion: { type: 'PROXIMITY' } },
    { campaign, campaignCriterion: { type: 'BRAND_LIST', negative: true } },
  ]
  expect(chosenPlacesPart(rows)).toEqual([
    { campaignId: '7', targeted: ['2724'], excluded: ['20266'] },
    { campaignId: '8', targeted: ['20282'], excluded: [] },
    { campaignId: '9', targeted: [], excluded: [], isAround: true },
  ])
})

test('simulated points ascend, whatever they are about', () => {
  const point = (targetRoas: number) => ({
    targetRoas,
    clicks: '10',
    costMicros: '2000000',
    biddableConversions: 1.5,
    biddableConversionsValue: 60,
  })
  const [one, ...others] = simulationsPart([
    {
      campaignSimulation: {
        campaignId: '7',
        type: 'TARGET_ROAS',
        startDate: '2026-11-13',
        endDate: '2026-11-19',
        targetRoasPointList: { points: [point(4), point(3)] },
      },
    },
    { campaignSimulation: { campaignId: '7', type: 'CPV_BID' } },
  ])
  expect(others).toEqual([])
  expect(one).toMatchObject({ type: 'TARGET_ROAS', from: '2026-11-13', to: '2026-11-19' })
  expect(one?.points.map(({ value }) => value)).toEqual([3, 4])
  expect(one?.points[0]).toMatchObject({ clicks: 10, conversionsMicros: 1_500_000 })
})

test('of ad groups those are kept that are restricted by something', () => {
  const of = (id: string, bidOnly?: boolean): AdsRow => ({
    campaign,
    adGroup: {
      id,
      targetingSetting: {
        targetRestrictions: [
          { targetingDimension: 'AUDIENCE', ...(bidOnly !== undefined && { bidOnly }) },
          { targetingDimension: 'AGE_RANGE', bidOnly: true },
        ],
      },
    },
  })
  // Google leaves out false.
  expect(
    restrictedAdGroupsPart([of('71'), of('72', true), { campaign, adGroup: { id: '73' } }]),
  ).toEqual([
    { campaignId: '7', adGroupId: '71', dimensions: ['AUDIENCE'], observed: ['AGE_RANGE'] },
  ])
})

test('asset groups know their own assets and signals', () => {
  const of = (id: string, more: AdsRow): AdsRow => ({ assetGroup: { id }, ...more })
  const groups = assetGroupsPart(
    ['1', '2'].map((id) => ({ campaign, assetGroup: { id, name: id, adStrength: 'GOOD' } })),
    ['LOGO', 'LOGO', 'HEADLINE'].map((fieldType) => of('1', { assetGroupAsset: { fieldType } })),
    [
      of('2', { assetGroupSignal: { searchTheme: { text: 'botas' } } }),
      of('2', { assetGroupSignal: { audience: { audience: 'customers/1/audiences/3' } } }),
    ],
  )
  expect(groups).toMatchObject([
    { id: '1', assetCounts: { LOGO: 2, HEADLINE: 1 }, searchThemes: 0, audienceSignals: 0 },
    { id: '2', assetCounts: {}, searchThemes: 1, audienceSignals: 1 },
  ])
})
