import type { Threshold } from './threshold.ts'

const own = 'own choice'

/** Of the rules about budgets and bidding. */
export const BIDDING_THRESHOLDS = {
  simulationSpread: { value: 0.25, unit: 'sd, fraction of the change', source: own },
  simulationResidual: { value: 0.1, unit: 'sd, fraction of the change', source: own },
  simulationElasticitySd: { value: 0.05, unit: 'exponent', source: own },
  shiftStep: { value: 0.3, unit: 'fraction of the budget', source: 'toprank: shift 20–30 %' },
  shiftDays: { value: 21, unit: 'days since a campaign began', source: 'own: three whole weeks' },
  shiftIdleDays: { value: 7, unit: 'days without an impression', source: own },
  shiftConversions: { value: 5, unit: 'conversions per campaign', source: own },
  shiftLeast: { value: 0.02, unit: 'fraction of the budget', source: own },
  shiftGain: { value: 0.01, unit: 'fraction of the value', source: own },
  shiftProbability: { value: 0.9, unit: 'fraction', source: '80 % interval above 0' },
  rankLostShare: {
    value: 0.3,
    unit: 'fraction',
    source: 'audit practice: > 30 % warns, > 50 % fails',
  },
  rankProbability: { value: 0.8, unit: 'fraction', source: own },
  rankResponse: { value: 0.77, unit: 'exponent', source: 'practitioners: 2× spend = 1.5–1.7×' },
  smartConversions: { value: 15, unit: 'conversions in 30 days', source: 'claude-ads: 15–30' },
  smartManyConversions: { value: 30, unit: 'conversions in 30 days', source: 'claude-ads: > 30' },
  smartProbability: { value: 0.8, unit: 'fraction', source: own },
  targetOff: { value: 1.2, unit: '× target', source: 'audit practice: off by > 20 %' },
  targetProbability: { value: 0.9, unit: 'fraction', source: own },
  targetStep: { value: 0.15, unit: 'fraction of the target', source: 'whitead: ≤ 15 % in 7 days' },
  targetConversions: { value: 15, unit: 'conversions', source: own },
  changeDays: { value: 7, unit: 'days', source: 'whitead: in 7 days' },
  recentDays: { value: 14, unit: 'days', source: own },
  budgetChange: { value: 0.2, unit: 'fraction', source: 'whitead: budget > 20 % in 7 days' },
  targetChange: { value: 0.15, unit: 'fraction', source: 'whitead: target > 15 % in 7 days' },
  learningShare: { value: 0.25, unit: 'fraction of campaigns', source: 'claude-ads: > 25 % warns' },
  learningCampaigns: { value: 3, unit: 'campaigns', source: own },
  thinClicks: { value: 10, unit: '× average CPC', source: 'toprank: < 10 × CPC' },
  thinKeywords: { value: 20, unit: 'keywords', source: 'toprank: 20 or more' },
  thinMeasuredClicks: { value: 10, unit: 'clicks', source: own },
  sharedRatio: { value: 2, unit: '× CPA', source: own },
  sharedProbability: { value: 0.9, unit: 'fraction', source: own },
} as const satisfies Record<string, Threshold>
