import type { Threshold } from './threshold.ts'

export const BIDDING_THRESHOLDS = {} as const satisfies Record<string, Threshold>
