import { desc, eq, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users, visits } from '#platform/db/schema/access.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { productSettings } from '#platform/product-settings.ts'
import type { AdminUser, AuditEntry } from '../contract/endpoints.ts'
import { toAdminUser, toAuditEntry } from '../rules.ts'
import { IS_IN_TEAM } from './in-team.ts'

const ENTRIES_AT_ONCE = 50
const DAY_MS = 86_400_000

/** Every user but the demo tenant, the newest first. */
export async function listUsers(ctx: CallerContext): Promise<AdminUser[]> {
  const lastVisits = ctx.db
    .select({
      userId: visits.userId,
      lastSeenAt: sql<string>`max(${visits.lastSeenAt})`.as('last_visit_at'),
    })
    .from(visits)
    .groupBy(visits.userId)
    .as('last_visits')
  const rows = await ctx.db
    .select({ user: users, lastSeenAt: lastVisits.lastSeenAt, isInTeam: IS_IN_TEAM })
    .from(users)
    .leftJoin(lastVisits, eq(lastVisits.userId, users.id))
    .where(eq(users.isDemo, false))
    .orderBy(desc(users.createdAt), users.email)
  const kept = await keptVisits(ctx)
  return rows.map(({ user, lastSeenAt, isInTeam }) =>
    toAdminUser(
      user,
      { lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt), isInTeam },
      kept,
    ),
  )
}

/** One user as `listUsers` shows it, given its row. */
export async function withLastVisit(
  ctx: CallerContext,
  user: typeof users.$inferSelect,
): Promise<AdminUser> {
  const [visit] = await ctx.db
    .select({ lastSeenAt: visits.lastSeenAt })
    .from(visits)
    .where(eq(visits.userId, user.id))
    .orderBy(desc(visits.lastSeenAt))
    .limit(1)
  const [team] = await ctx.db
    .select({ isInTeam: IS_IN_TEAM })
    .from(users)
    .where(eq(users.id, user.id))
  const seen = { lastSeenAt: visit?.lastSeenAt ?? null, isInTeam: team?.isInTeam === true }
  return toAdminUser(user, seen, await keptVisits(ctx))
}

async function keptVisits(ctx: CallerContext) {
  const { keepLogsDays } = await productSettings(ctx)
  return { days: keepLogsDays, from: new Date(ctx.clock.now().getTime() - keepLogsDays * DAY_MS) }
}

export async function listAuditLog(
  ctx: CallerContext,
  { before }: { before?: number | undefined },
): Promise<AuditEntry[]> {
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(before === undefined ? undefined : sql`${auditLog.id} < ${before}`)
    .orderBy(desc(auditLog.id))
    .limit(ENTRIES_AT_ONCE)
  return rows.map(toAuditEntry)
}
