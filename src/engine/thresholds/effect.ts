import type { Threshold } from './threshold.ts'

/** Of the measurement of what was applied. */
export const EFFECT_THRESHOLDS = {
  windowDays: { value: 28, unit: 'days', source: 'four whole weeks' },
  blackoutDays: { value: 7, unit: 'days', source: 'learning after a change: about a week' },
  enoughPlacebos: {
    value: 10,
    unit: 'entities',
    source: 'own choice; what is unsure of fewer widens by t',
  },
  conversionDrift: { value: 0.25, unit: 'sd of a logarithm', source: 'MobileAds experiment, .28' },
  clickDrift: { value: 0.5, unit: 'sd of a logarithm', source: 'MobileAds experiment, .58' },
  periodsUnlike: {
    value: 0.25,
    unit: 'variance over mean² of drift² between periods',
    source: 'own choice: half of the periods are wilder or calmer by a sixth',
  },
  wilderThanPast: {
    value: 0.25,
    unit: 'p-value',
    source: 'own choice: a sale in the window makes it wilder; from here down the past counts less',
  },
  surelyWilder: { value: 0.1, unit: 'p-value', source: 'own choice: the past does not count' },
  divertedShare: {
    value: 0.3,
    unit: 'sd, fraction of what was edited',
    source: 'own choice: of what stops, a tenth to a half goes on beside it',
  },
  mostEdited: {
    value: 0.5,
    unit: 'fraction of the cost',
    source: 'own choice: what is left is another entity beyond it',
  },
  partsAlike: {
    value: 0.4,
    unit: 'correlation',
    source: 'own choice: how campaigns of one card drift; keywords of one shop .05',
  },
  placeboEvents: { value: 10, unit: 'events per window', source: 'own choice' },
  noMatterShare: { value: 0.05, unit: 'fraction of the spend', source: 'own choice' },
  noMatterMicros: { value: 10_000_000, unit: 'micros a month', source: 'own choice' },
  netCorrelation: { value: 0.5, unit: 'correlation', source: 'own choice: clicks drive both' },
  missingWeeks: { value: 26, unit: 'weeks', source: 'own choice: later than that is never' },
  beganLeast: { value: 4, unit: 'days', source: 'own choice: a long weekend is no beginning' },
  disturbedLeast: { value: 2, unit: 'days', source: 'own choice' },
  disturbedMost: { value: 14, unit: 'days', source: 'half a window' },
  disturbedZ: {
    value: 3.8,
    unit: 'standard deviations',
    source: 'one in six calm accounts loses days, which costs no truth',
  },
  oddMost: {
    value: 21,
    unit: 'days',
    source: 'own choice: half a tag lost for three of four weeks is no effect either',
  },
  oddLowZ: {
    value: 1.8,
    unit: 'standard deviations',
    source:
      'own choice: of half a tag lost half of the verdicts are withheld, of calm weeks one in ten',
  },
  oddHighZ: {
    value: 3,
    unit: 'standard deviations',
    source: 'own choice: days counted double are rare, and right savings would wait for them',
  },
  nextErrorSpread: {
    value: 0.28,
    unit: 'sd of a logarithm',
    source:
      'standard error of the next four weeks over that of the last, 16 made-up worlds: .22 to .5',
  },
  withheldShare: {
    value: 0.05,
    unit: 'fraction of sure verdicts',
    source: 'withheld for odd days, of some 5,000 in 16 made-up worlds: .01 to .12',
  },
  disturbedEvents: { value: 20, unit: 'events', source: 'own choice' },
  effectSpread: { value: 0.2, unit: 'sd of a logarithm', source: 'own choice' },
  confounderDrift: { value: 0.15, unit: 'sd of a logarithm', source: 'own choice' },
  confounderLimit: { value: 5, unit: 'changes of one campaign', source: 'own choice' },
} as const satisfies Record<string, Threshold>
