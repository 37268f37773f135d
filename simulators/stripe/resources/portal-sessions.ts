import type { Stripe } from 'stripe'
import { type Form, nested, requiredText, text } from '../form.ts'
import type { Merchant } from '../merchant.ts'
import { invalidRequest } from '../stripe-error.ts'

/** Knows the whole portal and its flow `payment_method_update`. */
export function createPortalSession(merchant: Merchant, form: Form): Stripe.BillingPortal.Session {
  const { store, baseUrl } = merchant
  const customer = store.get('customer', requiredText(form, 'customer'), 'customer')
  const flow = text(nested(form, 'flow_data'), 'type')
  if (flow && flow !== 'payment_method_update')
    throw invalidRequest('The simulator only knows payment_method_update.', 'flow_data[type]')
  const id = store.newId('bps_')
  return store.put('billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_simulador',
    created: merchant.now(),
    customer: customer.id,
    customer_account: null,
    flow: flow
      ? {
          after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
          customer_update: null,
          subscription_cancel: null,
          subscription_pause: null,
          subscription_update: null,
          subscription_update_confirm: null,
          type: flow,
        }
      : null,
    livemode: false,
    locale: text(form, 'locale') ?? null,
    on_behalf_of: null,
    return_url: text(form, 'return_url') ?? null,
    url: `${baseUrl}/p/session/${id}`,
  })
}
