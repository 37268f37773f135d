import { MICROS } from '#shared/metrics.ts'
import type { Surroundings } from '../second-opinion/advice.ts'
import { usualExponent } from '../statistics/budget-response.ts'

/** 90 days of a search campaign: 9,000 € for 450 conversions, whose values tell nothing. */
export function sampleSurroundings(
  more: Partial<Surroundings>,
  campaign: Partial<NonNullable<Surroundings['campaign']>> = {},
): Surroundings {
  return {
    currencyCode: 'EUR',
    days: 90,
    blocked: null,
    knownShare: 1,
    campaign: {
      id: '9',
      name: 'Búsqueda',
      status: 'ENABLED',
      channelType: 'SEARCH',
      budgetMicros: 200 * MICROS,
      budgetShared: false,
      sums: {
        impressions: 100_000,
        clicks: 9_000,
        costMicros: 9_000 * MICROS,
        conversionsMicros: 450 * MICROS,
        valueMicros: 0,
      },
      ...campaign,
    },
    target: null,
    jointSums: null,
    isJoint: false,
    valuesTell: false,
    settings: null,
    preferences: {},
    isSettling: false,
    budgetElasticity: null,
    budgetExponent: usualExponent(),
    sideNetworks: { SEARCH_PARTNERS: null, CONTENT: null },
    sitelinks: 0,
    callouts: 0,
    liveAds: 1,
    ...more,
  }
}
