import { and, eq, lte, or, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import type { SessionUser } from './contract/endpoints.ts'
import { toSessionUser } from './rules.ts'

export async function getCallerUser(ctx: CallerContext): Promise<SessionUser> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
  // The session was joined with its user in this very request.
  return toSessionUser(user!, ctx.caller.team)
}

const DAY_MS = 86_400_000
/** A card's last month may begin a month before it ends, and the warning 30 days before that end. */
const CARD_NEWS_MS = 2 * DAY_MS

/** Rather too often than too seldom: the subscription itself says whether there is anything to show. */
export async function hasBillingAlert({ db, caller, clock }: CallerContext): Promise<boolean> {
  const { status, cardExpiryYear, cardExpiryMonth } = billingAccounts
  const lastMonth = sql<Date>`make_date(${cardExpiryYear}, ${cardExpiryMonth}, 1)`
  const soon = new Date(clock.now().getTime() + CARD_NEWS_MS).toISOString().slice(0, 10)
  const [row] = await db
    .select({ status })
    .from(billingAccounts)
    .where(
      and(
        eq(billingAccounts.userId, caller.userId),
        or(eq(status, 'past_due'), lte(lastMonth, sql`${soon}::date`)),
      ),
    )
  return row !== undefined
}

export async function erasureAt({ db, caller }: CallerContext): Promise<string | null> {
  const [row] = await db
    .select({ dueAt: accountErasures.dueAt })
    .from(accountErasures)
    .where(eq(accountErasures.userId, caller.userId))
  return row?.dueAt.toISOString() ?? null
}
