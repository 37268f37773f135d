import type { CallerContext, Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { isDowngradeWaiting } from '../rules/access.ts'
import type { Offer } from '../rules/prices.ts'
import { METADATA } from '../rules/stripe-state.ts'
import { idOf } from './default-card.ts'
import { changeHeld, type Held } from './lock.ts'
import { PLAN_REFUSAL } from './plan.ts'
import { readAfter } from './read-after.ts'
import { releaseSchedule } from './scheduled-plan.ts'
import { itemOf, requirePriceId } from './subscription-line.ts'
import { readStripe } from './sync-from-stripe.ts'
import { changeAtStripe, talkToStripe } from './talk-to-stripe.ts'
import { giveUpPayment, NO_PAID_PLAN } from './upgrade.ts'

/** Undoes a change of plan that waits: for the end of the period, or for its payment. False where our copy comes later; throws 409 when none does. */
export async function dropPendingPlan(ctx: CallerContext): Promise<boolean> {
  return await talkToStripe(ctx, ctx.caller.userId, PLAN_REFUSAL, async (held) => {
    await readStripe(ctx, held)
    const { subscriptionId, paidPlan, pendingPlan } = held.row
    const paidInterval = held.row.paidInterval ?? 'month'
    if (pendingPlan) await dropUnconfirmed(ctx, held)
    else if (subscriptionId && paidPlan && isDowngradeWaiting(held.row, ctx.clock.now()))
      await keepPaidPlan(ctx, held, subscriptionId, { plan: paidPlan, interval: paidInterval })
    else throw new AppError('conflict', 'No tienes ningún cambio de plan pendiente.')
    return await readAfter(ctx, held)
  })
}

/** A better plan that its owner did not confirm at the bank; nothing when none waits. */
export async function dropUnconfirmed(ctx: Context, held: Held): Promise<void> {
  const { subscription } = held
  if (!subscription?.pending_update) return
  const invoiceId = idOf(subscription.latest_invoice)
  if (invoiceId) await giveUpPayment(ctx, held, invoiceId)
}

async function keepPaidPlan(
  ctx: CallerContext,
  held: Held,
  subscriptionId: string,
  paid: Offer,
): Promise<void> {
  if (!(await releaseSchedule(ctx, held))) await putPriceBack(ctx, held, subscriptionId, paid)
  await changeHeld(ctx, held, { keptAccounts: null })
}

async function putPriceBack(
  ctx: CallerContext,
  held: Held,
  subscriptionId: string,
  paid: Offer,
): Promise<void> {
  const item = itemOf(held)
  await changeAtStripe(ctx, held, ['keep', paid.plan, paid.interval], (options) =>
    stripeOf(ctx.config).subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item, price: requirePriceId(ctx, paid) }],
        metadata: { [METADATA.plan]: paid.plan, ...NO_PAID_PLAN },
        proration_behavior: 'none',
      },
      options,
    ),
  )
}
