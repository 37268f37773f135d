import type Stripe from 'stripe'
import type { BillingRow } from './access.ts'
import { type Catalogue, offerOfPrice } from './prices.ts'

/** A better plan whose payment the bank wants confirmed; all null when none waits. */
export type PendingPlan = Pick<
  BillingRow,
  'pendingPlan' | 'pendingInterval' | 'pendingPlanUntil' | 'pendingPlanUrl' | 'pendingPlanCents'
>

export const NO_PENDING_PLAN: PendingPlan = {
  pendingPlan: null,
  pendingInterval: null,
  pendingPlanUntil: null,
  pendingPlanUrl: null,
  pendingPlanCents: null,
}

/** `invoice`: the subscription's latest, which pays for the change. */
export function pendingPlanOf(
  { pending_update: pending }: Pick<Stripe.Subscription, 'pending_update'>,
  invoice: Pick<Stripe.Invoice, 'status' | 'hosted_invoice_url' | 'amount_due'> | null,
  catalogue: Catalogue,
): PendingPlan {
  const offer = offerOfPrice(pending?.subscription_items?.[0]?.price.id, catalogue)
  if (!pending || !offer || invoice?.status !== 'open') return NO_PENDING_PLAN
  return {
    pendingPlan: offer.plan,
    pendingInterval: offer.interval,
    pendingPlanUntil: new Date(pending.expires_at * 1000),
    pendingPlanUrl: invoice.hosted_invoice_url ?? null,
    pendingPlanCents: invoice.amount_due,
  }
}

/** Why the payment of a change did not go through at once. */
export type Obstacle = 'confirm' | Stripe.PaymentIntent.LastPaymentError | null

/** 'confirm' where the bank only waits for the card's owner; else what it answered. */
export function obstacleOf(intent: Stripe.PaymentIntent | null): Obstacle {
  if (intent?.status === 'requires_action' || intent?.status === 'requires_confirmation')
    return 'confirm'
  return intent?.last_payment_error ?? null
}
