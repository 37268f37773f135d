import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { sessions, users } from '#platform/db/schema/access.ts'
import { limitRate } from '#platform/rate-limit.ts'

const MINUTE_MS = 60_000

type Attempt = { email: string; ip: string }

export type LogInLimit = {
  /** Before the password is looked at, right or wrong. */
  count: (ctx: Context, attempt: Attempt) => Promise<void>
  succeed: (ctx: Context, attempt: Attempt) => Promise<void>
}

/** By network address, by account from one address, and by account from anywhere: a password is guessed from many. */
export function openLogInLimit(): LogInLimit {
  const byAddress = limitRate({ name: 'log-in from', max: 30, perMs: MINUTE_MS })
  const byBoth = limitRate({ name: 'log-in from to', max: 5, perMs: MINUTE_MS })
  const byAccount = limitRate({ name: 'log-in to', max: 10, perMs: 15 * MINUTE_MS })
  return {
    count: async (ctx, { email, ip }) => {
      await byAddress.count(ctx, ip)
      await byBoth.count(ctx, `${ip} ${email}`)
      // Guesses from elsewhere must not lock the owner out of where a session of his is open.
      if (!(await hasSessionThere(ctx, { email, ip }))) await byAccount.count(ctx, email)
    },
    succeed: (ctx, { email }) => byAccount.forget(ctx, email),
  }
}

async function hasSessionThere(ctx: Context, { email, ip }: Attempt): Promise<boolean> {
  const found = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(users.email, email), eq(sessions.ip, ip), gt(sessions.expiresAt, ctx.clock.now())),
    )
    .limit(1)
  return found.length > 0
}
