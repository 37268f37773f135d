import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Day } from '#shared/dates.ts'
import type { Account } from './owned-account.ts'
import { readsOf } from './reads-of.ts'

/**
 * Hours and places are read of the newest days only. From when on they are known, where the account's own figures reach back
 * further; else null.
 */
export async function firstSplitDay(
  ctx: Context,
  { customerId, dataFrom }: Pick<Account, 'customerId' | 'dataFrom'>,
  level: 'hour' | 'region',
): Promise<Day | null> {
  const { rows } = await readsOf(ctx, customerId).execute(sql`
    select min(day)::text as first from ${sql.identifier(`${level}_day`)} where customer_id = ${customerId}`)
  const first = (rows[0]?.first ?? null) as Day | null
  return first && dataFrom && dataFrom < first ? first : null
}
