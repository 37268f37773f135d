import type Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { IVA_PERCENT } from '../rules/tax-treatment.ts'

const known = new WeakMap<Config['stripe'], Promise<string>>()

/** The id at Stripe of Spanish IVA, within the price or on top of it as configured; made there when there is none. */
export async function ivaRate(ctx: Pick<Context, 'config'>): Promise<string> {
  const { stripe } = ctx.config
  const asked = known.get(stripe) ?? findOrMake(ctx)
  known.set(stripe, asked)
  // A failure is not remembered.
  asked.catch(() => known.delete(stripe))
  return await asked
}

async function findOrMake(ctx: Pick<Context, 'config'>): Promise<string> {
  const stripe = stripeOf(ctx.config)
  const inclusive = ctx.config.stripe.pricesIncludeTax
  const { data } = await stripe.taxRates.list({ active: true, inclusive, limit: 100 })
  const found = data.find(isIva) ?? (await make(stripe, inclusive))
  return found.id
}

function isIva({ country, percentage, tax_type }: Stripe.TaxRate): boolean {
  return country === 'ES' && percentage === IVA_PERCENT && tax_type === 'vat'
}

async function make(stripe: Stripe, inclusive: boolean): Promise<Stripe.TaxRate> {
  return await stripe.taxRates.create(
    {
      display_name: 'IVA',
      percentage: IVA_PERCENT,
      inclusive,
      country: 'ES',
      tax_type: 'vat',
    },
    { idempotencyKey: `pujante-iva-${IVA_PERCENT}-${inclusive ? 'inclusive' : 'exclusive'}` },
  )
}
