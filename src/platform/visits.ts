import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { notice } from './db/notices.ts'
import { visits } from './db/schema/access.ts'

/** A longer pause ends a visit, as web statistics have always counted (Google Analytics' default). */
const PAUSE_MS = 30 * 60_000

/** Notes that a session is in use now: lengthens its visit, or begins one after a pause. */
export async function recordVisit(
  ctx: Context,
  session: { sessionId: string; userId: string; isDemo: boolean },
): Promise<void> {
  if (await lengthenVisit(ctx, session.sessionId)) return
  const now = ctx.clock.now()
  await ctx.db
    .insert(visits)
    .values({ id: randomUUID(), ...session, startedAt: now, lastSeenAt: now })
  await ctx.db.execute(sql`select ${notice('visit', session.userId)}`)
}

/** False when there is no visit under way. */
export async function lengthenVisit(ctx: Context, sessionId: string): Promise<boolean> {
  const now = ctx.clock.now()
  const lengthened = await ctx.db
    .update(visits)
    .set({ lastSeenAt: now })
    .where(
      and(
        eq(visits.sessionId, sessionId),
        gt(visits.lastSeenAt, new Date(now.getTime() - PAUSE_MS)),
      ),
    )
    .returning({ id: visits.id })
  return lengthened.length > 0
}
