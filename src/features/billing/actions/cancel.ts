import type Stripe from 'stripe'
import type { CallerContext, Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { isPaid } from '../contract/subscription.ts'
import { endsWithPeriod, isFinal } from '../rules/access.ts'
import type { Held } from './lock.ts'
import { dropUnconfirmed } from './pending-plan.ts'
import { readAfter } from './read-after.ts'
import { releaseSchedule } from './scheduled-plan.ts'
import { readStripe } from './sync-from-stripe.ts'
import { changeAtStripe, talkToStripe } from './talk-to-stripe.ts'

const REFUSAL = 'No se pudo procesar tu solicitud. Inténtalo de nuevo.'

/** Ends a subscription with its paid period; one that is not paid ends at once. Repeating it changes nothing. False where our copy comes later. */
export async function cancelSubscription(
  ctx: CallerContext,
  { reason }: { reason?: string | null },
): Promise<boolean> {
  return await onSubscription(ctx, async (held, subscriptionId) => {
    await cancelHeld(ctx, held, subscriptionId, reason)
  })
}

/** With the paid period, also where it was to end some periods later. Our copy is read by the caller. */
export async function cancelHeld(
  ctx: Context,
  held: Held,
  subscriptionId: string,
  reason: string | null | undefined,
): Promise<void> {
  if (endsWithPeriod(held.row)) return
  const { subscriptions } = stripeOf(ctx.config)
  const cancellation_details = reason ? { comment: reason } : {}
  await dropUnconfirmed(ctx, held)
  // Stripe refuses to end what a schedule holds.
  await releaseSchedule(ctx, held)
  const runsOn = isPaid(held.row.status)
  await changeAtStripe(ctx, held, ['cancel', reason ?? null], async (options) =>
    runsOn
      ? await subscriptions.update(
          subscriptionId,
          { cancel_at_period_end: true, cancellation_details },
          options,
        )
      : await subscriptions.cancel(subscriptionId, { cancellation_details }, options),
  )
}

/** Throws 409 when nothing was cancelled, or the period has ended; false as above. */
export async function resumeSubscription(ctx: CallerContext): Promise<boolean> {
  return await onSubscription(ctx, async (held, subscriptionId) => {
    if (!held.row.cancelAtPeriodEnd)
      throw new AppError('conflict', 'Tu suscripción no está cancelada.')
    const before = held.subscription
    const after = before?.cancel_at_period_end
      ? await update(ctx, held, subscriptionId, { cancel_at_period_end: false })
      : before
    if (after && after.cancel_at !== null)
      await update(ctx, held, subscriptionId, { cancel_at: '' })
  })
}

/** Stripe takes only one of the two in a call; a cancellation made in its portal sets `cancel_at` alone. */
async function update(
  ctx: CallerContext,
  held: Held,
  subscriptionId: string,
  end: { cancel_at_period_end: false } | { cancel_at: '' },
): Promise<Stripe.Subscription> {
  return await changeAtStripe(ctx, held, ['resume', ...Object.keys(end)], (options) =>
    stripeOf(ctx.config).subscriptions.update(subscriptionId, end, options),
  )
}

async function onSubscription(
  ctx: CallerContext,
  work: (held: Held, subscriptionId: string) => Promise<void>,
): Promise<boolean> {
  return await talkToStripe(ctx, ctx.caller.userId, REFUSAL, async (held) => {
    await readStripe(ctx, held)
    const { subscriptionId, status } = held.row
    if (!subscriptionId || isFinal(status))
      throw new AppError('conflict', 'No tienes ninguna suscripción activa.')
    await work(held, subscriptionId)
    return await readAfter(ctx, held)
  })
}
