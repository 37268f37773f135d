import type { Threshold } from './threshold.ts'

export const TRACKING_THRESHOLDS = {} as const satisfies Record<string, Threshold>
