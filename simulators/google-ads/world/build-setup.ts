import { imageUrl } from '../ad-images.ts'
import type { Blueprint } from './blueprint.ts'
import { adText } from './build-ads.ts'
import type {
  AccountState,
  AdGroup,
  AssetGroup,
  AssetLink,
  Campaign,
  CampaignSetup,
} from './structure.ts'
import type { CampaignKind, Trade } from './vocabulary/trade.ts'

/** Ids of what is added here stand apart, so that everything else keeps its own. */
const FIRST_ID_AFTER = 900_000
const CAMPAIGNS_WITH_IMAGES = 4

/** What Google sets where nothing is chosen. */
export function setupOf(kind: CampaignKind): CampaignSetup {
  const isSearch = !['display', 'shopping', 'pmax'].includes(kind)
  return {
    searchPartners: isSearch && kind !== 'brand',
    display: false,
    geoTarget: kind === 'local' ? 'PRESENCE' : 'PRESENCE_OR_INTEREST',
    rotation: 'OPTIMIZE',
    aiMax: false,
    automations: [],
    restrictedDimensions: [],
    excludesBrands: kind === 'pmax',
    outsideShare: kind === 'local' ? 0 : 0.02,
  }
}

/**
 * Settings, Performance Max's asset groups and the owner's mistakes. None of it serves a search, so the account's
 * traffic is the same as without; only how it splits differs.
 */
export function addNeglect(blueprint: Blueprint, firstId: number): void {
  const { state, trade } = blueprint
  const { neglect } = trade.plants
  const regularNextId = state.nextId
  state.nextId = firstId + FIRST_ID_AFTER
  addSnippet(state, trade)
  addAssetGroups(state, trade)
  neglectCampaigns(state, trade)
  for (const type of neglect.autoApply ?? []) state.autoApply.set(type, 'ENABLED')
  if (neglect.twinAction) {
    const id = state.nextId++
    state.conversionActions.set(id, { id, ...neglect.twinAction })
  }
  if (neglect.blockedKeyword) addKeyword(blueprint, neglect.blockedKeyword, {})
  if (neglect.rareKeyword) addKeyword(blueprint, neglect.rareKeyword, { rarelyServed: true })
  if (neglect.disapproved) addDisapprovedAd(blueprint, neglect.disapproved)
  addImages(state)
  state.nextId = regularNextId
}

function addSnippet(state: AccountState, { snippet }: Trade): void {
  const id = state.nextId++
  const { header, values } = snippet
  state.assets.set(id, { id, type: 'STRUCTURED_SNIPPET', text: header, values: [...values] })
  state.assetLinks.set(`customer~0~${id}~STRUCTURED_SNIPPET`, {
    level: 'customer',
    parentId: 0,
    assetId: id,
    fieldType: 'STRUCTURED_SNIPPET',
    status: 'ENABLED',
  })
}

/** A logo for the whole account, wide and square images of the first Search campaigns, one more of the first ad group. */
function addImages(state: AccountState): void {
  const add = (
    link: Pick<AssetLink, 'level' | 'parentId' | 'fieldType'>,
    text: string,
    width: number,
    height: number,
  ) => {
    const { level, parentId, fieldType } = link
    const id = state.nextId++
    const image = { url: imageUrl(id, width, height), width, height }
    state.assets.set(id, { id, type: 'IMAGE', text, image })
    state.assetLinks.set(`${level}~${parentId}~${id}~${fieldType}`, {
      level,
      parentId,
      assetId: id,
      fieldType,
      status: 'ENABLED',
    })
  }
  add({ level: 'customer', parentId: 0, fieldType: 'BUSINESS_LOGO' }, 'Logotipo', 512, 512)
  const campaigns = [...state.campaigns.values()].filter(({ channel }) => channel === 'SEARCH')
  for (const { id: parentId } of campaigns.slice(0, CAMPAIGNS_WITH_IMAGES)) {
    const link = { level: 'campaign', parentId, fieldType: 'AD_IMAGE' } as const
    add(link, 'Escaparate', 1200, 628)
    add(link, 'Escaparate cuadrado', 1200, 1200)
  }
  const [group] = state.adGroups.keys()
  if (group === undefined) return
  add({ level: 'ad_group', parentId: group, fieldType: 'AD_IMAGE' }, 'Producto', 1200, 1200)
}

const RICH: Pick<AssetGroup, 'adStrength' | 'assetCounts'> = {
  adStrength: 'EXCELLENT',
  assetCounts: {
    HEADLINE: 12,
    LONG_HEADLINE: 4,
    DESCRIPTION: 5,
    BUSINESS_NAME: 1,
    MARKETING_IMAGE: 7,
    SQUARE_MARKETING_IMAGE: 6,
    PORTRAIT_MARKETING_IMAGE: 3,
    LOGO: 3,
    YOUTUBE_VIDEO: 3,
  },
}
const POOR: typeof RICH = {
  adStrength: 'POOR',
  assetCounts: {
    HEADLINE: 4,
    LONG_HEADLINE: 1,
    DESCRIPTION: 2,
    BUSINESS_NAME: 1,
    MARKETING_IMAGE: 2,
    SQUARE_MARKETING_IMAGE: 1,
    LOGO: 1,
  },
}

function addAssetGroups(state: AccountState, trade: Trade): void {
  const [audience] = state.userLists.keys()
  const add = (campaignId: number, name: string, rest: typeof RICH & Partial<AssetGroup>) => {
    const id = state.nextId++
    const signals = { searchThemes: [], audiences: [] }
    state.assetGroups.set(id, { id, campaignId, name, status: 'ENABLED', ...signals, ...rest })
  }
  for (const { id, channel } of state.campaigns.values()) {
    if (channel !== 'PERFORMANCE_MAX') continue
    const searchThemes = trade.products.slice(0, 4).map(({ phrases }) => phrases[0] ?? '')
    add(id, 'Todo el catálogo', {
      ...RICH,
      searchThemes,
      audiences: audience === undefined ? [] : [audience],
    })
    if (trade.plants.neglect.poorAssetGroup) add(id, 'Grupo de recursos 2', POOR)
  }
}

function neglectCampaigns(state: AccountState, trade: Trade): void {
  const { neglect } = trade.plants
  const setup = (name: string | undefined, change: Partial<CampaignSetup>) => {
    const campaign = findCampaign(state, name)
    if (campaign) Object.assign(campaign.setup, change)
  }
  setup(neglect.displayOn, { display: true })
  setup(neglect.outside, { outsideShare: 0.16 })
  setup(neglect.rotation, { rotation: 'ROTATE_INDEFINITELY' })
  setup(neglect.restricted, { restrictedDimensions: ['AUDIENCE'] })
  setup(neglect.aiMax, {
    aiMax: true,
    automations: ['TEXT_ASSET_AUTOMATION', 'FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION'],
  })
  for (const campaign of state.campaigns.values())
    if (campaign.kind === 'pmax' && neglect.poorAssetGroup) campaign.setup.excludesBrands = false
}

export function findCampaign(state: AccountState, name: string | undefined): Campaign | undefined {
  return [...state.campaigns.values()].find((campaign) => campaign.name === name)
}

/** An exact keyword whose text is never searched for. */
function addKeyword(blueprint: Blueprint, text: string, more: { rarelyServed?: boolean }): void {
  const { state } = blueprint
  const words = text.split(' ')
  const home = groupsOf(blueprint, ({ kind, status }) => kind === 'generic' && status === 'ENABLED')
    .filter(({ status }) => status === 'ENABLED')
    .find((group) =>
      blueprint.themes
        .get(group.id)
        ?.phrases.some((phrase) => phrase.split(' ').every((word) => words.includes(word))),
    )
  if (!home) throw new Error(`No ad group for the keyword ${text}`)
  const id = state.nextId++
  state.criteria.set(`${home.id}~${id}`, {
    id,
    adGroupId: home.id,
    type: 'KEYWORD',
    status: 'ENABLED',
    negative: false,
    text,
    matchType: 'EXACT',
    quality: 5,
    cpcBidMicros: home.cpcBidMicros,
    ...more,
  })
}

/** One more ad in an ad group that has others to show. */
function addDisapprovedAd(blueprint: Blueprint, campaignName: string): void {
  const { state } = blueprint
  const shown = (groupId: number) =>
    [...state.ads.values()].filter((ad) => ad.adGroupId === groupId && ad.status === 'ENABLED')
  const group = groupsOf(blueprint, ({ name }) => name === campaignName).find(
    ({ id, status }) => status === 'ENABLED' && shown(id).length > 1,
  )
  const [model] = group ? shown(group.id) : []
  if (!group || !model) throw new Error(`No ad group for the disapproved ad of ${campaignName}`)
  const id = state.nextId++
  state.ads.set(id, {
    ...model,
    id,
    headlines: [...model.headlines, adText(state, '¡¡¡LO MÁS BARATO!!!')],
    path2: 'chollo',
    policy: { approval: 'DISAPPROVED', topics: ['PUNCTUATION', 'CAPITALIZATION'] },
  })
}

function groupsOf({ state }: Blueprint, keep: (campaign: Campaign) => boolean): AdGroup[] {
  return [...state.adGroups.values()].filter((group) => {
    const campaign = state.campaigns.get(group.campaignId)
    return campaign !== undefined && keep(campaign)
  })
}
