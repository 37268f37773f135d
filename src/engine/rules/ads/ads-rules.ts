import type { NamedRule } from '../../recommendation.ts'

export const AD_RULES: readonly NamedRule[] = []
