import { audienceSetup } from './audience-setup.ts'
import { devicePerformance } from './device-performance.ts'
import { hourPerformance } from './hour-performance.ts'
import { locationTargeting } from './location-targeting.ts'
import { searchPartners } from './search-partners.ts'
import { wastedPlacements } from './wasted-placements.ts'

export const TARGETING_RULES = [
  devicePerformance,
  hourPerformance,
  locationTargeting,
  searchPartners,
  audienceSetup,
  wastedPlacements,
]
