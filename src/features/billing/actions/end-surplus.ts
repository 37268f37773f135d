import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { stripeOf } from '#platform/stripe.ts'
import { isPaid } from '../contract/subscription.ts'
import { doublePaymentLetter } from '../emails/notices.ts'
import { METADATA, type WhyEnded } from '../rules/stripe-state.ts'
import type { Held } from './lock.ts'
import { noteOnce } from './notices.ts'

/** The notice kept for each subscription that was paid back; its subject is the subscription. */
const DOUBLE_PAYMENT = 'double_payment'

/** Of a credit note; Stripe knows no word for the second. */
const WHY = {
  twice: { reason: 'duplicate', text: 'suscripción pagada dos veces' },
  barred: { reason: 'order_change', text: 'la cuenta estaba desactivada cuando se pagó' },
} as const satisfies Record<WhyEnded, unknown>

/**
 * Gives back what was paid for a subscription besides the one in force, or past a closed door, and ends it. The money first: a
 * subscription that has ended is not looked at again.
 */
export async function endSurplus(
  ctx: Context,
  held: Held,
  subscription: Stripe.Subscription,
  why: WhyEnded,
): Promise<void> {
  const stripe = stripeOf(ctx.config)
  const invoiceId = idOf(subscription.latest_invoice)
  // Before the money: a reading that breaks off here is taken up again, though its buyer may be let in meanwhile.
  await stripe.subscriptions.update(subscription.id, { metadata: { [METADATA.endedAs]: why } })
  if (isPaid(subscription.status) && invoiceId) {
    await refundInvoice(ctx, invoiceId, why)
    // Of the other its credit note tells.
    if (why === 'twice') await tell(ctx, held.userId, subscription.id)
  }
  await stripe.subscriptions.cancel(
    subscription.id,
    { prorate: false, invoice_now: false },
    { idempotencyKey: `end-surplus-${subscription.id}` },
  )
  ctx.log.warn({ subscription: subscription.id, why }, 'a subscription too many was ended')
}

async function tell(ctx: Context, userId: string, subscriptionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await noteOnce(ctx, userId, DOUBLE_PAYMENT, subscriptionId))) return
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (user) await enqueueMail(ctx, user.email, doublePaymentLetter(user.name))
  })
}

/** By a credit note: a refund alone would leave the invoice as it is, and Spanish law wants a corrective one. */
async function refundInvoice(ctx: Context, invoiceId: string, why: WhyEnded): Promise<void> {
  const stripe = stripeOf(ctx.config)
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount
  if (left <= 0) return
  await stripe.creditNotes.create(
    {
      invoice: invoiceId,
      amount: left,
      refund_amount: left,
      reason: WHY[why].reason,
      // Stripe's number is the invoice's where there is none of our own, which the record of ours names by itself.
      memo: `Factura rectificativa${ctx.config.invoices.series ? '' : ` de ${invoice.number}`}: ${WHY[why].text}.`,
    },
    { idempotencyKey: `credit-${invoiceId}` },
  )
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
