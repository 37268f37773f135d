import type { Threshold } from './threshold.ts'

const own = 'own choice'

/** Of our verdict on what Google itself recommends. */
export const SECOND_OPINION_THRESHOLDS = {
  applyProbability: { value: 0.8, unit: 'fraction', source: 'the gate of our own budget advice' },
  dismissProbability: { value: 0.2, unit: 'fraction', source: 'one minus the gate to apply' },
  fewestConversions: { value: 5, unit: 'conversions in the window', source: own },
  /** From how many a saving that costs no conversions may be more than tried: fewer do not show which come of what is cut. */
  savingConversions: { value: 30, unit: 'conversions in the window', source: own },
  /** How far a promise about the same searches misses, besides what few conversions explain. */
  promiseDrift: { value: 0.28, unit: 'sd, fraction', source: 'MobileAds experiment, conversions' },
  /** The same where the promise is about searches or places the account has not paid for yet. */
  newTrafficDrift: { value: 0.5, unit: 'sd, fraction', source: own },
  /** Headlines and links beyond which one more changes little. */
  enoughSitelinks: { value: 4, unit: 'sitelinks', source: 'audit practice: at least 4' },
  enoughCallouts: { value: 4, unit: 'callouts', source: 'audit practice: at least 4' },
  mostLiveAds: { value: 3, unit: 'responsive ads per ad group', source: "Google's limit" },
} as const satisfies Record<string, Threshold>
