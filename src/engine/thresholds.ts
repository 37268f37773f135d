/** Every number that decides something, once, with where it comes from. */
type Threshold = { value: number; unit: string; source: string }

const own = 'own choice'

export const THRESHOLDS = {
  windowDays: { value: 90, unit: 'days', source: 'Adalysis, n-gram and harvest alerts: 90 days' },
  monthDays: { value: 30, unit: 'days', source: own },
  lagCoverage: { value: 0.9, unit: 'fraction', source: own },
  falseDiscoveryRate: { value: 0.05, unit: 'fraction', source: 'the usual 5 %' },
  wastefulFactor: { value: 1.5, unit: '× target CPA', source: 'CPA above 150 % of target' },
  minPriorClicks: { value: 5, unit: 'clicks', source: own },
  maxPriorClicks: { value: 10_000, unit: 'clicks', source: own },
  shapeCentre: { value: 2.5, unit: 'gamma shape', source: 'two real accounts: 0.5 and 11.6' },
  shapeSpread: { value: 1.5, unit: 'sd of its logarithm', source: 'the same' },
  priorUnits: { value: 30, unit: 'entities', source: own },
  priorConversions: { value: 20, unit: 'conversions', source: own },
  accountConversions: { value: 10, unit: 'conversions', source: own },
  unknownRateShape: {
    value: 2,
    unit: 'conversions',
    source: 'a 2 % rate worth 100 clicks',
  },
  unknownRateClicks: { value: 100, unit: 'clicks', source: 'the same' },
  candidateProbability: { value: 0.2, unit: 'fraction', source: own },
  enoughProbability: { value: 0.95, unit: 'fraction', source: 'one minus the discovery rate' },
  mostCertain: { value: 0.999, unit: 'fraction', source: own },
  candidateClicks: { value: 10, unit: 'clicks', source: 'toprank, search terms' },
  ngramTerms: { value: 5, unit: 'terms', source: own },
  ngramClicks: { value: 15, unit: 'clicks', source: own },
  ngramSpellings: { value: 5, unit: 'spellings', source: own },
  harvestConversions: { value: 2, unit: 'conversions', source: 'Adalysis: 2 in 90 days' },
  harvestUpliftMax: { value: 0.1, unit: 'fraction', source: 'practitioners, +5–10 %, unproven' },
  budgetLostShare: { value: 0.1, unit: 'fraction', source: 'Optmyzr audit: 10–25 % warns' },
  budgetElasticity: { value: 0.85, unit: 'exponent', source: own },
  budgetElasticitySd: { value: 0.1, unit: 'exponent', source: own },
  budgetElasticityMin: { value: 0.58, unit: 'exponent', source: 'practitioners, 2× spend = 1.5×' },
  budgetStep: { value: 1.2, unit: '× budget', source: 'practitioners: at most 20 % a week' },
  budgetProbability: { value: 0.8, unit: 'fraction', source: own },
  trackingClicks: { value: 100, unit: 'clicks', source: 'audit practice: ≥ 100 clicks' },
  trackingTail: { value: 0.01, unit: 'probability over all days', source: own },
  dispersion: { value: 1.5, unit: 'variance / mean', source: own },
  outageShare: { value: 0.25, unit: 'fraction of clicks', source: own },
  trackingProbability: { value: 0.8, unit: 'fraction', source: own },
  valueConversions: { value: 5, unit: 'conversions', source: own },
  brandKeywordShare: { value: 0.5, unit: 'fraction', source: 'audit practice: > 50 % brand' },
  genericKeywordShare: { value: 0.2, unit: 'fraction', source: own },
  overlapLimit: { value: 0.5, unit: 'fraction of cost', source: own },
  draws: { value: 2_000, unit: 'draws', source: own },
  highPriorityShare: { value: 0.05, unit: 'fraction of spend', source: own },
  highPriorityProbability: { value: 0.9, unit: 'fraction', source: own },
  mediumPriorityShare: { value: 0.01, unit: 'fraction of spend', source: own },
  mediumPriorityProbability: { value: 0.8, unit: 'fraction', source: own },
} as const satisfies Record<string, Threshold>

/**
 * Share of a click's conversions already reported `age` days after it, until an account's own curve
 * is known: 90 % after a week, all after two.
 */
export const DEFAULT_LAG_CURVE: readonly number[] = [
  0.5, 0.65, 0.74, 0.8, 0.84, 0.87, 0.89, 0.9, 0.92, 0.935, 0.95, 0.965, 0.98, 0.99, 1,
]
