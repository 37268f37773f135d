import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import {
  CampaignId,
  CampaignTypeCode,
  CustomerId,
  DayText,
  EntityId,
  Money,
  Percent,
  RangeQuery,
  StatusCode,
} from '#shared/wire.ts'

const METRIC_NAMES = [
  'spend',
  'impressions',
  'clicks',
  'conversions',
  'ctr',
  'cpc',
  'conversionRate',
  'costPerConversion',
] as const
export type MetricName = (typeof METRIC_NAMES)[number]

const Eight = z.object({
  spend: Money,
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  ctr: Percent,
  cpc: Money,
  conversionRate: Percent,
  costPerConversion: Money,
})

/** '+5,3%', '-2%', '0%', or '—' where the previous period has nothing to compare with. */
const Changes = z.object({
  spend: z.string(),
  impressions: z.string(),
  clicks: z.string(),
  conversions: z.string(),
  ctr: z.string(),
  cpc: z.string(),
  conversionRate: z.string(),
  costPerConversion: z.string(),
})

/** What a range is held against: the days just before it, or the same days a year ago. */
const CompareQuery = { compare: z._default(z.enum(['previous', 'year']), 'previous') }
const Period = z.object({ from: DayText, to: DayText })

export const AccountMetrics = z.extend(Eight, {
  /** Of the whole days of the range that were read, against as many of the compared ones. */
  changes: Changes,
  /** `complete` is false where data begin after `from`; then every change is '—'. */
  comparison: z.extend(Period, { complete: z.boolean() }),
  currencyCode: z.string(),
  /** The days really summed: the period of the file for a report without days. */
  from: DayText,
  to: DayText,
})
export type AccountMetrics = z.infer<typeof AccountMetrics>

export const getAccountMetrics = endpoint('GET /api/account-metrics/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Eight metrics of a range and their change against the period before, or a year before',
  input: z.object({ customerId: CustomerId, ...RangeQuery, ...CompareQuery }),
  reply: AccountMetrics,
})

/** Sums of one day, for charts: money in account currency units. */
export const DayPoint = z.extend(Eight, { day: DayText })
export type DayPoint = z.infer<typeof DayPoint>

export const getAccountTrend = endpoint('GET /api/account-trend/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary:
    'The same metrics day by day, of the account, a campaign or an ad group, and of the compared period',
  input: z.object({
    customerId: CustomerId,
    ...RangeQuery,
    ...CompareQuery,
    level: z._default(z.enum(['account', 'campaign', 'ad_group']), 'account'),
    /** Of the campaign or ad group; required for those levels. */
    id: z.optional(EntityId),
  }),
  reply: z.object({
    currencyCode: z.string(),
    comparison: z.extend(Period, { complete: z.boolean() }),
    /** The first day of whose conversions a part is still to come, by the account's own lags; null: not known, or none. */
    lateFrom: z.nullable(DayText),
    /** The last whole day that was read: later ones are not held against the compared ones. Null where that is not known. */
    knownTo: z.nullable(DayText),
    current: z.array(DayPoint),
    previous: z.array(DayPoint),
  }),
})

export const CampaignRow = z.object({
  campaign_id: z.string(),
  campaign_name: z.string(),
  campaign_status: StatusCode,
  campaign_type: CampaignTypeCode,
  /** Google's own name of the type, for the types the codes lack. */
  campaign_type_name: z.string(),
  budget_micros: z.nullable(z.number()),
  cost_micros: z.number(),
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  ctr: Percent,
  cost_per_conversion_micros: z.number(),
})
export type CampaignRow = z.infer<typeof CampaignRow>

export const listCampaignMetrics = endpoint('GET /api/campaign-metrics/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Every campaign with its sums over the range',
  input: z.object({ customerId: CustomerId, ...RangeQuery }),
  reply: z.array(CampaignRow),
})

export const AdGroupRow = z.object({
  ad_group_id: z.string(),
  ad_group_name: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  status: StatusCode,
  bid: z.nullable(Money),
  cost: Money,
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  ctr: Percent,
  average_cpc: Money,
  /** Impression-weighted quality score of its keywords, 1..10. */
  qualityScore: z.nullable(z.number()),
})
export type AdGroupRow = z.infer<typeof AdGroupRow>

export const listAdGroups = endpoint('GET /api/campaigns/:campaignId/ad-groups', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Ad groups of a campaign with their sums over the range',
  input: z.object({ campaignId: CampaignId, ...RangeQuery }),
  reply: z.array(AdGroupRow),
})

export const listDaysWithData = endpoint('GET /api/fechas-con-datos/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Days that have data, ascending',
  input: z.object({ customerId: CustomerId }),
  reply: z.object({ fechas: z.array(DayText) }),
})
