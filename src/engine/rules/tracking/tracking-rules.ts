import type { NamedRule } from '../../recommendation.ts'
import { conversionTracking } from './conversion-tracking.ts'

export const TRACKING_RULES: readonly NamedRule[] = [['conversion-tracking', conversionTracking]]
