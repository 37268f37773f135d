import { and, eq, exists, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { reportRecipients, reportSchedules } from '#platform/db/schema/reports.ts'
import { nextRunAt } from '../rules/periods.ts'

type Schedule = typeof reportSchedules.$inferSelect

const PLANS = ['premium', 'enterprise'] as const
/** Neither premium nor enterprise, or closed. */
const LACKS_PLAN = or(
  eq(users.isActive, false),
  isNull(users.plan),
  and(...PLANS.map((plan) => ne(users.plan, plan))),
)

/** A plan that lacks them pauses schedules; what lacked a plan, an account or a reader and has it again goes on from its next time. */
export async function followCauses(ctx: Context): Promise<void> {
  const without = ctx.db.select({ id: users.id }).from(users).where(LACKS_PLAN)
  await ctx.db
    .update(reportSchedules)
    .set({ pausedBecause: 'plan' })
    .where(and(isNull(reportSchedules.pausedBecause), inArray(reportSchedules.userId, without)))
  const mended = [await withPlan(ctx), await withAccount(ctx), await withReader(ctx)].flat()
  for (const schedule of mended) await goOn(ctx, schedule)
}

async function withPlan(ctx: Context): Promise<Schedule[]> {
  const rows = await ctx.db
    .select({ schedule: reportSchedules })
    .from(reportSchedules)
    .innerJoin(users, eq(users.id, reportSchedules.userId))
    .where(and(eq(reportSchedules.pausedBecause, 'plan'), sql`not coalesce(${LACKS_PLAN}, true)`))
  return rows.map(({ schedule }) => schedule)
}

async function withAccount(ctx: Context): Promise<Schedule[]> {
  const paused = await ctx.db
    .select()
    .from(reportSchedules)
    .where(eq(reportSchedules.pausedBecause, 'accounts'))
  const named = [...new Set(paused.flatMap(({ accounts }) => accounts))]
  if (named.length === 0) return []
  const connected = await ctx.db
    .select({ customerId: adAccounts.customerId, userId: adAccounts.userId })
    .from(adAccounts)
    .where(and(inArray(adAccounts.customerId, named), eq(adAccounts.connected, true)))
  return paused.filter((schedule) =>
    connected.some(
      ({ customerId, userId }) =>
        userId === schedule.userId && schedule.accounts.includes(customerId),
    ),
  )
}

async function withReader(ctx: Context): Promise<Schedule[]> {
  const reader = ctx.db
    .select({ id: reportRecipients.id })
    .from(reportRecipients)
    .where(
      and(
        eq(reportRecipients.userId, reportSchedules.userId),
        sql`${reportSchedules.recipients} @> to_jsonb(${reportRecipients.id}::text)`,
        isNotNull(reportRecipients.confirmedAt),
        isNull(reportRecipients.unsubscribedAt),
      ),
    )
  return await ctx.db
    .select()
    .from(reportSchedules)
    .where(
      and(
        eq(reportSchedules.pausedBecause, 'recipients'),
        or(eq(reportSchedules.toSelf, true), exists(reader)),
      ),
    )
}

/** Unless its owner has paused it meanwhile. */
async function goOn(
  ctx: Context,
  { userId, id, frequency, pausedBecause }: Schedule,
): Promise<void> {
  if (!pausedBecause) return
  await ctx.db
    .update(reportSchedules)
    .set({ pausedBecause: null, nextRunAt: nextRunAt(frequency, ctx.clock.now()) })
    .where(
      and(
        eq(reportSchedules.userId, userId),
        eq(reportSchedules.id, id),
        eq(reportSchedules.pausedBecause, pausedBecause),
      ),
    )
}
