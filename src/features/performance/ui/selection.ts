import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { tableReset } from '#kit/table-view.ts'
import { type UrlChanges, useUrlState } from '#kit/url-state.ts'
import type { DayRange } from '#shared/dates.ts'

import { listAdGroups, listCampaignMetrics } from '../contract/metrics.ts'

/** What the account page is looking into; an ad group only counts inside its campaign. */
export type Selection = { campaignId: string | null; adGroupId: string | null }

export type SelectedEntity = { level: 'campaign' | 'ad_group'; id: string; name: string }

/** Prefixes of the address's parameters of each panel's table. */
export const PANELS = { keywords: 'k', searchTerms: 't', audiences: 'a' } as const

/** The panels by their anchors. */
const PANEL_OF = {
  keywords: PANELS.keywords,
  'search-terms': PANELS.searchTerms,
  audiences: PANELS.audiences,
} as const
export type PanelId = keyof typeof PANEL_OF

type Shown = { panel: PanelId; params: URLSearchParams }

/**
 * By the anchor; without one, the panel whose table the address says something new of, then the one shown before, which a
 * change of the address leaves, then the one it says anything of, then `first`.
 */
export function panelAsked(
  hash: string,
  params: URLSearchParams,
  before: Shown | null,
  first: PanelId = 'keywords',
): PanelId {
  const ids = Object.keys(PANEL_OF) as PanelId[]
  const paramsOf = (id: PanelId) => Object.keys(tableReset(PANEL_OF[id]))
  const isSaid = (id: PanelId) => paramsOf(id).some((name) => params.has(name))
  const isNew = (id: PanelId) =>
    paramsOf(id).some((name) => params.has(name) && params.get(name) !== before?.params.get(name))
  return (
    ids.find((id) => hash === `#${id}`) ??
    (before ? (ids.find(isNew) ?? before.panel) : (ids.find(isSaid) ?? first))
  )
}

export function useSelection(): Selection {
  const { params } = useUrlState()
  const campaignId = idOf(params.get('campaign'))
  return { campaignId, adGroupId: campaignId && idOf(params.get('adgroup')) }
}

/**
 * The selected campaign or ad group with its name: 'Campaña…' until the lists have come, its number where they do not have it.
 * Over another range of days it is called the same.
 */
export function useSelectedEntity(
  props: Selection & { customerId: string; range: Partial<DayRange> },
): SelectedEntity | null {
  const { customerId, campaignId, adGroupId, range } = props
  const campaigns = useQuery({
    ...queryOf(listCampaignMetrics, { customerId, ...range }),
    enabled: campaignId !== null,
    placeholderData: keepPreviousData,
  })
  const adGroups = useQuery({
    ...queryOf(listAdGroups, { campaignId: campaignId ?? '', ...range }),
    enabled: adGroupId !== null,
    placeholderData: keepPreviousData,
  })
  if (!campaignId) return null
  if (adGroupId) {
    const name = adGroups.data?.find((row) => row.ad_group_id === adGroupId)?.ad_group_name
    return {
      level: 'ad_group',
      id: adGroupId,
      name: name ?? nameless('Grupo', adGroupId, adGroups),
    }
  }
  const name = campaigns.data?.find((row) => row.campaign_id === campaignId)?.campaign_name
  return {
    level: 'campaign',
    id: campaignId,
    name: name ?? nameless('Campaña', campaignId, campaigns),
  }
}

function nameless(kind: string, id: string, list: { isFetching: boolean }): string {
  return list.isFetching ? `${kind}…` : `${kind} ${id}`
}

/** Changes of the address that select something else: every table of the page starts anew. */
export function selecting(selection: Selection): UrlChanges {
  return {
    ...tableReset(),
    ...startOfPanels(),
    campaign: selection.campaignId,
    adgroup: selection.adGroupId,
    ad: null,
  }
}

/** Changes that bring every table of the page to its first page; for another range of days. */
export function startOfTables(): UrlChanges {
  return { page: null, ...startOfPanels() }
}

function startOfPanels(): UrlChanges {
  return Object.fromEntries(Object.values(PANELS).map((prefix) => [`${prefix}page`, null]))
}

// A link typed by hand may say anything.
function idOf(text: string | null): string | null {
  return text && /^\d{1,19}$/.test(text) ? text : null
}
