import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { enqueue } from '#platform/jobs.ts'
import { reconcileBilling } from '../contract/subscription.ts'
import { addDaysTo, KEPT_DAYS } from '../rules/access.ts'
import { applyAccess } from './apply-access.ts'
import { deletionOf, sendDueNotices } from './notices.ts'
import { enqueueUnsent } from './outbox.ts'
import { deleteOldEvents } from './webhook.ts'

const HOUR_MS = 3_600_000
const RECONCILE_MS = 24 * HOUR_MS
/** After its end a waiting downgrade is looked at so long: after a day of outage it is still seen. */
const STILL_LOOKED_AT_DAYS = 35

/** What time alone brings about: nightly questions to Stripe, ends of grace and of downgrades, mails, deletions. */
export async function runDueBilling(ctx: Context): Promise<void> {
  const steps = [
    enqueueReconciliations,
    liveThrough,
    enqueueDeletions,
    enqueueUnsent,
    deleteOldEvents,
  ]
  await eachApart(steps, (step) => step(ctx))
}

/** Every subscription that may still change, or be bought, is read once a day, and at once when its period has ended. */
async function enqueueReconciliations(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const dayAgo = new Date(now.getTime() - RECONCILE_MS)
  const due = await ctx.db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(
      and(
        isNotNull(billingAccounts.stripeCustomerId),
        or(
          isNotNull(billingAccounts.checkoutSessionId),
          sql`${billingAccounts.status} not in ('canceled', 'incomplete_expired')`,
        ),
        or(
          isNull(billingAccounts.syncedAt),
          lt(billingAccounts.syncedAt, dayAgo),
          and(
            lte(billingAccounts.periodEnd, now),
            lt(billingAccounts.syncedAt, billingAccounts.periodEnd),
          ),
        ),
      ),
    )
  for (const row of due) await enqueueReading(ctx, row)
}

/** Grace and a waiting downgrade end by the clock alone: Stripe has nothing new to say then. */
async function liveThrough(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .innerJoin(users, eq(users.id, billingAccounts.userId))
    .where(
      or(
        inArray(billingAccounts.status, ['past_due', 'unpaid']),
        gt(billingAccounts.paidPlanUntil, addDaysTo(ctx.clock.now(), -STILL_LOOKED_AT_DAYS)),
        and(
          eq(billingAccounts.status, 'canceled'),
          isNull(billingAccounts.dataDeletedAt),
          // Shut out, with the data kept: nothing is opened, mailed or deleted until an administrator says so.
          eq(users.deactivatedManually, false),
        ),
      ),
    )
  await eachApart(rows, ({ userId }) =>
    inTransaction(ctx, async (ctx) => {
      // Read again under its lock: a payment may have been found since.
      const [row] = await ctx.db
        .select()
        .from(billingAccounts)
        .where(eq(billingAccounts.userId, userId))
        .for('update')
      if (!row) return
      await applyAccess(ctx, row)
      await sendDueNotices(ctx, row)
    }),
  )
}

/** Whose data go: the reading itself deletes them, if Stripe still knows of nothing paid. */
async function enqueueDeletions(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const ended = await ctx.db
    .select({ row: billingAccounts })
    .from(billingAccounts)
    .innerJoin(users, eq(users.id, billingAccounts.userId))
    .where(
      and(
        eq(billingAccounts.status, 'canceled'),
        // What `endOf` says of each.
        lte(
          sql`greatest(${billingAccounts.endedAt}, ${billingAccounts.heldUntil})`,
          addDaysTo(now, -KEPT_DAYS).toISOString(),
        ),
        isNull(billingAccounts.dataDeletedAt),
        eq(users.activatedManually, false),
        eq(users.deactivatedManually, false),
      ),
    )
  await eachApart(ended, async ({ row }) => {
    const at = await deletionOf(ctx, row)
    if (at && at <= now) await enqueueReading(ctx, row)
  })
}

async function enqueueReading(ctx: Context, { userId }: { userId: string }): Promise<void> {
  await enqueue(
    ctx,
    reconcileBilling,
    { userId, since: ctx.clock.now().toISOString() },
    { uniqueKey: `reconcileBilling:${userId}` },
  )
}
