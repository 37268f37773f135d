import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { stripeOf } from '#platform/stripe.ts'
import { doublePaymentLetter } from '../emails.ts'
import type { Held } from './lock.ts'
import { noteOnce } from './notices.ts'

/** The notice kept for each subscription that was paid back; its subject is the subscription. */
export const DOUBLE_PAYMENT = 'double_payment'

/**
 * Gives back what was paid for a second subscription and ends it. The money first: a subscription that has
 * ended is not looked at again.
 */
export async function endSurplus(
  ctx: Context,
  held: Held,
  subscription: Stripe.Subscription,
): Promise<void> {
  const stripe = stripeOf(ctx.config)
  const isPaid = subscription.status === 'active' || subscription.status === 'trialing'
  const invoiceId = idOf(subscription.latest_invoice)
  if (isPaid && invoiceId) {
    await refundInvoice(stripe, invoiceId)
    await tell(ctx, held.userId, subscription.id)
  }
  await stripe.subscriptions.cancel(
    subscription.id,
    { prorate: false, invoice_now: false },
    { idempotencyKey: `end-surplus-${subscription.id}` },
  )
  ctx.log.warn({ subscription: subscription.id }, 'a second subscription was ended')
}

async function tell(ctx: Context, userId: string, subscriptionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await noteOnce(ctx, userId, DOUBLE_PAYMENT, subscriptionId))) return
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (user) await enqueueMail(ctx, user.email, doublePaymentLetter(user.name))
  })
}

async function refundInvoice(stripe: Stripe, invoice: string): Promise<void> {
  const payments = await stripe.invoicePayments.list({ invoice, status: 'paid' })
  for (const { payment } of payments.data) {
    const paymentIntent = idOf(payment.payment_intent)
    if (!paymentIntent) continue
    try {
      await stripe.refunds.create(
        { payment_intent: paymentIntent, reason: 'duplicate' },
        { idempotencyKey: `refund-${paymentIntent}` },
      )
    } catch (error) {
      const isDone =
        error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
      if (!isDone) throw error
    }
  }
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
