import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { ALL_CONVERSIONS_COLUMN, keysOf, type Level, sumsOf } from '../levels.ts'
import { instant } from './columns.ts'

/**
 * Daily facts and monthly rollups of every level. Sums are bigint; money and conversions in micros.
 * The key starts with customer_id (Citus) and has the day before the deeper entities, so that one
 * campaign's range is one stretch of the index; the second index serves whole-account ranges.
 */
function factTable(level: Level, grain: 'day' | 'month') {
  const keys = keysOf(level)
  const columns = {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    [grain]: date(grain, { mode: 'string' }).notNull(),
    ...Object.fromEntries(keys.map((name) => [name, bigint({ mode: 'number' }).notNull()])),
    ...Object.fromEntries(
      // A default, so that a column may be added where facts are.
      sumsOf(level).map((name) => [
        name,
        name === ALL_CONVERSIONS_COLUMN
          ? bigint({ mode: 'number' }).notNull().default(0)
          : bigint({ mode: 'number' }).notNull(),
      ]),
    ),
  }
  return pgTable(`${level}_${grain}`, columns, (t) => {
    const column = (name: string) => t[name as keyof typeof t] as typeof t.customerId
    const [first, ...deeper] = keys
    const ordered = ['customerId', ...(first ? [first] : []), grain, ...deeper]
    const [head, ...tail] = ordered.map(column)
    return [
      primaryKey({ name: `${level}_${grain}_pk`, columns: [head!, ...tail] }),
      ...(first ? [index(`${level}_${grain}_range`).on(column('customerId'), column(grain))] : []),
    ]
  })
}

export const accountDay = factTable('account', 'day')
export const accountMonth = factTable('account', 'month')
export const campaignDay = factTable('campaign', 'day')
export const campaignMonth = factTable('campaign', 'month')
export const adGroupDay = factTable('ad_group', 'day')
export const adGroupMonth = factTable('ad_group', 'month')
export const adDay = factTable('ad', 'day')
export const adMonth = factTable('ad', 'month')
export const keywordDay = factTable('keyword', 'day')
export const keywordMonth = factTable('keyword', 'month')
export const searchTermDay = factTable('search_term', 'day')
export const searchTermMonth = factTable('search_term', 'month')
export const audienceDay = factTable('audience', 'day')
export const audienceMonth = factTable('audience', 'month')
export const deviceDay = factTable('device', 'day')
export const deviceMonth = factTable('device', 'month')
export const hourDay = factTable('hour', 'day')
export const hourMonth = factTable('hour', 'month')
export const regionDay = factTable('region', 'day')
export const regionMonth = factTable('region', 'month')

/** Up to which day an account's kept sums reach. Without its row, or before it is ready, they answer nothing. */
export const keptRanges = pgTable('kept_ranges', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  toDay: date('to_day', { mode: 'string' }).notNull(),
  /** Of the writing that made the row: one that was overtaken must not call it ready. */
  token: uuid().notNull(),
  ready: boolean().notNull(),
})

/**
 * What an account's days hold, in 64 bits a row, so that a sync need not compare rows that did not change. Who writes days
 * takes their prints away in the same transaction (`sync/actions/day-prints.ts`).
 */
export const dayPrints = pgTable(
  'day_prints',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    level: text().notNull(),
    /** Of a level that two sources share, whose; else empty. */
    side: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Of the writing that claims the day, or claimed it last. */
    token: uuid().notNull(),
    /** Null while the day is being written. */
    prints: text(),
    checkedAt: instant('checked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.level, t.side, t.day] })],
)

/** Sums of keywords over the newest `days`: what is read most, of the level with most rows (`account-data/kept-sums.ts`). */
export const keywordKept = pgTable(
  'keyword_kept',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    days: integer().notNull(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    adGroupId: bigint('ad_group_id', { mode: 'number' }).notNull(),
    criterionId: bigint('criterion_id', { mode: 'number' }).notNull(),
    impressions: bigint({ mode: 'number' }).notNull(),
    clicks: bigint({ mode: 'number' }).notNull(),
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull(),
    conversionsMicros: bigint('conversions_micros', { mode: 'number' }).notNull(),
    valueMicros: bigint('value_micros', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'keyword_kept_pk',
      columns: [t.customerId, t.days, t.campaignId, t.adGroupId, t.criterionId],
    }),
  ],
)
