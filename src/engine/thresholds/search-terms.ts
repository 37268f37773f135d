import type { Threshold } from './threshold.ts'

export const SEARCH_TERMS_THRESHOLDS = {} as const satisfies Record<string, Threshold>
