import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { wasWrittenUnheeded } from '#account-data/data-version.ts'
import { lockAccount } from '#account-data/lock-account.ts'
import type { Context } from '#platform/context.ts'
import type { Level } from '#platform/db/levels.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { LevelPart } from '../rules/fact-sources.ts'
import { type PrintedDay, toText } from '../rules/row-prints.ts'

/** All rows are looked at in the tables once a day, by the first sync that finds the prints so old. */
const TRUSTED_FOR_MS = 20 * 3_600_000

/** What of an account its writer fills: a level, or one side of it. */
export type PrintedPart = {
  customerId: number
  level: Level
  part?: LevelPart
}

/** Of one writing of days; another one that begins meanwhile takes it away. */
export type DayClaim = {
  token: string
  /** What was stored of each day when the claim was made, as far as it is known. */
  stored: Map<Day, string>
  /** When the rows themselves were last looked at. */
  checkedAt: Date
}

/**
 * Takes the prints of some days away and leaves a claim: until the writer puts new ones there are none, and others that come
 * in between look at all rows.
 */
export async function claimDays(
  ctx: Context,
  printed: PrintedPart,
  days: DayRange,
): Promise<DayClaim> {
  const [token, now] = [randomUUID(), ctx.clock.now()]
  const oldest = new Date(now.getTime() - TRUSTED_FOR_MS)
  return await inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, printed.customerId)
    if (await wasWrittenUnheeded(ctx, printed.customerId))
      await ctx.db.execute(
        sql`delete from day_prints where customer_id = ${printed.customerId}::bigint`,
      )
    const { rows } = await ctx.db.execute<{ day: Day; prints: string; checked_at: string }>(sql`
      delete from day_prints where ${ofPart(printed)}
        and (day between ${days.from}::date and ${days.to}::date or checked_at < ${oldest.toISOString()}::timestamptz)
      returning day, prints, checked_at`)
    await ctx.db.execute(sql`
      insert into day_prints (customer_id, level, side, day, token, checked_at)
      select ${printed.customerId}::bigint, ${printed.level}, ${printed.part?.name ?? ''}, day::date, ${token}::uuid, ${now.toISOString()}::timestamptz
      from generate_series(${days.from}::timestamp, ${days.to}::timestamp, '1 day') day`)
    const trusted = rows.filter(
      ({ prints, checked_at }) => prints !== null && new Date(checked_at) >= oldest,
    )
    return {
      token,
      stored: new Map(trusted.map(({ day, prints }) => [day, prints])),
      checkedAt: new Date(
        Math.min(Number(now), ...trusted.map((row) => Date.parse(row.checked_at))),
      ),
    }
  })
}

/** For each writer of days, in its transaction and under the account's lock: what others claim or know is true no more. */
export async function forgetPrints(
  ctx: Context,
  printed: PrintedPart,
  { from, to }: DayRange,
  own: DayClaim | null,
): Promise<void> {
  const others = own ? sql` and token <> ${own.token}::uuid` : sql``
  await ctx.db.execute(sql`
    delete from day_prints
    where ${ofPart(printed)} and day between ${from}::date and ${to}::date${others}`)
}

/** Of the days that no other has written since the claim. */
export async function keepPrints(
  ctx: Context,
  { customerId }: PrintedPart,
  { token, checkedAt }: DayClaim,
  days: ReadonlyMap<Day, PrintedDay>,
): Promise<void> {
  const texts = [...days.values()].map((day) => `"${toText(day)}"`)
  await ctx.db.execute(sql`
    update day_prints p set prints = i.prints, checked_at = ${checkedAt.toISOString()}::timestamptz
    from unnest(${`{${[...days.keys()].join(',')}}`}::date[], ${`{${texts.join(',')}}`}::text[]) as i(day, prints)
    where p.customer_id = ${customerId}::bigint and p.token = ${token}::uuid and p.day = i.day`)
}

function ofPart(printed: PrintedPart): SQL {
  return sql`customer_id = ${printed.customerId}::bigint and level = ${printed.level} and side = ${printed.part?.name ?? ''}`
}
