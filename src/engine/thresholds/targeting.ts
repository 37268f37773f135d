import type { Threshold } from './threshold.ts'

export const TARGETING_THRESHOLDS = {} as const satisfies Record<string, Threshold>
