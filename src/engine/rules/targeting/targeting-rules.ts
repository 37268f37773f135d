import type { NamedRule } from '../../recommendation.ts'

export const TARGETING_RULES: readonly NamedRule[] = []
