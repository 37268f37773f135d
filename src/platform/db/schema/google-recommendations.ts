import { bigint, boolean, date, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { customerId, instant } from './columns.ts'

/** A week's metrics as Google promises them; absent: it does not say. Cost in micros, conversions as a number. */
export type WeekMetrics = {
  impressions?: number
  clicks?: number
  costMicros?: number
  conversions?: number
  /** In the account's currency, not in micros. */
  conversionsValue?: number
}

/** What Google recommends by itself, as it told it last. Those applied or withdrawn are deleted. */
export const googleRecommendations = pgTable(
  'google_recommendations',
  {
    customerId: customerId(),
    /** What follows `recommendations/` in Google's name. */
    recommendationId: text('recommendation_id').notNull(),
    type: text().notNull(),
    campaignId: bigint('campaign_id', { mode: 'number' }),
    /** Where it is about several at once, as a budget that they share. */
    campaignIds: jsonb('campaign_ids').$type<number[]>(),
    adGroupId: bigint('ad_group_id', { mode: 'number' }),
    /** Without and with it; null where Google promises nothing. */
    impact: jsonb().$type<{ base: WeekMetrics; potential: WeekMetrics }>(),
    /** What its type proposes, in Google's own JSON. */
    proposal: jsonb().$type<Record<string, unknown>>().notNull(),
    dismissed: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.recommendationId] })],
)

/** When Google was last asked what it recommends; none of it may be a right answer. */
export const googleRecommendationPulls = pgTable('google_recommendation_pulls', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  pulledAt: instant('pulled_at').notNull(),
  /** Google's code when it refused to tell; null: it answered. */
  problem: text(),
})

/** What came of changes not made by hand: one row per place, day and maker. */
export const automaticChangeEffects = pgTable(
  'automatic_change_effects',
  {
    customerId: customerId(),
    /** `day clientType level id`. */
    changeKey: text('change_key').notNull(),
    measuredOn: date('measured_on', { mode: 'string' }).notNull(),
    measured: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.changeKey] }),
    index('automatic_change_effects_on').on(t.customerId, t.measuredOn),
  ],
)
