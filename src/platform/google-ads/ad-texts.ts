import { snakeCase } from './field-paths.ts'

type TextFields = { headlines: readonly string[]; descriptions: readonly string[] }

const LISTS: TextFields = { headlines: ['headlines'], descriptions: ['descriptions'] }
const ONE: TextFields = { headlines: ['headline'], descriptions: ['description'] }

/** Where ads have their texts, by kind; a field holds one text or several. An ad has fields of its own kind alone. */
export const AD_TEXT_FIELDS: Readonly<Record<string, TextFields>> = {
  responsiveSearchAd: LISTS,
  responsiveDisplayAd: { ...LISTS, headlines: ['headlines', 'longHeadline'] },
  demandGenMultiAssetAd: LISTS,
  demandGenVideoResponsiveAd: { ...LISTS, headlines: ['headlines', 'longHeadlines'] },
  demandGenCarouselAd: ONE,
  demandGenProductAd: ONE,
  videoResponsiveAd: { ...LISTS, headlines: ['headlines', 'longHeadlines'] },
  appAd: LISTS,
  localAd: LISTS,
  smartCampaignAd: LISTS,
  expandedTextAd: {
    headlines: ['headlinePart1', 'headlinePart2', 'headlinePart3'],
    descriptions: ['description', 'description2'],
  },
  expandedDynamicSearchAd: { headlines: [], descriptions: ['description', 'description2'] },
  textAd: { headlines: ['headline'], descriptions: ['description1', 'description2'] },
  legacyResponsiveDisplayAd: {
    headlines: ['shortHeadline', 'longHeadline'],
    descriptions: ['description'],
  },
}

/** For a query of ads. */
export const AD_TEXT_PATHS = Object.entries(AD_TEXT_FIELDS)
  .flatMap(([kind, { headlines, descriptions }]) =>
    [...headlines, ...descriptions].map(
      (field) => `ad_group_ad.ad.${snakeCase(`${kind}.${field}`)}`,
    ),
  )
  .join(', ')
