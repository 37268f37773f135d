import type { Threshold } from './threshold.ts'

const own = 'own choice'
const practice = 'Opteo and Adalysis, bid adjustments'

export const TARGETING_THRESHOLDS = {
  modifierConversions: { value: 30, unit: 'conversions, slice and rest', source: own },
  modifierAdjustedP: { value: 0.1, unit: 'two-sided probability', source: '|z| ≥ 1.64 after BH' },
  stayingAdjustedP: {
    value: 0.15,
    unit: 'two-sided probability',
    source: 'own: what is shown stays until |z| < 1.44 after BH, for a day moves z by as much',
  },
  stayingDoubt: {
    value: 0.6,
    unit: 'times the probability of being wrong',
    source:
      'own: what is shown is as sure as it was until it is wrong half as often again and more',
  },
  rareConversions: { value: 10, unit: 'conversions', source: own },
  modifierLeast: { value: 0.05, unit: 'fraction of the bid', source: own },
  scheduleDays: { value: 56, unit: 'days', source: `${practice}: 90 days; eight weeks at least` },
  scheduleBlockHours: { value: 4, unit: 'hours', source: `${practice}: slots of 4–6 hours` },
  slicePlainChance: { value: 0.05, unit: 'probability by chance', source: 'usual level of tests' },
  sliceShape: { value: 2.5, unit: 'gamma shape', source: 'as between terms: 0.5 to 11.6' },
  sliceClicks: { value: 30, unit: 'clicks', source: own },
  partnersRate: {
    value: 0.85,
    unit: '× the conversion rate of Google’s search',
    source: 'own: a little less; experts disagree whether partners pay',
  },
  partnersAccounts: { value: 4, unit: 'gamma shape, between accounts', source: own },
  partnersCampaigns: { value: 8, unit: 'gamma shape, between campaigns', source: own },
  displayRate: {
    value: 0.25,
    unit: '× the conversion rate of Google’s search',
    source: 'WordStream, 2018: 3.75 % on search, 0.77 % on Display',
  },
  displayAccounts: { value: 2, unit: 'gamma shape, between accounts', source: own },
  displayCampaigns: { value: 4, unit: 'gamma shape, between campaigns', source: own },
  sliceCostShare: { value: 0.01, unit: 'fraction of the campaign', source: own },
  displayOnSearchProbability: { value: 0.7, unit: 'fraction', source: 'claude-ads: fails' },
  audienceSetupProbability: { value: 0.7, unit: 'fraction', source: own },
  userListSize: { value: 1_000, unit: 'users', source: 'Google: at least 1,000 on Search' },
  placeRatio: { value: 1.2, unit: '× CPA of the rest', source: 'audit practice: worse by > 20 %' },
  placeProbability: { value: 0.9, unit: 'fraction', source: 'audit practice: P > .9' },
  placementClicks: { value: 10, unit: 'clicks', source: own },
  placementFalseDiscovery: {
    value: 0.042,
    unit: 'fraction',
    source: 'the usual 5 %, less what learning from some dozens of places adds to it',
  },
  placementsShown: { value: 100, unit: 'placements of one campaign', source: own },
  excludedDeviceProbability: { value: 0.5, unit: 'fraction', source: own },
} as const satisfies Record<string, Threshold>
