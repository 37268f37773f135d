import { eq, lte, sql } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { Context } from './context.ts'
import { rateWindows } from './db/schema/work.ts'
import { networkOf } from './network-of.ts'
import { hashToken } from './secrets.ts'

/** Counted in the database: the same for all processes, and known after a restart. */

/** What is left of a window after a call. */
export type RateLeft = { limit: number; remaining: number; resetSeconds: number }

export type RateLimit = {
  /** Counts a call; throws 429 with the seconds to wait once there are too many. */
  count: (ctx: Context, key: string) => Promise<RateLeft>
  /** As if there had been none. */
  forget: (ctx: Context, key: string) => Promise<void>
}

/** At most `max` calls per key in a fixed window of `perMs`; those of one name count together. An address stands for its network. */
export function limitRate(limit: { name: string; max: number; perMs: number }): RateLimit {
  // Addresses of people and machines are not kept, only recognised.
  const hashed = (key: string) => hashToken(`${limit.name} ${networkOf(key)}`)
  return {
    count: async (ctx, key) => {
      const now = ctx.clock.now()
      const { calls, endsAt } = await countCall(ctx, hashed(key), {
        now,
        freshEnd: new Date(now.getTime() + limit.perMs),
      })
      const resetSeconds = Math.ceil((endsAt.getTime() - now.getTime()) / 1000)
      if (calls > limit.max) throw tooMany(resetSeconds)
      return { limit: limit.max, remaining: limit.max - calls, resetSeconds }
    },
    forget: async (ctx, key) => {
      await ctx.db.delete(rateWindows).where(eq(rateWindows.key, hashed(key)))
    },
  }
}

async function countCall(
  ctx: Context,
  key: string,
  { now, freshEnd }: { now: Date; freshEnd: Date },
) {
  const hasEnded = sql`${rateWindows.endsAt} <= ${now.toISOString()}::timestamptz`
  const [row] = await ctx.db
    .insert(rateWindows)
    .values({ key, calls: 1, endsAt: freshEnd })
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: {
        calls: sql`case when ${hasEnded} then 1 else ${rateWindows.calls} + 1 end`,
        endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${rateWindows.endsAt} end`,
      },
    })
    .returning({ calls: rateWindows.calls, endsAt: rateWindows.endsAt })
  // An upsert without a condition always gives its row back.
  return row!
}

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError(
    'too_many_requests',
    `Demasiados intentos. Vuelve a probar dentro de ${plural(retryAfterSeconds, 'segundo', 'segundos')}.`,
    { retryAfterSeconds },
  )
}

/** Keys are as many as addresses that called: what has ended is of no use. */
export async function deleteEndedWindows(ctx: Context): Promise<void> {
  await ctx.db.delete(rateWindows).where(lte(rateWindows.endsAt, ctx.clock.now()))
}
