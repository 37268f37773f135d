import type { CampaignSummary } from '#features/performance/contract/account-views.ts'
import { campaignTypeName as googleNameOf } from '#features/performance/contract/wire-codes.ts'
import type { Tone } from '#kit/components/badge.tsx'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { shareEdge } from '#shared/share-edges.ts'
import { money, percent } from '#shared/spanish-numbers.ts'

/** A campaign together with whose it is. */
export type RecentCampaign = CampaignSummary & {
  customerId: string
  accountName: string
  currencyCode: string
  /** False for an imported report: Google knows nothing of it. */
  isInGoogle: boolean
  /** Figures that an imported account's files tell; null where all are known. */
  known: readonly (keyof Metrics)[] | null
}

/** The text of a figure, or '—' where no file of an imported account tells what it is made of. */
export function figureText(
  { known }: RecentCampaign,
  needs: readonly (keyof Metrics)[],
  text: () => string,
): string {
  return known === null || needs.every((figure) => known.includes(figure)) ? text() : '—'
}

const COUNTED = { average_cpc: 'clicks', cost_per_conversion: 'conversions' } as const
export type PriceName = keyof typeof COUNTED
type Priced = {
  currencyCode: string
  metrics: Pick<CampaignSummary['metrics'], PriceName | (typeof COUNTED)[PriceName]>
}

/** What one of them costs, or '—' where none came. */
export function priceText({ metrics, currencyCode }: Priced, name: PriceName): string {
  return metrics[COUNTED[name]] > 0 ? money(metrics[name] * MICROS, currencyCode) : '—'
}

/** Of the impressions that were to be had on Search. */
export function lostShareText(fraction: number | null): string {
  return fraction === null ? '—' : (shareEdge(fraction, 'lost') ?? percent(fraction))
}

/** What the numbers say, as the page has always told it; not the campaign's own setting. */
export function derivedStatus({
  metrics,
  known = null,
}: Pick<CampaignSummary, 'metrics'> & Partial<Pick<RecentCampaign, 'known'>>): {
  text: 'Active' | 'Paused' | 'Unknown'
  tone: Tone
} {
  if (known?.includes('costMicros') === false) return { text: 'Unknown', tone: 'neutral' }
  if (metrics.cost_micros > 0 && metrics.clicks > 0) return { text: 'Active', tone: 'success' }
  if (metrics.cost_micros === 0) return { text: 'Paused', tone: 'warning' }
  return { text: 'Unknown', tone: 'neutral' }
}

/** The English name; of a type without a code Google's own, as words: TRAVEL_ADS → 'Travel ads'. */
export function campaignTypeName({
  type,
  type_name,
}: Pick<CampaignSummary, 'type' | 'type_name'>): string {
  const ofGoogle = type_name.slice(0, 1) + type_name.slice(1).toLowerCase().replaceAll('_', ' ')
  return TYPE_NAMES[googleNameOf(type)] ?? (ofGoogle || 'Unknown')
}

/** The campaign in Google Ads itself. */
export function googleAdsUrl({ customerId, id }: RecentCampaign): string {
  return `https://ads.google.com/aw/overview?campaignId=${id}&__e=${customerId}`
}

const TYPE_NAMES: Record<string, string> = {
  SEARCH: 'Search',
  DISPLAY: 'Display',
  SHOPPING: 'Shopping',
  HOTEL: 'Hotel',
  VIDEO: 'Video',
  MULTI_CHANNEL: 'Multi-channel',
  LOCAL: 'Local',
  SMART: 'Smart',
  PERFORMANCE_MAX: 'Performance Max',
  LOCAL_SERVICES: 'Local Services',
  DISCOVERY: 'Discovery',
  DEMAND_GEN: 'Demand Gen',
}
