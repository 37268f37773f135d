import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { conversionActions } from '#platform/db/schema/entities.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { todayIn } from '../rules/windows.ts'
import type { SyncRun } from './sync-run.ts'
import { type EntityRow, writeEntities } from './write-entities.ts'

/**
 * Stores conversion actions, and keeps from when on they count otherwise: the history of changes does not tell it, and what was sold
 * before and after is not alike.
 */
export async function writeConversionActions(
  ctx: Context,
  { account }: SyncRun,
  rows: readonly EntityRow[],
): Promise<number> {
  const { customerId, timeZone, lastSyncedAt } = account
  const now = ctx.clock.now()
  const seenOn = todayIn(timeZone, now)
  const lastSeenOn = todayIn(timeZone, lastSyncedAt ?? now)
  return await inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`
      insert into conversion_setting_changes
        (customer_id, conversion_action_id, setting, seen_on, last_seen_on, former, present)
      select s.customer_id, s.conversion_action_id, v.setting, ${seenOn}::date, ${lastSeenOn}::date, v.former, v.present
      from json_populate_recordset(null::conversion_actions, ${JSON.stringify(rows)}::json) i
      join conversion_actions s on s.customer_id = ${customerId}::bigint and s.conversion_action_id = i.conversion_action_id
      cross join lateral (values
        ('counting_type', s.counting_type, i.counting_type),
        ('attribution_model', s.attribution_model, i.attribution_model),
        ('click_lookback_days', s.click_lookback_days::text, i.click_lookback_days::text)
      ) v (setting, former, present)
      where v.former <> v.present
      on conflict (customer_id, conversion_action_id, setting, seen_on) do update set present = excluded.present`)
    return await writeEntities(ctx, customerId, conversionActions, rows)
  })
}
