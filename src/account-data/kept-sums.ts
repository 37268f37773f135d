import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { KEPT_DAYS, KEPT_LEVEL, METRIC_COLUMNS } from '#platform/db/levels.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { addDays, type Day, type DayRange, startOfMonth } from '#shared/dates.ts'
import { lockAccount } from './lock-account.ts'
import { sumsQuery } from './sums.ts'

const KEYS = ['campaign_id', 'ad_group_id', 'criterion_id'] as const
const COLUMNS = sql.raw([...KEYS, ...METRIC_COLUMNS].join(', '))
const LONGEST_DAYS = Math.max(...KEPT_DAYS)

/** Ranges of so many days, of one campaign or of all: what is added up in one transaction. */
type Part = { lengths: readonly number[]; where: { campaign_id?: number } }

/** Of one writing of an account's kept sums; another one, or a change of the days, overtakes it. */
type Keeping = { customerId: number; to: Day; token: string }

/**
 * Keeps the sums of the account's keywords over the ranges that end on `to`; where they are kept nothing is done. They
 * answer (`sumsQuery`) only once all are there and no day was written meanwhile.
 */
export async function keepSums(ctx: Context, customerId: number, to: Day): Promise<void> {
  const keeping = await startKeeping(ctx, customerId, to)
  if (!keeping) return
  const campaigns = await campaignsOf(ctx, keeping)
  await ctx.db.execute(sql`
    delete from keyword_kept where customer_id = ${customerId}
      and campaign_id <> all(${`{${campaigns.join(',')}}`}::bigint[])`)
  // While the embedded database adds up it serves no reader: a campaign at a time takes some milliseconds of it.
  const parts: Part[] =
    ctx.storage.engine === 'pglite'
      ? campaigns.map((id) => ({ lengths: KEPT_DAYS, where: { campaign_id: id } }))
      : KEPT_DAYS.map((days) => ({ lengths: [days], where: {} }))
  for (const part of parts) if (!(await keepPart(ctx, keeping, part))) return
  await ctx.db.execute(sql`
    update kept_ranges set ready = true where customer_id = ${customerId} and token = ${keeping.token}`)
  await ctx.storage.maintain(['keyword_kept'], customerId)
}

/** Null where they are kept. The lock is that of those who write days: what they have not committed yet would be missed. */
async function startKeeping(ctx: Context, customerId: number, to: Day): Promise<Keeping | null> {
  const token = randomUUID()
  return await inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, customerId)
    const { rows } = await ctx.db.execute(sql`
      insert into kept_ranges (customer_id, to_day, token, ready)
      values (${customerId}, ${to}, ${token}, false)
      on conflict (customer_id) do update set to_day = excluded.to_day, token = excluded.token, ready = false
      where not (kept_ranges.ready and kept_ranges.to_day = excluded.to_day)
      returning token`)
    return rows.length > 0 ? { customerId, to, token } : null
  })
}

async function campaignsOf(ctx: Context, { customerId, to }: Keeping): Promise<number[]> {
  const first = startOfMonth(addDays(to, 1 - LONGEST_DAYS))
  const { rows } = await ctx.db.execute<{ campaign_id: number }>(sql`
    select distinct campaign_id from keyword_month where customer_id = ${customerId} and month >= ${first}::date`)
  return rows.map(({ campaign_id }) => Number(campaign_id))
}

/** False once it was overtaken. */
async function keepPart(ctx: Context, keeping: Keeping, part: Part): Promise<boolean> {
  const { customerId, token } = keeping
  return await inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, customerId)
    const { rows } = await ctx.db.execute(sql`
      select 1 from kept_ranges where customer_id = ${customerId} and token = ${token}`)
    if (rows.length === 0) return false
    for (const days of part.lengths) await keepRange(ctx, keeping, days, part.where)
    return true
  })
}

async function keepRange(
  ctx: Context,
  { customerId, to }: Keeping,
  days: number,
  where: Part['where'],
): Promise<void> {
  const ofPart =
    where.campaign_id === undefined ? sql`` : sql` and campaign_id = ${where.campaign_id}`
  const range = { from: addDays(to, 1 - days), to }
  const question = { customerId, level: KEPT_LEVEL, ...range, where, groupBy: KEYS } as const
  await ctx.db.execute(sql`
    delete from keyword_kept where customer_id = ${customerId} and days = ${days}${ofPart}`)
  await ctx.db.execute(sql`
    insert into keyword_kept (customer_id, days, ${COLUMNS})
    select ${customerId}::bigint, ${days}::int, ${COLUMNS} from (${sumsQuery(question)}) sums`)
}

/** For a writer of an account's days, in its transaction and under the account's lock. */
export async function forgetKeptSums(
  ctx: Context,
  customerId: number,
  written: DayRange,
): Promise<void> {
  await ctx.db.execute(sql`
    delete from kept_ranges
    where customer_id = ${customerId} and to_day >= ${written.from}::date
      and to_day - ${LONGEST_DAYS}::int < ${written.to}::date`)
}
