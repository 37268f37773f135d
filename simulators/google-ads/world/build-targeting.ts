import type { Blueprint } from './blueprint.ts'
import { mix, uniform } from './random.ts'
import { AGE_RANGES, GENDERS, INTERESTS } from './reference.ts'
import { type AccountState, type Campaign, DEVICE_IDS, DEVICES } from './structure.ts'
import type { Trade } from './vocabulary/trade.ts'

export function addAudiences(state: AccountState, trade: Trade, seed: number): void {
  trade.userLists.forEach((name, i) => {
    const id = state.nextId++
    const size = Math.round(400 * 4 ** (3 * uniform(seed, i, 21)))
    state.userLists.set(id, {
      id,
      name,
      sizeForSearch: size,
      sizeForDisplay: Math.round(size * 1.4),
    })
  })
}

/** Negatives, a shared negative list, devices, places, languages, audiences, demographics and assets. */
export function addTargeting({ state, trade }: Blueprint): void {
  const sharedSetId = addSharedList(state, trade)
  for (const campaign of state.campaigns.values()) {
    addCampaignCriteria(state, trade, campaign)
    if (campaign.channel === 'SEARCH' && campaign.kind !== 'brand')
      state.campaignSharedSets.set(`${campaign.id}~${sharedSetId}`, {
        campaignId: campaign.id,
        sharedSetId,
        status: 'ENABLED',
      })
  }
  for (const group of state.adGroups.values()) addGroupAudiences(state, group.id)
  addAssets(state, trade)
}

function addSharedList(state: AccountState, trade: Trade): number {
  const id = state.nextId++
  state.sharedSets.set(id, { id, name: 'Negativas generales', status: 'ENABLED' })
  trade.negatives.slice(0, -2).forEach((text) => {
    const criterionId = state.nextId++
    state.sharedCriteria.set(`${id}~${criterionId}`, {
      id: criterionId,
      sharedSetId: id,
      text,
      matchType: 'BROAD',
    })
  })
  return id
}

function addCampaignCriteria(state: AccountState, trade: Trade, campaign: Campaign): void {
  const add = (id: number, rest: Partial<Parameters<typeof state.campaignCriteria.set>[1]>) =>
    state.campaignCriteria.set(`${campaign.id}~${id}`, {
      id,
      campaignId: campaign.id,
      type: 'KEYWORD',
      status: 'ENABLED',
      negative: false,
      ...rest,
    })
  for (const device of DEVICES)
    add(DEVICE_IDS[device] as number, { type: 'DEVICE', target: device, bidModifier: 1 })
  add(trade.country.geoId, { type: 'LOCATION', target: trade.country.geoId })
  add(trade.language.id, { type: 'LANGUAGE', target: trade.language.id })
  if (campaign.kind === 'local')
    for (const dayOfWeek of ['SATURDAY', 'SUNDAY'])
      add(state.nextId++, {
        type: 'AD_SCHEDULE',
        bidModifier: 0.9,
        schedule: { dayOfWeek, startHour: 0, startMinute: 'ZERO', endHour: 24, endMinute: 'ZERO' },
      })
  const [list] = state.userLists.keys()
  if (list) add(state.nextId++, { type: 'USER_LIST', target: list })
  if (campaign.channel !== 'SEARCH') return
  for (const text of trade.negatives.slice(-2))
    add(state.nextId++, { negative: true, text, matchType: 'PHRASE' })
}

function addGroupAudiences(state: AccountState, adGroupId: number): void {
  const add = (
    type: 'USER_LIST' | 'USER_INTEREST' | 'AGE_RANGE' | 'GENDER',
    id: number,
    target: number | string,
  ) =>
    state.criteria.set(`${adGroupId}~${id}`, {
      id,
      adGroupId,
      type,
      status: 'ENABLED',
      negative: false,
      target,
      bidModifier: 1,
    })
  for (const age of AGE_RANGES) add('AGE_RANGE', age.id, age.name)
  for (const gender of GENDERS) add('GENDER', gender.id, gender.name)
  const lists = [...state.userLists.keys()]
  for (const list of lists.slice(0, 2)) add('USER_LIST', state.nextId++, list)
  for (const interest of INTERESTS.filter((_, i) => mix(adGroupId, i) % 3 === 0))
    add('USER_INTEREST', state.nextId++, interest.id)
}

function addAssets(state: AccountState, trade: Trade): void {
  const campaigns = [...state.campaigns.values()].filter((c) => c.channel === 'SEARCH')
  const { withoutSitelinks } = trade.plants.neglect
  const linked = campaigns.filter(({ name }) => name !== withoutSitelinks)
  const groups = [...state.adGroups.keys()].slice(0, 3)
  const link = (
    level: 'customer' | 'campaign' | 'ad_group',
    parentId: number,
    assetId: number,
    fieldType: 'SITELINK' | 'CALLOUT',
  ) =>
    state.assetLinks.set(`${level}~${parentId}~${assetId}~${fieldType}`, {
      level,
      parentId,
      assetId,
      fieldType,
      status: 'ENABLED',
    })
  trade.sitelinks.forEach(([text, description1, description2, path], i) => {
    const id = state.nextId++
    const finalUrls = [`https://${trade.host}${path}`]
    state.assets.set(id, { id, type: 'SITELINK', text, description1, description2, finalUrls })
    if (i < 2) link('customer', 0, id, 'SITELINK')
    else for (const campaign of linked) link('campaign', campaign.id, id, 'SITELINK')
  })
  for (const text of trade.callouts) {
    const id = state.nextId++
    state.assets.set(id, { id, type: 'CALLOUT', text })
    for (const campaign of campaigns.slice(0, 4)) link('campaign', campaign.id, id, 'CALLOUT')
    for (const group of groups) link('ad_group', group, id, 'CALLOUT')
  }
}
