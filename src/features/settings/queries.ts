import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { emailTokens, sessions, users } from '#platform/db/schema/access.ts'
import { deviceName } from '#platform/device-name.ts'
import type { ActiveSession, Profile } from './contract/endpoints.ts'

export async function getProfile(ctx: CallerContext): Promise<Profile> {
  const { userId } = ctx.caller
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  const [pending] = await ctx.db
    .select({ email: emailTokens.email })
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.userId, userId),
        eq(emailTokens.purpose, 'change_email'),
        isNull(emailTokens.usedAt),
        gt(emailTokens.expiresAt, ctx.clock.now()),
      ),
    )
  // The session was joined with its user in this very request.
  const { name, email, avatarUrl, phone } = user!
  return {
    name: name || 'Sin nombre',
    email,
    avatarUrl,
    phone,
    pendingEmail: pending?.email ?? null,
  }
}

/** The asking session first, then the latest used. Visitors of the demo tenant see only their own. */
export async function listSessions(ctx: CallerContext): Promise<ActiveSession[]> {
  const { userId, sessionHash, readOnly } = ctx.caller
  const now = ctx.clock.now()
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
        gt(sessions.endsAt, now),
        readOnly ? eq(sessions.tokenHash, sessionHash) : undefined,
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
  return rows
    .map((row) => ({
      id: row.id,
      current: row.tokenHash === sessionHash,
      device: deviceName(row.userAgent),
      ip: row.ip,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}
