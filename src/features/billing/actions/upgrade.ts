import type Stripe from 'stripe'
import type { CallerContext, Context } from '#platform/context.ts'
import { cardRefusal, stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { obstacleOf } from '../rules/pending-plan.ts'
import type { Offer } from '../rules/prices.ts'
import { METADATA, toUnix } from '../rules/stripe-state.ts'
import { idOf } from './default-card.ts'
import { changeHeld, type Held } from './lock.ts'
import { itemOf, requirePriceId } from './subscription-line.ts'
import { changeAtStripe } from './talk-to-stripe.ts'

type Wish = { subscriptionId: string; offer: Offer; prorationDate?: number | null }

export const NO_PAID_PLAN = { [METADATA.paidPlan]: '', [METADATA.paidPlanUntil]: '' }

/** 'to_confirm': the bank wants the owner's word first. Throws 409 with the bank's reason when it refuses. */
export async function upgradeNow(
  ctx: CallerContext,
  held: Held,
  { subscriptionId, offer, prorationDate }: Wish,
): Promise<'upgraded' | 'to_confirm'> {
  const item = itemOf(held)
  const proration_date = usableDate(prorationDate, ctx.clock.now())
  const { plan, interval } = offer
  const price = requirePriceId(ctx, offer)
  const action = ['upgrade', plan, interval, proration_date]
  const changed = await changeAtStripe(ctx, held, action, (options) =>
    stripeOf(ctx.config).subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item, price }],
        metadata: { [METADATA.plan]: plan, ...NO_PAID_PLAN },
        proration_behavior: 'always_invoice',
        // Unpaid, nothing changes: the better plan is not had on credit. What is to be confirmed waits at Stripe.
        payment_behavior: 'pending_if_incomplete',
        proration_date,
      },
      options,
    ),
  )
  if (changed.pending_update) return await waitOrRefuse(ctx, held, changed)
  await changeHeld(ctx, held, { keptAccounts: null })
  return 'upgraded'
}

async function waitOrRefuse(
  ctx: CallerContext,
  held: Held,
  { latest_invoice }: Stripe.Subscription,
): Promise<'to_confirm'> {
  const invoiceId = idOf(latest_invoice) ?? ''
  const obstacle = obstacleOf(await intentOf(ctx, invoiceId))
  if (obstacle === 'confirm') return 'to_confirm'
  await giveUpPayment(ctx, held, invoiceId)
  throw new AppError('conflict', cardRefusal(obstacle ?? {}))
}

async function intentOf(ctx: CallerContext, invoiceId: string) {
  const { payments } = await stripeOf(ctx.config).invoices.retrieve(invoiceId, {
    expand: ['payments.data.payment.payment_intent'],
  })
  const intent = payments?.data[0]?.payment.payment_intent
  return typeof intent === 'object' ? intent : null
}

/** With its invoice void, Stripe drops the change that waited for it. */
export async function giveUpPayment(ctx: Context, held: Held, invoiceId: string) {
  await changeAtStripe(ctx, held, ['void', invoiceId], (options) =>
    stripeOf(ctx.config).invoices.voidInvoice(invoiceId, {}, options),
  )
}

const PREVIEW_MS = 60 * 60_000

/** The instant of the preview, if the user decided within the hour; else now. Unix seconds. */
function usableDate(given: number | null | undefined, now: Date): number {
  const age = now.getTime() - (given ?? 0) * 1000
  return given && age >= 0 && age < PREVIEW_MS ? given : toUnix(now)
}
