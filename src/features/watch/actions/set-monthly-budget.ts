import { and, eq } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import { campaignOfAccount } from '#account-data/owned-entity.ts'
import type { CallerContext } from '#platform/context.ts'
import { monthlyBudgets } from '#platform/db/schema/watch.ts'
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
  if (asked.importe === null)
    await ctx.db
      .delete(monthlyBudgets)
      .where(
        and(eq(monthlyBudgets.customerId, customerId), eq(monthlyBudgets.campaignId, campaignId)),
      )
  else {
    const values = { amountMicros: Math.round(asked.importe * MICROS), updatedAt: ctx.clock.now() }
    await ctx.db
      .insert(monthlyBudgets)
      .values({ customerId, campaignId, ...values })
      .onConflictDoUpdate({
        target: [monthlyBudgets.customerId, monthlyBudgets.campaignId],
        set: values,
      })
  }
  await enqueue(
    ctx,
    watchAccount,
    { customerId },
    { uniqueKey: watchKey(customerId), lane: 'asked' },
  )
  return await getPace(ctx, asked.customerId)
}
