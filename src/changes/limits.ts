import { eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeLimits } from '#platform/db/schema/recommendations.ts'
import { AppError } from '#shared/app-error.ts'
import { integer, plural } from '#shared/spanish-numbers.ts'

export type ChangeLimits = {
  /** Nothing is changed from here. */
  isReadOnly: boolean
  /** Operations in Google Ads per day of the account's time zone. */
  dailyChanges: number
  /** Sent today, failures aside. */
  madeToday: number
}

/** Own choice: more than a person makes by hand in a day, and few enough to be looked through. */
export const DEFAULT_DAILY_CHANGES = 50

export async function readChangeLimits(ctx: Context, customerId: number): Promise<ChangeLimits> {
  const [row] = await ctx.db
    .select()
    .from(changeLimits)
    .where(eq(changeLimits.customerId, customerId))
  const now = ctx.clock.now().toISOString()
  const { rows } = await ctx.db.execute<{ made: number }>(sql`
    select count(*)::int as made from account_changes c
    join ad_accounts a on a.customer_id = c.customer_id
    where c.customer_id = ${customerId} and c.outcome <> 'failed'
      and c.at >= date_trunc('day', ${now}::timestamptz at time zone a.time_zone) at time zone a.time_zone`)
  return {
    isReadOnly: row?.isReadOnly ?? false,
    dailyChanges: row?.dailyChanges ?? DEFAULT_DAILY_CHANGES,
    madeToday: rows[0]?.made ?? 0,
  }
}

/** Why `count` more changes would be refused, in Spanish; empty: they may be made. */
export function limitRefusals(limits: ChangeLimits, count: number): string[] {
  return [...(limits.isReadOnly ? [READ_ONLY] : []), ...dayRefusals(limits, count)]
}

/** The same of the day's limit alone. */
export function dayRefusals({ dailyChanges, madeToday }: ChangeLimits, count: number): string[] {
  const left = Math.max(0, dailyChanges - madeToday)
  const most = `Esta cuenta admite ${plural(dailyChanges, 'cambio', 'cambios')} al día desde aquí`
  const ofAll = `${most} y esto son ${integer(count)} de una vez: sube el límite en sus ajustes.`
  const ofDay = `${most} y hoy ${left === 1 ? 'queda' : 'quedan'} ${left}. Puedes subir el límite o seguir mañana.`
  return count <= left ? [] : [count > dailyChanges ? ofAll : ofDay]
}

const READ_ONLY =
  'La cuenta está en modo de solo lectura: desde aquí no se cambia nada. Quítalo para aplicar cambios.'

/** Throws AppError: read_only, or conflict when the day is used up; before anything is sent to Google. */
export async function assertMayChange(ctx: Context, customerId: number, count: number) {
  const limits = await readChangeLimits(ctx, customerId)
  const [refusal] = limitRefusals(limits, count)
  if (refusal) throw new AppError(limits.isReadOnly ? 'read_only' : 'conflict', refusal)
}
