import type { Stripe } from 'stripe'
import { flag, requiredText, text } from '../form.ts'
import { page } from '../lists.ts'
import { LIST_PARAMS, type Route } from '../route.ts'

/** Rates that are given to invoices by hand, without Stripe Tax. */
export const TAX_RATE_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/tax_rates',
    params: `${LIST_PARAMS} active inclusive`,
    answer: (call) => {
      const [active, inclusive] = [flag(call.form, 'active'), flag(call.form, 'inclusive')]
      const rates = call.merchant.store.all('tax_rate')
      return page(
        call,
        rates.filter(
          (rate) =>
            (active === undefined || rate.active === active) &&
            (inclusive === undefined || rate.inclusive === inclusive),
        ),
      )
    },
  },
  {
    method: 'POST',
    path: '/v1/tax_rates',
    params: 'display_name percentage inclusive country tax_type description',
    answer: ({ merchant: { store, now }, form }): Stripe.TaxRate =>
      store.put('tax_rate', {
        id: store.newId('txr_'),
        object: 'tax_rate',
        active: true,
        country: text(form, 'country') ?? null,
        created: now(),
        description: text(form, 'description') ?? null,
        display_name: requiredText(form, 'display_name'),
        effective_percentage: null,
        flat_amount: null,
        inclusive: flag(form, 'inclusive') ?? false,
        jurisdiction: null,
        jurisdiction_level: null,
        livemode: false,
        metadata: {},
        percentage: Number(requiredText(form, 'percentage')),
        rate_type: 'percentage',
        state: null,
        tax_type: text(form, 'tax_type') ?? null,
      }),
  },
]
