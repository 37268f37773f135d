import { type Form, flag, nested, text } from './form.ts'
import { invalidRequest, type StripeFailure } from './stripe-error.ts'

/** What Stripe refuses and its types cannot say. Each with where it is known from. */
type Refusal = {
  source: string
  method: 'POST'
  path: RegExp
  refuse: (form: Form) => StripeFailure | null
}

const SUBSCRIPTION = /^\/v1\/subscriptions\/[^/]+$/
const CHECKOUT = /^\/v1\/checkout\/sessions$/
const ANY = /./

/** docs.stripe.com/billing/subscriptions/pending-updates, and the change of 2026-05-27 (metadata, discounts). */
const BESIDE_PENDING = new Set([
  'add_invoice_items',
  'billing_cycle_anchor',
  'discounts',
  'expand',
  'items',
  'metadata',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'trial_from_plan',
])
/** docs.stripe.com/api/metadata */
const METADATA_KEYS = 50
const METADATA_NAME = 40
const METADATA_VALUE = 500

export const REFUSALS: readonly Refusal[] = [
  {
    source: 'MuckRock/squarelet #750, 2026-07',
    method: 'POST',
    path: SUBSCRIPTION,
    refuse: (form) =>
      form.cancel_at !== undefined && form.cancel_at_period_end !== undefined
        ? invalidRequest(
            'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
          )
        : null,
  },
  {
    source: 'docs.stripe.com/billing/subscriptions/pending-updates-reference',
    method: 'POST',
    path: SUBSCRIPTION,
    refuse: (form) => {
      if (text(form, 'payment_behavior') !== 'pending_if_incomplete') return null
      const other = Object.keys(form).find((name) => !BESIDE_PENDING.has(name))
      return other
        ? invalidRequest(
            `When \`payment_behavior\` is \`pending_if_incomplete\`, you can not pass \`${other}\`.`,
            other,
          )
        : null
    },
  },
  {
    source: 'docs.stripe.com/payments/checkout/discounts',
    method: 'POST',
    path: CHECKOUT,
    refuse: (form) =>
      form.allow_promotion_codes !== undefined && form.discounts !== undefined
        ? invalidRequest(
            'You may only specify one of these parameters: allow_promotion_codes, discounts.',
          )
        : null,
  },
  {
    source: 'docs.stripe.com/tax/subscriptions',
    method: 'POST',
    path: CHECKOUT,
    refuse: (form) => {
      const rates = nested(form, 'subscription_data').default_tax_rates
      return rates !== undefined && flag(nested(form, 'automatic_tax'), 'enabled')
        ? invalidRequest(
            'You may not set default_tax_rates when automatic tax is enabled.',
            'subscription_data[default_tax_rates]',
          )
        : null
    },
  },
  {
    source: 'docs.stripe.com/api/metadata',
    method: 'POST',
    path: ANY,
    refuse: (form) => {
      const entries = Object.entries(nested(form, 'metadata'))
      if (entries.length > METADATA_KEYS)
        return invalidRequest('Metadata can have up to 50 keys.', 'metadata')
      const long = entries.find(
        ([name, value]) => name.length > METADATA_NAME || String(value).length > METADATA_VALUE,
      )
      return long
        ? invalidRequest(
            'Metadata keys can have up to 40 characters, values up to 500.',
            `metadata[${long[0]}]`,
          )
        : null
    },
  },
]

/** @throws StripeFailure for what no request may say. */
export function refuseImpossible(method: string, path: string, form: Form): void {
  for (const refusal of REFUSALS) {
    const failure = refusal.method === method && refusal.path.test(path) && refusal.refuse(form)
    if (failure) throw failure
  }
}
