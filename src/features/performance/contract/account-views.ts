import * as z from 'zod/mini'
import { DEVICES } from '#shared/devices.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  CampaignTypeCode,
  CustomerId,
  DayText,
  EntityId,
  Fraction,
  Money,
  Percent,
  RangeQuery,
  StatusCode,
} from '#shared/wire.ts'

/** The account seen whole: splits, history of changes, the summary of campaigns. */

const Sums = {
  /** Account currency units. */
  spend: Money,
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
}
const AccountSplit = z.object({
  customerId: CustomerId,
  ...RangeQuery,
  campaignId: z.optional(EntityId),
})

export const getAccountHeatmap = endpoint('GET /api/account-heatmap/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Sums by hour and weekday; Google is asked for the last 90 days only',
  input: AccountSplit,
  reply: z.object({
    currencyCode: z.string(),
    /** The days really summed; both null where none of the asked ones is kept by hour. */
    from: z.nullable(DayText),
    to: z.nullable(DayText),
    /** All 168, Monday (0) first; `days`: how many such weekdays the period has. Hours of the account's time zone. */
    cells: z.array(z.object({ weekday: z.number(), hour: z.number(), days: z.number(), ...Sums })),
  }),
})

const Figures = {
  ...Sums,
  ctr: Percent,
  cpc: Money,
  conversionRate: Percent,
  costPerConversion: Money,
}

export const DeviceRow = z.object({ device: z.enum(DEVICES), ...Figures })

export const listAccountDevices = endpoint('GET /api/account-devices/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'The range by device, dearest first; devices without traffic are left out',
  input: AccountSplit,
  reply: z.array(DeviceRow),
})

export const PlaceRow = z.object({
  /** Google's number of the place; '0' where it names none. */
  id: z.string(),
  /** Null where Google has not named it yet. */
  name: z.nullable(z.string()),
  countryCode: z.nullable(z.string()),
  /** From when on places are known, where the range begins before: its earlier days are not in the sums. */
  knownFrom: z.nullable(DayText),
  ...Figures,
})

export const listAccountPlaces = endpoint('GET /api/account-places/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'The range by region of who saw the ads or asked for it, dearest first; at most 200',
  input: AccountSplit,
  reply: z.array(PlaceRow),
})

export const AccountChange = z.object({
  id: z.string(),
  /** `YYYY-MM-DDTHH:MM:SS` in the account's time zone. */
  at: z.string(),
  day: DayText,
  /** E-mail of the person who did it; '' where Google names none. */
  user: z.string(),
  /** Google's enum name, and the same in Spanish. */
  clientType: z.string(),
  clientLabel: z.string(),
  /** One Spanish sentence: 'Presupuesto de «Marca»: 20,00 € → 25,00 €'. */
  what: z.string(),
  campaignId: z.nullable(z.string()),
  campaignName: z.nullable(z.string()),
  adGroupId: z.nullable(z.string()),
  adGroupName: z.nullable(z.string()),
  /** Field by field, as texts; '' where there was or is nothing. */
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
})
export type AccountChange = z.infer<typeof AccountChange>

export const listAccountChanges = endpoint('GET /api/account-changes/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'What was changed in the account, by whom and how, newest first; at most 1,000',
  input: AccountSplit,
  reply: z.array(AccountChange),
})

const CampaignSummary = z.object({
  id: z.string(),
  name: z.string(),
  status: StatusCode,
  type: CampaignTypeCode,
  type_name: z.string(),
  budget_micros: z.nullable(z.number()),
  metrics: z.object({
    impressions: z.number(),
    clicks: z.number(),
    ctr: Fraction,
    cost_per_conversion: Money,
    average_cpc: Money,
    conv_rate: Fraction,
    conversions: z.number(),
    /** Null where it was never pulled: an imported report. */
    all_conversions: z.nullable(z.number()),
    cost_micros: z.number(),
    /** Null where Google tells no impression share. */
    search_rank_lost_impression_share: z.nullable(Fraction),
    search_budget_lost_impression_share: z.nullable(Fraction),
  }),
})

export const getFullData = endpoint('GET /api/google-ads-full-data', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Summary of every campaign over the last 30 days, or over the range',
  input: z.object({
    customerId: z
      .string('customerId es requerido')
      .check(
        z.minLength(1, 'customerId es requerido'),
        z.regex(/^\d{1,19}$/, 'El identificador de cuenta no es válido.'),
      ),
    ...RangeQuery,
  }),
  reply: z.object({ currencyCode: z.string(), campaigns: z.array(CampaignSummary) }),
})
export type CampaignSummary = z.infer<typeof CampaignSummary>
