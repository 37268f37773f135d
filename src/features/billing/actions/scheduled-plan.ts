import type Stripe from 'stripe'
import type { CallerContext, Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import type { Offer } from '../rules/prices.ts'
import { scheduledOffer } from '../rules/stripe-state.ts'
import { idOf } from './default-card.ts'
import type { Held } from './lock.ts'
import { requirePriceId } from './subscription-line.ts'
import { changeAtStripe } from './talk-to-stripe.ts'

/**
 * Another interval from the end of the period on. A price of another interval would begin at once, with an invoice, so that
 * it waits in a schedule of two phases: the period as it is, and the first of the new one.
 */
export async function scheduleOffer(
  ctx: CallerContext,
  held: Held,
  { subscriptionId, offer }: { subscriptionId: string; offer: Offer },
): Promise<void> {
  const { subscriptionSchedules, subscriptions } = stripeOf(ctx.config)
  const subscription = await subscriptions.retrieve(subscriptionId)
  const schedule = await changeAtStripe(ctx, held, ['schedule', subscriptionId], (options) =>
    subscriptionSchedules.create({ from_subscription: subscriptionId }, options),
  )
  const phases = phasesOf(schedule, subscription, requirePriceId(ctx, offer), offer)
  await changeAtStripe(ctx, held, ['phases', schedule.id, offer.plan, offer.interval], (options) =>
    subscriptionSchedules.update(schedule.id, { end_behavior: 'release', phases }, options),
  )
}

function phasesOf(
  schedule: Stripe.SubscriptionSchedule,
  subscription: Stripe.Subscription,
  price: string,
  { interval }: Offer,
): Stripe.SubscriptionScheduleUpdateParams.Phase[] {
  const [present] = schedule.phases
  const before = idOf(subscription.items.data[0]?.price)
  if (!present || !before) throw new Error(`${schedule.id} has no phase to go on from`)
  // What a phase does not name it does not have.
  const rates = (subscription.default_tax_rates ?? []).map(({ id }) => id)
  const discounts = subscription.discounts.flatMap((one) => {
    const discount = idOf(one)
    return discount ? [{ discount }] : []
  })
  const same = {
    ...(rates.length > 0 && { default_tax_rates: rates }),
    ...(discounts.length > 0 && { discounts }),
  }
  const { start_date, end_date } = present
  const trial = subscription.status === 'trialing' && subscription.trial_end
  return [
    {
      ...same,
      ...(trial && { trial_end: trial }),
      start_date,
      end_date,
      items: [{ price: before, quantity: 1 }],
    },
    {
      ...same,
      items: [{ price, quantity: 1 }],
      duration: { interval, interval_count: 1 },
      proration_behavior: 'none',
    },
  ]
}

/** The subscription goes on as it is; nothing where no schedule holds it. */
export async function releaseSchedule(ctx: Context, held: Held): Promise<boolean> {
  const { subscription } = held
  const scheduleId = idOf(subscription?.schedule)
  if (!subscription || !scheduleId) return false
  await changeAtStripe(ctx, held, ['release', scheduleId], (options) =>
    stripeOf(ctx.config).subscriptionSchedules.release(scheduleId, {}, options),
  )
  held.subscription = { ...subscription, schedule: null }
  return true
}

/** What a schedule of ours brings with the next period. */
export async function readScheduled(ctx: Context, { schedule }: Stripe.Subscription) {
  const scheduleId = idOf(schedule)
  if (!scheduleId) return null
  const found = await stripeOf(ctx.config).subscriptionSchedules.retrieve(scheduleId)
  return scheduledOffer(found, ctx.config.stripe)
}
