import type { NamedRule } from '../../findings/recommendation.ts'
import { adStrength } from './ad-strength.ts'
import { automaticChanges } from './automatic-changes.ts'
import { disapprovedAds } from './disapproved-ads.ts'
import { homepageLanding } from './homepage-landing.ts'
import { landingPages } from './landing-pages.ts'
import { losingAds } from './losing-ads.ts'
import { missingAssets } from './missing-assets.ts'
import { performanceMaxSetup } from './performance-max-setup.ts'
import { unreviewedAutomation } from './unreviewed-automation.ts'

export const AD_RULES: readonly NamedRule[] = [
  ['ad-strength', adStrength],
  ['losing-ads', losingAds],
  ['disapproved-ads', disapprovedAds],
  ['missing-assets', missingAssets],
  ['automatic-changes', automaticChanges],
  ['landing-pages', landingPages],
  ['homepage-landing', homepageLanding],
  ['performance-max-setup', performanceMaxSetup],
  ['unreviewed-automation', unreviewedAutomation],
]
