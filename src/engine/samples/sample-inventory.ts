import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type {
  AccountInventory,
  AdFacts,
  AssetGroup,
  CampaignSettings,
  CampaignSimulation,
  LookedPage,
} from '../account/inventory.ts'
import type { Column } from '../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../account/snapshot.ts'
import { campaign, keyword, sampleAccount, sums } from './sample-account.ts'

/** Builders of what the sample shop is set up like, for tests: campaign 1, ad group 11, healthy unless told. */

export function settings(over: Partial<CampaignSettings> = {}): CampaignSettings {
  return {
    campaignId: '1',
    positiveGeoTargetType: 'PRESENCE',
    targetsSearch: true,
    targetsSearchPartners: false,
    targetsDisplay: false,
    primaryStatusReasons: [],
    adRotation: 'OPTIMIZE',
    automations: [],
    restrictedDimensions: [],
    observedDimensions: [],
    hasBrandExclusion: true,
    ...over,
  }
}

export function ad(over: Partial<AdFacts> = {}): AdFacts {
  const texts = (word: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ text: `${word} ${'abcdefghijklmno'[i]}` }))
  return {
    campaignId: '1',
    adGroupId: '11',
    adId: '901',
    type: 'RESPONSIVE_SEARCH_AD',
    status: 'ENABLED',
    strength: 'GOOD',
    approvalStatus: 'APPROVED',
    policyTopics: [],
    headlines: texts('Zapatos', 10),
    descriptions: texts('Envío gratis', 4),
    finalUrls: ['https://lumbre.example/zapatos/mujer'],
    sums: sums(4_500, 180),
    ...over,
  }
}

/** In order, and about what the ad group is about. */
export function lookedPage(over: Partial<LookedPage> = {}): LookedPage {
  const address = over.address ?? 'https://lumbre.example/zapatos/mujer'
  return {
    address,
    lookedAt: '2026-11-20 04:12:00',
    isFine: true,
    endedAt: address,
    title: 'Zapatos de mujer | Lumbre',
    headings: ['Zapatos de mujer', 'Botines', 'Sandalias'],
    ...over,
  }
}

export function assetGroup(over: Partial<AssetGroup> = {}): AssetGroup {
  return {
    id: '71',
    campaignId: '7',
    name: 'Catálogo',
    status: 'ENABLED',
    strength: 'GOOD',
    assetCounts: { MARKETING_IMAGE: 8, SQUARE_MARKETING_IMAGE: 8, LOGO: 4, YOUTUBE_VIDEO: 3 },
    searchThemes: 5,
    audienceSignals: 1,
    ...over,
  }
}

export const maxCampaign = (over: Partial<CampaignFacts<Column>> = {}) =>
  campaign({
    id: '7',
    name: 'Máximo rendimiento',
    channelType: 'PERFORMANCE_MAX',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    budgetId: '97',
    sums: sums(5_000, 200),
    impressionShare: { eligible: 0, lostToBudget: 0, lostToRank: 0 },
    ...over,
  })

/** The days of the window, each with the same sums. */
export function daily(account: WholeSnapshot, adId: string, clicks: number, conversions: number) {
  const { from, to } = account.window
  return eachDay(from, to).map((day) => ({
    adId,
    adGroupId: '11',
    day,
    ...sums(clicks, conversions),
    impressions: 1_000,
  }))
}

/** Every split known and nothing wrong in any of them. */
export function healthyInventory(): AccountInventory {
  const half = sums(4_500, 180)
  return {
    campaignSettings: [settings(), settings({ campaignId: '7' })],
    changes: [],
    devices: [
      { campaignId: '1', device: 'MOBILE', sums: half },
      { campaignId: '1', device: 'DESKTOP', sums: half },
    ],
    deviceModifiers: [{ campaignId: '1', device: 'MOBILE', criterionId: '30001', modifier: 1 }],
    hours: Array.from({ length: 168 }, (_, i) => ({
      campaignId: '1',
      weekday: Math.floor(i / 24) + 1,
      hour: i % 24,
      sums: sums(50, 2),
    })),
    adSchedules: [],
    locationMatches: [
      { campaignId: '1', countryId: '2724', isTargeted: true, sums: sums(8_500, 340) },
      { campaignId: '1', countryId: '2724', isTargeted: false, sums: sums(500, 20) },
    ],
    regions: [
      { campaignId: '1', regionId: '20282', name: 'Madrid', sums: half },
      { campaignId: '1', regionId: '20271', name: 'Cataluña', sums: half },
    ],
    networks: [{ campaignId: '1', network: 'SEARCH', sums: sums(9_000, 360) }],
    restrictedAdGroups: [],
    audiences: [
      {
        campaignId: '1',
        adGroupId: '11',
        criterionId: '551',
        name: 'Visitantes',
        type: 'USER_LIST',
        modifier: 1,
        sums: sums(1_000, 40),
      },
    ],
    userLists: [{ id: '31', name: 'Visitantes', sizeForSearch: 4_000, isEligibleForSearch: true }],
    demographics: ['MALE', 'FEMALE'].map((value) => ({
      campaignId: '1',
      adGroupId: '11',
      criterionId: value,
      kind: 'gender' as const,
      value,
      sums: half,
    })),
    placements: [
      { campaignId: '1', placement: 'blog.example', name: 'Blog', type: 'WEBSITE', sums: half },
    ],
    ads: [ad(), ad({ adId: '902' })],
    adDays: [],
    assets: (['SITELINK', 'CALLOUT', 'STRUCTURED_SNIPPET', 'AD_IMAGE'] as const).flatMap(
      (fieldType) =>
        Array.from({ length: 4 }, (_, i) => ({
          scope: 'account' as const,
          scopeId: '',
          assetId: `${fieldType}${i}`,
          fieldType,
        })),
    ),
    landingPages: [
      {
        url: 'https://lumbre.example/zapatos/mujer',
        campaignId: '1',
        adGroupId: '11',
        device: 'MOBILE',
        speedScore: 9,
        mobileFriendlyShare: 1,
        sums: half,
      },
      {
        url: 'https://lumbre.example/zapatos/rebajas',
        campaignId: '1',
        adGroupId: '11',
        device: 'MOBILE',
        speedScore: 8,
        mobileFriendlyShare: 1,
        sums: half,
      },
    ],
    lookedPages: [
      lookedPage({
        address: `${BOOTS}/promo`,
        isFine: false,
        broken: { way: 'server', since: '2026-11-19' },
        title: '',
        headings: [],
      }),
      lookedPage({ address: BOOTS, title: 'Nueva temporada', headings: ['Descúbrela'] }),
    ],
    autoApply: [{ id: '1~KEYWORD', type: 'KEYWORD', status: 'PAUSED' }],
    assetGroups: [assetGroup()],
    keywordlessTerms: [
      {
        term: 'zapatos online',
        campaignId: '7',
        source: 'PERFORMANCE_MAX',
        sums: sums(1_000, 40),
      },
    ],
  }
}

/** The sample shop with a Performance Max campaign and a healthy inventory, parts of which can be exchanged. */
export function equippedAccount(
  inventory: Partial<AccountInventory> = {},
  over: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  return sampleAccount({
    campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC' }), maxCampaign()],
    inventory: { ...healthyInventory(), ...inventory },
    ...over,
  })
}

/** One problem for each rule that needs an inventory. */
export function neglectedInventory(account: WholeSnapshot): AccountInventory {
  const healthy = healthyInventory()
  const page = healthy.landingPages![0]!
  return {
    ...healthy,
    campaignSettings: [
      settings({
        positiveGeoTargetType: 'PRESENCE_OR_INTEREST',
        targetsSearchPartners: true,
        targetsDisplay: true,
        adRotation: 'ROTATE_INDEFINITELY',
        automations: ['TEXT_ASSET_AUTOMATION'],
        restrictedDimensions: ['AUDIENCE'],
        aiMaxEnabled: true,
      }),
      settings({ campaignId: '7', hasBrandExclusion: false }),
    ],
    devices: [
      { campaignId: '1', device: 'MOBILE', sums: sums(6_000, 120) },
      { campaignId: '1', device: 'DESKTOP', sums: sums(3_000, 240) },
    ],
    hours: healthy.hours!.map((row) => (row.hour < 4 ? { ...row, sums: sums(50, 0.2) } : row)),
    locationMatches: [
      { campaignId: '1', countryId: '2724', isTargeted: true, sums: sums(8_000, 355) },
      { campaignId: '1', countryId: '2724', isTargeted: false, sums: sums(1_000, 5) },
    ],
    regions: [
      { campaignId: '1', regionId: '20282', name: 'Madrid', sums: sums(8_000, 355) },
      { campaignId: '1', regionId: '20271', name: 'Cataluña', sums: sums(1_000, 5) },
    ],
    networks: [
      { campaignId: '1', network: 'SEARCH', sums: sums(7_000, 350) },
      { campaignId: '1', network: 'SEARCH_PARTNERS', sums: sums(1_000, 5) },
      { campaignId: '1', network: 'CONTENT', sums: sums(1_000, 5) },
    ],
    placements: [
      {
        campaignId: '1',
        placement: 'blog.example',
        name: 'Blog',
        type: 'WEBSITE',
        sums: sums(8_000, 360),
      },
      {
        campaignId: '1',
        placement: 'linterna.example',
        name: '',
        type: 'WEBSITE',
        sums: sums(600, 0),
      },
    ],
    ads: [
      ad({ strength: 'POOR', finalUrls: ['https://lumbre.example/'] }),
      ad({ adId: '902', strength: 'POOR', finalUrls: ['https://lumbre.example/'] }),
      ad({ adId: '903', approvalStatus: 'DISAPPROVED', finalUrls: ['https://lumbre.example/'] }),
      ad({ adGroupId: '12', adId: '905', finalUrls: [BOOTS], sums: sums(60, 3) }),
      ad({ adGroupId: '12', adId: '906', finalUrls: [`${BOOTS}/promo`], sums: sums(40, 1) }),
      ad({ adGroupId: '12', adId: '907', type: 'CALL_AD', finalUrls: [], sums: sums(20, 1) }),
    ],
    adDays: [...daily(account, '901', 50, 3), ...daily(account, '902', 50, 1)],
    assets: [],
    landingPages: [
      { ...page, sums: sums(6_000, 320) },
      { ...page, url: 'https://lumbre.example/', sums: sums(500, 26) },
      {
        ...page,
        url: 'https://lumbre.example/zapatos/rebajas',
        speedScore: 2,
        sums: sums(3_000, 40),
      },
    ],
    autoApply: [{ id: '1~KEYWORD', type: 'KEYWORD', status: 'ENABLED' }],
    assetGroups: [assetGroup({ strength: 'POOR', searchThemes: 0, audienceSignals: 0 })],
    keywordlessTerms: [
      {
        term: 'calzados lumbre',
        campaignId: '7',
        source: 'PERFORMANCE_MAX',
        sums: sums(900, 90, 0.9),
      },
      {
        term: 'disfraz flamenca',
        campaignId: '1',
        source: 'AI_MAX_KEYWORDLESS',
        sums: sums(900, 2),
      },
    ],
  }
}

const BOOTS = 'https://lumbre.example/botas'

/** Everything neglected at once, with a brand campaign beside. */
export function neglectedAccount(): WholeSnapshot {
  const { adGroups, keywords } = sampleAccount()
  const account = sampleAccount({
    adGroups: [...adGroups, { id: '12', campaignId: '1', name: 'Agua', status: 'ENABLED' }],
    keywords: [...keywords, keyword('botas de agua', sums(60, 3), { adGroupId: '12' })],
    campaigns: [
      campaign({ biddingStrategyType: 'MANUAL_CPC' }),
      maxCampaign(),
      campaign({ id: '3', name: 'Marca', sums: sums(1_000, 90) }),
    ],
  })
  return { ...account, inventory: neglectedInventory(account) }
}

/** Google's largest int64, as a double: 2^63. */
export const INT64_MICROS = 2 ** 63

/** Points of a budget simulation on conversions ~ cost^theta around 50 € a day. */
export function budgetCurve(theta: number, campaignId = '2'): CampaignSimulation {
  const points = [30, 40, 50, 60, 70].map((value) => ({
    value: value * MICROS,
    clicks: value * 2,
    costMicros: value * 7 * MICROS,
    conversionsMicros: Math.round(value ** theta * MICROS),
    valueMicros: 0,
  }))
  return { campaignId, type: 'BUDGET', from: '2026-11-01', to: '2026-11-07', points }
}
