import type { KeptInventory, KeptPart } from '#engine/account/kept-inventory.ts'
import { INVENTORY_QUERIES } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import * as rows from './inventory-rows.ts'
import * as settings from './inventory-settings.ts'

/** What is asked together, and the parts its answers make; refused together, too. */
export type InventoryQuestion = {
  parts: readonly KeptPart[]
  /** In the order in which `toParts` gets their answers; one operation each. */
  queries: readonly string[]
  toParts: (...answers: AdsRow[][]) => KeptInventory
  /** Asked only where there is such a campaign; the part is empty otherwise. */
  needs?: CampaignWith
  /** Google's own, the same for all accounts: asked again after a month. */
  isConstant?: true
  /** What a person sets at Google, and wants to see here. */
  isSetting?: true
}

/** What a campaign may be, or have. */
export type CampaignWith = 'PERFORMANCE_MAX' | 'portfolio' | 'ad-group-audience'

const Q = INVENTORY_QUERIES

/** How long conversions take decides which days the others are about; then settings, which rules need most. */
export const INVENTORY_QUESTIONS: readonly InventoryQuestion[] = [
  ask('conversionLags', [Q.conversionLags], rows.conversionLagsPart),
  setting('tracking', [Q.tracking], rows.trackingPart),
  setting('campaignSettings', [Q.campaignSettings], settings.campaignSettingsPart),
  {
    parts: [
      'deviceModifiers',
      'adSchedules',
      'brandExclusions',
      'excludedPlaces',
      'chosenPlaces',
      'languages',
    ],
    queries: [Q.campaignCriteria],
    isSetting: true,
    toParts: (criteria = []) => ({
      deviceModifiers: settings.deviceModifiersPart(criteria),
      adSchedules: settings.adSchedulesPart(criteria),
      brandExclusions: settings.brandExclusionsPart(criteria),
      excludedPlaces: settings.excludedPlacesPart(criteria),
      chosenPlaces: settings.chosenPlacesPart(criteria),
      languages: settings.languagesPart(criteria),
    }),
  },
  {
    ...setting('restrictedAdGroups', [Q.adGroupTargeting], settings.restrictedAdGroupsPart),
    needs: 'ad-group-audience',
  },
  setting('autoApply', [Q.autoApply], rows.autoApplyPart),
  setting('negativeLists', [Q.negativeLists], rows.negativeListsPart),
  { ...ask('billableUnits', [Q.billableUnits], rows.billableUnitsPart), isConstant: true },
  ask('conversionDays', [Q.conversionDays], rows.conversionDaysPart),
  ask('lastConversions', [Q.lastConversions], rows.lastConversionsPart),
  ask('firstPlaces', [Q.firstPlaces], rows.firstPlacesPart),
  ask('networks', [Q.networks], rows.networksPart),
  ask('simulations', [Q.simulations], settings.simulationsPart),
  {
    ...ask('portfolioSimulations', [Q.portfolioSimulations], settings.portfolioSimulationsPart),
    needs: 'portfolio',
  },
  ask('locationMatches', [Q.locationMatches], rows.locationMatchesPart),
  ask('landingPages', [Q.landingPages], rows.landingPagesPart),
  ask('demographics', [Q.ages, Q.genders], (ages, genders) =>
    rows.demographicsPart(ages, genders ?? []),
  ),
  ask('placements', [Q.placements], rows.placementsPart),
  ask('aiMaxTerms', [Q.aiMaxTerms], rows.aiMaxTermsPart),
  ask('userLists', [Q.userLists], rows.userListsPart),
  {
    ...ask(
      'assetGroups',
      [Q.assetGroups, Q.assetGroupAssets, Q.assetGroupSignals],
      (groups, assets, signals) => settings.assetGroupsPart(groups, assets ?? [], signals ?? []),
    ),
    needs: 'PERFORMANCE_MAX',
  },
]

function ask<K extends KeptPart>(
  part: K,
  queries: readonly string[],
  toPart: (first: AdsRow[], ...others: AdsRow[][]) => KeptInventory[K],
): InventoryQuestion {
  return {
    parts: [part],
    queries,
    toParts: (first = [], ...others) => ({ [part]: toPart(first, ...others) }),
  }
}

function setting<K extends KeptPart>(...asked: Parameters<typeof ask<K>>): InventoryQuestion {
  return { ...ask(...asked), isSetting: true }
}
