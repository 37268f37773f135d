import type Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { isMissingAtStripe, stripeOf } from '#platform/stripe.ts'
import { isFinal } from '../rules/access.ts'
import {
  type Buyer,
  IVA_PERCENT,
  type TaxTreatment,
  taxTreatmentOf,
} from '../rules/tax-treatment.ts'
import { idOf } from './default-card.ts'
import { ivaRate } from './tax-rate.ts'

/** Who issues, as it stands at the foot of an invoice; null where it is not configured. */
export function issuerText({ operator }: Config): string | null {
  const { name, taxId, address } = operator
  if (!name) return null
  return [name, taxId && `NIF ${taxId}`, address].filter(Boolean).join(' · ')
}

/** The number is asked for where it decides: of a customer in another country of the Union. */
async function buyerOf(
  ctx: Context,
  { id, address }: { id: string | null; address?: Partial<Stripe.Address> | null },
): Promise<Buyer> {
  const { country = null, postal_code: postalCode = null } = address ?? {}
  const decides = taxTreatmentOf({ country, postalCode, hasEuropeanNumber: true })
  if (decides.place !== 'union_business' || !id)
    return { country, postalCode, hasEuropeanNumber: false }
  const { data } = await stripeOf(ctx.config)
    .customers.listTaxIds(id, { limit: 100 })
    .catch((error: unknown) => {
      if (isMissingAtStripe(error)) return { data: [] }
      throw error
    })
  const hasEuropeanNumber = data.some(
    ({ type, value, verification }) =>
      type === 'eu_vat' && !value.startsWith('ES') && verification?.status === 'verified',
  )
  return { country, postalCode, hasEuropeanNumber }
}

/**
 * Makes the invoices to come say what the customer's place asks: IVA or why there is none, and who issues them. With
 * Stripe Tax the rate is Stripe's business.
 */
export async function adjustInvoices(
  ctx: Context,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
): Promise<void> {
  if (isFinal(subscription.status) || subscription.pending_update) return
  const treatment = taxTreatmentOf(await buyerOf(ctx, customer))
  const wanted = await wantedOf(ctx, treatment)
  const rates = (subscription.default_tax_rates ?? []).map(idOf)
  const isSame =
    (wanted.rates === null || rates.join() === wanted.rates.join()) &&
    (subscription.invoice_settings.footer ?? '') === wanted.footer
  if (isSame) return
  await stripeOf(ctx.config).subscriptions.update(subscription.id, {
    ...(wanted.rates && { default_tax_rates: wanted.rates.length > 0 ? wanted.rates : '' }),
    invoice_settings: { footer: wanted.footer },
  })
}

async function wantedOf(ctx: Context, { percent, sentence }: TaxTreatment) {
  const { automaticTax } = ctx.config.stripe
  const reason = automaticTax ? null : sentence
  return {
    /** Null: Stripe Tax decides, and refuses rates of ours. */
    rates: automaticTax ? null : percent > 0 ? [await ivaRate(ctx)] : [],
    footer: [issuerText(ctx.config), reason].filter(Boolean).join('\n'),
  }
}

/** What decides the tax of an invoice, or of a note that corrects it, beside what is charged. */
export async function taxOf(
  ctx: Context,
  paper: Stripe.Invoice | Stripe.CreditNote,
): Promise<{ rate: number; hasEuropeanNumber: boolean }> {
  const invoice = invoiceOf(paper)
  const { customer_address: address } = invoice ?? {}
  const { hasEuropeanNumber } = await buyerOf(ctx, {
    id: idOf(paper.customer),
    address: address ?? null,
  })
  return { rate: await rateOf(ctx, paper), hasEuropeanNumber }
}

/** Read with it: the customer stands on the invoice alone. */
export function invoiceOf(paper: Stripe.Invoice | Stripe.CreditNote): Stripe.Invoice | null {
  if (paper.object === 'invoice') return paper
  return typeof paper.invoice === 'object' ? paper.invoice : null
}

/** Of its tax: small amounts are rounded so far that it cannot be told from them. */
async function rateOf(
  { config }: Pick<Context, 'config'>,
  { total_taxes }: Pick<Stripe.Invoice | Stripe.CreditNote, 'total_taxes'>,
): Promise<number> {
  const tax = total_taxes?.find(({ amount }) => amount !== 0)?.tax_rate_details
  if (!tax || !config.stripe.automaticTax) return IVA_PERCENT
  const { percentage } = await stripeOf(config).taxRates.retrieve(tax.tax_rate)
  return Math.round(percentage)
}
