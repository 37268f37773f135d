import type { Threshold } from './threshold.ts'

export const ADS_THRESHOLDS = {} as const satisfies Record<string, Threshold>
