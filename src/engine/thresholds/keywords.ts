import type { Threshold } from './threshold.ts'

export const KEYWORDS_THRESHOLDS = {} as const satisfies Record<string, Threshold>
