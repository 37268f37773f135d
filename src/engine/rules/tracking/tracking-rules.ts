import { conversionCounting } from './conversion-counting.ts'
import { conversionTracking } from './conversion-tracking.ts'
import { duplicateConversions } from './duplicate-conversions.ts'
import { missingConversionValues } from './missing-conversion-values.ts'
import { trackingSettings } from './tracking-settings.ts'

export const TRACKING_RULES = [
  conversionTracking,
  duplicateConversions,
  conversionCounting,
  trackingSettings,
  missingConversionValues,
]
