import type { Stripe } from 'stripe'
import { firstEntry } from '../billing/subscriptions.ts'
import { type Form, flag, nested, text, whole } from '../form.ts'
import { idOf, type Merchant } from '../merchant.ts'
import { invalidRequest } from '../stripe-error.ts'

const NO_DETAILS = { comment: null, feedback: null, feedback_option: null, reason: null }
const KEPT = { cancel_at: null, canceled_at: null, cancellation_details: NO_DETAILS }

/** `cancel_at_period_end` sets its flag, `cancel_at` an instant; each takes back what it has set itself. */
export function cancellationFields(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): Partial<Stripe.Subscription> {
  const atPeriodEnd = flag(form, 'cancel_at_period_end')
  const at = text(form, 'cancel_at')
  const details = nested(form, 'cancellation_details')
  if (atPeriodEnd === undefined && at === undefined)
    return Object.keys(details).length > 0
      ? { cancellation_details: cancellationDetails(subscription, details) }
      : {}
  if (subscription.schedule)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  if (atPeriodEnd === false)
    return subscription.cancel_at_period_end ? { cancel_at_period_end: false, ...KEPT } : {}
  if (at === '') return { cancel_at_period_end: false, ...KEPT }
  return {
    cancel_at_period_end: atPeriodEnd ?? false,
    cancel_at: atPeriodEnd
      ? firstEntry(subscription).current_period_end
      : instantOf(subscription, form),
    canceled_at: merchant.now(),
    cancellation_details: {
      ...cancellationDetails(subscription, details),
      reason: 'cancellation_requested',
    },
  }
}

export function cancellationDetails(
  { cancellation_details: before }: Stripe.Subscription,
  form: Form,
): Stripe.Subscription.CancellationDetails {
  return {
    comment: text(form, 'comment') ?? before?.comment ?? null,
    feedback: text(form, 'feedback') ?? before?.feedback ?? null,
    feedback_option: null,
    reason: before?.reason ?? null,
  }
}

/** With one line, the ends of all periods are the same instant. */
function instantOf(subscription: Stripe.Subscription, form: Form): number {
  const named = ['min_period_end', 'max_period_end', 'max_billed_until']
  if (named.includes(text(form, 'cancel_at') ?? ''))
    return firstEntry(subscription).current_period_end
  return whole(form, 'cancel_at') ?? firstEntry(subscription).current_period_end
}
