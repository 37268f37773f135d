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
  placeboEvents: { value: 10, unit: 'events per window', source: 'own choice' },
  noChange: { value: 0.1, unit: 'fraction', source: 'own choice' },
  effectSpread: { value: 0.2, unit: 'sd of a logarithm', source: 'own choice' },
  confounderDrift: { value: 0.15, unit: 'sd of a logarithm', source: 'own choice' },
  confounderLimit: { value: 5, unit: 'changes', source: 'own choice' },
  calibrationWeight: { value: 5, unit: 'measured cases', source: 'own choice' },
} as const satisfies Record<string, Threshold>
