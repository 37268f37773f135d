import Stripe from 'stripe'
import type { CallerContext } from '#platform/context.ts'
import { cardRefusal, stripeOf, toStripeAppError } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { requireCustomer } from './customer.ts'
import { idOf } from './default-card.ts'
import type { Held } from './lock.ts'
import { readAfter } from './read-after.ts'
import { readStripe } from './sync-from-stripe.ts'
import { changeAtStripe, OutcomeUnknown, talkToStripe } from './talk-to-stripe.ts'

/** What became of the debt; 'open' with the page of Stripe where it can be paid and the bank's reason. */
export type Settlement =
  | { outcome: 'none' | 'paid' }
  | { outcome: 'open'; payUrl: string | null; reason: string }

const OWING = new Set<string | null>(['past_due', 'unpaid', 'incomplete'])

/** Charges what is owed to the default card, the oldest first; throws 409 with the bank's reason when that fails. */
export async function retryPayment(ctx: CallerContext): Promise<void> {
  const refusal = 'No se pudo cobrar la factura. Inténtalo de nuevo.'
  await talkToStripe(ctx, ctx.caller.userId, refusal, async (held) => {
    await readStripe(ctx, held)
    requireCustomer(held)
    const settled = await settleDebt(ctx, held, null)
    if (settled.outcome === 'none')
      throw new AppError('conflict', 'No tienes ninguna factura pendiente.')
    if (settled.outcome === 'open') throw new AppError('conflict', settled.reason)
  })
}

/** `cardId` null: the card that Stripe would charge. Our copy is what Stripe says afterwards. */
export async function settleDebt(
  ctx: CallerContext,
  held: Held,
  cardId: string | null,
): Promise<Settlement> {
  if (!OWING.has(held.row.status)) return { outcome: 'none' }
  try {
    const paid = await payOpenInvoices(ctx, held, cardId)
    const isRead = await readAfter(ctx, held)
    const reopened = isRead && held.row.status === 'unpaid' && (await payDraft(ctx, held, cardId))
    if (reopened) await readAfter(ctx, held)
    return { outcome: paid > 0 || reopened ? 'paid' : 'none' }
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    await readAfter(ctx, held)
    if (!(error instanceof Stripe.errors.StripeCardError))
      throw toStripeAppError(error, 'No se pudo cobrar la factura. Inténtalo de nuevo.')
    return { outcome: 'open', payUrl: held.row.payUrl, reason: cardRefusal(error) }
  }
}

async function payOpenInvoices(
  ctx: CallerContext,
  held: Held,
  cardId: string | null,
): Promise<number> {
  const { data } = await stripeOf(ctx.config).invoices.list({
    // What one that has ended left open is owed no more, nor is it why this one is closed.
    subscription: held.row.subscriptionId ?? '',
    status: 'open',
    limit: 100,
  })
  const oldestFirst = data.toSorted((a, b) => a.created - b.created)
  for (const { id } of oldestFirst) if (id) await payInvoice(ctx, held, id, cardId)
  return oldestFirst.length
}

/**
 * While a subscription is unpaid Stripe writes its invoices as drafts that it never charges; it lives again only when
 * the newest is paid. The older ones are of months without access, and stay drafts. False when there is none.
 */
async function payDraft(ctx: CallerContext, held: Held, cardId: string | null): Promise<boolean> {
  const stripe = stripeOf(ctx.config)
  const subscription = await stripe.subscriptions.retrieve(held.row.subscriptionId ?? '')
  const latest = idOf(subscription.latest_invoice)
  const invoice = latest ? await stripe.invoices.retrieve(latest) : null
  if (!latest || invoice?.status !== 'draft') return false
  await changeAtStripe(ctx, held, ['finalize', latest], (options) =>
    stripe.invoices.finalizeInvoice(latest, { auto_advance: false }, options),
  )
  await payInvoice(ctx, held, latest, cardId)
  return true
}

async function payInvoice(
  ctx: CallerContext,
  held: Held,
  invoiceId: string,
  cardId: string | null,
): Promise<void> {
  await changeAtStripe(ctx, held, ['pay', invoiceId, cardId], (options) =>
    stripeOf(ctx.config).invoices.pay(
      invoiceId,
      // The owner of the card is there, and can confirm on the invoice's page what the bank asks.
      { off_session: false, ...(cardId && { payment_method: cardId }) },
      options,
    ),
  )
}
