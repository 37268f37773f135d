import { bigint, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { ALL_CONVERSIONS_COLUMN, keysOf, type Level, sumsOf } from '../levels.ts'

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
