import type { Threshold } from './threshold.ts'

const own = 'own choice'

/** Of the rules about keywords. */
export const KEYWORDS_THRESHOLDS = {
  wholeCampaign: { value: 0.8, unit: 'fraction of the campaign’s cost', source: 'own' },
  soughtRate: {
    value: 3,
    unit: '× the rate of the rest of its campaign',
    source: 'worlds: 5.3 of the brand; a lead half as large',
  },
  soughtPrice: {
    value: 0.5,
    unit: '× the price of a click of the rest',
    source: 'worlds: .41 of the brand',
  },
  coreShare: { value: 0.1, unit: 'fraction of conversions', source: 'own; toprank: core is kept' },
  coreIdleExpected: {
    value: 30,
    unit: 'conversions that its cost would have bought',
    source: 'own: ten times what other keywords are judged by',
  },
  dearExpected: {
    value: 3,
    unit: 'conversions that its cost would have bought',
    source: 'audit practice: 3 expected ones',
  },
  dearTimes: {
    value: 1.8,
    unit: '× target CPA',
    source: 'own: beyond the 1.5 at which others warn',
  },
  dearTimesAssumed: { value: 3, unit: '× average CPA', source: own },
  dearKindShare: { value: 0.05, unit: 'fraction of keywords unlike their family', source: own },
  dearKindRate: { value: 0.3, unit: '× the conversion rate of the family', source: own },
  bidClicksSpread: {
    value: 0.5,
    unit: 'sd of the exponent',
    source: 'between advertisers, own: 0.04 to 1.1; MobileAds alone: 0.19',
  },
  keptSearches: {
    value: 0.8,
    unit: 'fraction of the clicks shown',
    source: 'own: of what is left of the saving little can be known',
  },
  bidClicksMin: {
    value: 0.2,
    unit: 'exponent',
    source: 'own: a higher bid is only offered where auctions are lost to rank',
  },
  bidClicksLeast: {
    value: 0.02,
    unit: 'exponent',
    source: 'saturated auctions, simulator: .04',
  },
  auctionsUsuallyWon: {
    value: 0.5,
    unit: 'fraction of those not lost to budget',
    source: 'own, of campaigns whose clicks follow the bid with exponent 1; saturated: above 0.8',
  },
  bidWithinCampaign: {
    value: 0.15,
    unit: 'sd of the exponents between keywords',
    source: 'own, where the account does not tell',
  },
  bidOwnDoubt: {
    value: 0.5,
    unit: "fraction of the exponent's variance that is each keyword's own",
    source: 'own: keywords of one campaign are as unlike as campaigns, simulators 0.04 to 1.1',
  },
  bidBetweenCampaigns: { value: 0.19, unit: 'sd of the exponents', source: 'MobileAds: 0.19' },
  bidPriceNoise: { value: 0.5, unit: 'sd of ln price of one click', source: own },
  priceDrift: { value: 0.08, unit: 'sd of ln, month to month', source: own },
  bidStepLeast: {
    value: 0.03,
    unit: 'ln of the change of a bid',
    source: 'own: less tells nothing',
  },
  bidPriceSpread: { value: 0.2, unit: 'sd of the exponent', source: own },
  bidPriceMin: { value: 0.05, unit: 'exponent', source: own },
  bidFalseDiscovery: {
    value: 0.045,
    unit: 'fraction',
    source: 'own: as its elasticity is common, the bids of a campaign err together',
  },
  bidFindings: { value: 300, unit: 'keywords at once', source: 'own: as many as can be read' },
  bidLostToBudget: { value: 0.1, unit: 'fraction', source: 'Optmyzr audit: 10–25 % warns' },
  duplicateCostShare: { value: 0.01, unit: 'fraction of spend', source: 'Optmyzr audit: > 1 %' },
  duplicateProbability: { value: 0.8, unit: 'fraction', source: own },
  sharedRegions: { value: 0.5, unit: 'fraction of clicks', source: own },
  sameKeywordCampaigns: {
    value: 4,
    unit: 'campaigns with one keyword',
    source: 'own: more are a plan by place',
  },
  broadCostShare: { value: 0.1, unit: 'fraction of campaign cost', source: own },
  broadProbability: { value: 0.8, unit: 'fraction', source: own },
  matchTypeClicks: { value: 100, unit: 'clicks', source: own },
  matchTypeRatio: { value: 1.2, unit: '× CPA of exact', source: 'audit practice: worse by > 20 %' },
  matchTypeProbability: { value: 0.9, unit: 'fraction', source: 'audit practice: P > .9' },
  lowQuality: { value: 4, unit: 'quality score', source: 'Optmyzr audit: spend on ≤ 4' },
  lowQualityShare: { value: 0.1, unit: 'fraction of spend', source: 'Optmyzr audit: > 10 % warns' },
  qualityKnownShare: { value: 0.5, unit: 'fraction of spend', source: own },
  goodQuality: { value: 7, unit: 'quality score', source: 'Optmyzr audit: ≥ 7 is well' },
  componentShare: { value: 0.2, unit: 'fraction of spend', source: 'audit practice: > 20 %' },
  landingComponentShare: { value: 0.15, unit: 'fraction of spend', source: 'the same: > 15 %' },
  qualityClicks: { value: 100, unit: 'clicks', source: own },
  silentShare: { value: 0.05, unit: 'fraction of keywords', source: 'claude-ads: > 5 % warns' },
  silentKeywords: { value: 5, unit: 'keywords', source: own },
  silentDays: { value: 30, unit: 'days', source: 'audit practice: 30 days without impressions' },
  brandConversionShare: {
    value: 0.15,
    unit: 'fraction of conversions',
    source: 'claude-ads: > 15 % warns',
  },
  brandMixShare: { value: 0.1, unit: 'fraction of campaign cost', source: own },
  brandLostShare: { value: 0.05, unit: 'fraction', source: 'TrueClicks: brand share < 95 %' },
  brandFirstShare: {
    value: 0.5,
    unit: 'fraction of the searches',
    source: 'TrueClicks: absolute top share < 50 %',
  },
} as const satisfies Record<string, Threshold>
