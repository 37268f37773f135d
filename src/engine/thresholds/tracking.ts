import type { Threshold } from './threshold.ts'

const own = 'own choice'

/** Of the rules about conversion tracking. */
export const TRACKING_THRESHOLDS = {
  trackingClicks: { value: 100, unit: 'clicks', source: 'audit practice: ≥ 100 clicks' },
  trackingTail: { value: 0.01, unit: 'probability over all days', source: own },
  lossProbability: { value: 0.8, unit: 'probability', source: own },
  partialLossesAYear: {
    value: 5,
    unit: 'failures of a part, a year',
    source: 'no public figure; set by the false alarms of the tracking evaluation',
  },
  fullLossesAYear: { value: 1.6, unit: 'outages a year', source: 'the same' },
  slowLagDoubt: { value: 0.12, unit: 'probability', source: own },
  slowLagDoubtKnown: { value: 0.02, unit: 'probability', source: own },
  outageShare: { value: 0.25, unit: 'fraction of clicks', source: own },
  trackingProbability: { value: 0.8, unit: 'fraction', source: own },
  primariesMost: { value: 5, unit: 'primary actions', source: 'Optmyzr audit: > 5 primaries' },
  microEventShare: {
    value: 0.5,
    unit: 'fraction of conversions',
    source: 'own: most of what is counted is no sale',
  },
  stepsAreVisits: {
    value: 0.25,
    unit: 'steps per click',
    source: 'own: hardly any page sells to one in four; one in three looks at a second page',
  },
  silentBeside: {
    value: 20,
    unit: 'conversions of the others',
    source: 'own: of as many some would have come by it',
  },
  twinActionConversions: { value: 20, unit: 'conversions of each', source: own },
  twinActionDays: { value: 14, unit: 'days with conversions', source: own },
  twinActionRatio: { value: 0.1, unit: 'fraction off 1', source: 'audit practice: ratio ~ 1' },
  twinActionCorrelation: { value: 0.9, unit: 'correlation', source: 'audit practice: > 0.9' },
  twinActionTail: { value: 0.01, unit: 'probability by chance', source: own },
  proofDays: { value: 45, unit: 'days', source: 'own: good ones are few, and told late' },
  countedAgain: {
    value: 0.15,
    unit: 'fraction of all conversions',
    source: 'own: as far as what is paid may lie from what is asked for, nearly',
  },
  partActionRatio: {
    value: 0.6,
    unit: 'fraction of the other',
    source: 'own: Google matches 60–90 % of uploaded leads',
  },
  partActionTail: { value: 1e-5, unit: 'probability by chance', source: own },
  lateLagShare: {
    value: 0.1,
    unit: 'fraction',
    source: 'audit practice: > 10 % in the last bucket',
  },
  lateLagConversions: { value: 20, unit: 'conversions', source: own },
  unlikeKindShare: {
    value: 0.15,
    unit: 'fraction of conversions that are not of the commonest kind',
    source: own,
  },
  emptyValueShare: { value: 0.5, unit: 'fraction of conversions', source: own },
  emptyValueBid: {
    value: 0.2,
    unit: 'fraction of the conversions of what bids for their value',
    source: 'own: what bidding does not see it does not buy',
  },
  emptyValueUsual: { value: 0.1, unit: 'fraction of conversions', source: own },
  emptyValueConversions: { value: 10, unit: 'conversions', source: own },
  allActionsShare: { value: 0.8, unit: 'fraction of conversions', source: own },
  actionSilentDays: { value: 3, unit: 'days', source: own },
  importBatchDays: { value: 35, unit: 'days', source: 'own: a month, and some days to upload it' },
  importSilentDays: { value: 7, unit: 'days', source: 'audit practice: none in 7–30 days' },
} as const satisfies Record<string, Threshold>
