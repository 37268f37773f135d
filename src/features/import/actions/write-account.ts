import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { promiseAccount } from '#account-data/erase-tenant.ts'
import type { Context } from '#platform/context.ts'
import type { Batch } from '../rules/batches.ts'

const ENTITY_TABLES = ['campaigns', 'ad_groups', 'keywords', 'search_terms']
const LEVELS = ['account', 'campaign', 'ad_group', 'keyword', 'search_term']
/** All tables in which an import writes. */
export const WRITTEN = [
  // Of sums of the days before nothing must stay.
  'kept_ranges',
  'day_prints',
  ...ENTITY_TABLES,
  ...LEVELS.map((level) => `${level}_day`),
  ...LEVELS.map((level) => `${level}_month`),
]

/** Writes the rows of an account that is made afterwards; what is never made is erased in an hour. */
export async function writeAhead(
  ctx: Context,
  customerId: number,
  batches: AsyncIterable<Batch>,
): Promise<void> {
  await promiseAccount(ctx, customerId)
  await insertAll(ctx, customerId, batches)
}

/** Makes entities, daily facts and monthly rollups those of the files; run it in a transaction. */
export async function replaceAccount(
  ctx: Context,
  customerId: number,
  batches: AsyncIterable<Batch>,
): Promise<void> {
  for (const table of WRITTEN)
    await ctx.db.execute(sql`delete from ${sql.raw(table)} where customer_id = ${customerId}`)
  await insertAll(ctx, customerId, batches)
}

async function insertAll(
  ctx: Context,
  customerId: number,
  batches: AsyncIterable<Batch>,
): Promise<void> {
  for await (const batch of batches) {
    // PGlite's answers come without a turn of the event loop: let other requests in between.
    await setImmediate()
    await insertBatch(ctx, customerId, batch)
  }
}

/** Names of tables and columns come from the schema's own, never from a file. */
async function insertBatch(ctx: Context, customerId: number, batch: Batch): Promise<void> {
  const names = sql.raw(batch.columns.map(({ name }) => name).join(', '))
  const arrays = batch.columns.map(({ literal, type }) => sql`${literal}::${sql.raw(type)}[]`)
  await ctx.db.execute(sql`
    insert into ${sql.raw(batch.table)} (customer_id, ${names})
    select ${customerId}::bigint, t.* from unnest(${sql.join(arrays, sql`, `)}) as t(${names})`)
}
