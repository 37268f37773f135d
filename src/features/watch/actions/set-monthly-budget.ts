import { and, eq, isNull } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import { campaignOfAccount } from '#account-data/owned-entity.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { accountAlerts, monthlyBudgets } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { MICROS } from '#shared/metrics.ts'
import { watchAccount, watchKey } from '../contract/alerts.ts'
import { getPace } from '../queries/pace.ts'

/** Keeps what the owner wants to spend in a month on an account or a campaign; null takes it away. */
export async function setMonthlyBudget(
  ctx: CallerContext,
  asked: { customerId: string; campaignId: string | null; importe: number | null },
) {
  const account = await ownedAccount(ctx, asked.customerId)
  const { customerId } = account
  const campaign = asked.campaignId && (await campaignOfAccount(ctx, account, asked.campaignId))
  const campaignId = campaign ? campaign.campaignId : 0
  const amountMicros = asked.importe === null ? null : Math.round(asked.importe * MICROS)
  await inTransaction(ctx, async (ctx) => {
    const isAnother = await keepBudget(ctx, { customerId, campaignId, amountMicros })
    // Of another budget it is told again when it runs out, though the one before was put away.
    if (isAnother) await forgetAlerts(ctx, customerId, campaignId || null)
  })
  await enqueue(
    ctx,
    watchAccount,
    { customerId },
    { uniqueKey: watchKey(customerId), lane: 'asked' },
  )
  return await getPace(ctx, asked.customerId)
}

/** Whether it is another amount than the one kept. */
async function keepBudget(
  ctx: Context,
  { customerId, campaignId, amountMicros }: Kept,
): Promise<boolean> {
  const own = and(
    eq(monthlyBudgets.customerId, customerId),
    eq(monthlyBudgets.campaignId, campaignId),
  )
  const [before] = await ctx.db.select().from(monthlyBudgets).where(own).for('update')
  if (amountMicros === null) await ctx.db.delete(monthlyBudgets).where(own)
  else {
    const values = { amountMicros, updatedAt: ctx.clock.now() }
    await ctx.db
      .insert(monthlyBudgets)
      .values({ customerId, campaignId, ...values })
      .onConflictDoUpdate({
        target: [monthlyBudgets.customerId, monthlyBudgets.campaignId],
        set: values,
      })
  }
  return before?.amountMicros !== amountMicros
}

type Kept = { customerId: number; campaignId: number; amountMicros: number | null }

async function forgetAlerts(
  ctx: Context,
  customerId: number,
  campaignId: number | null,
): Promise<void> {
  await ctx.db
    .delete(accountAlerts)
    .where(
      and(
        eq(accountAlerts.customerId, customerId),
        eq(accountAlerts.metric, 'budget'),
        campaignId === null
          ? isNull(accountAlerts.campaignId)
          : eq(accountAlerts.campaignId, campaignId),
      ),
    )
}
