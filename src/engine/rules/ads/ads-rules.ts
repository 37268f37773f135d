import { adStrength } from './ad-strength.ts'
import { automaticChanges } from './automatic-changes.ts'
import { callAds } from './call-ads.ts'
import { deadLandingPages } from './dead-landing-pages.ts'
import { disapprovedAds } from './disapproved-ads.ts'
import { homepageLanding } from './homepage-landing.ts'
import { landingPages } from './landing-pages.ts'
import { losingAds } from './losing-ads.ts'
import { messageMatch } from './message-match.ts'
import { missingAssets } from './missing-assets.ts'
import { performanceMaxSetup } from './performance-max-setup.ts'
import { unreviewedAutomation } from './unreviewed-automation.ts'

export const AD_RULES = [
  adStrength,
  losingAds,
  disapprovedAds,
  callAds,
  missingAssets,
  automaticChanges,
  landingPages,
  homepageLanding,
  deadLandingPages,
  messageMatch,
  performanceMaxSetup,
  unreviewedAutomation,
]
