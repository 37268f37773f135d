import { Stripe } from 'stripe'
import { idOf, type Merchant } from '../merchant.ts'
import { discountedCost } from './discounts.ts'
import { firstEntry } from './subscriptions.ts'
import { taxOf } from './tax.ts'

type Period = Stripe.InvoiceLineItem.Period
type LineSpec = {
  subscriptionId: string
  subscriptionItemId: string
  price: Stripe.Price
  amount: number
  description: string
  period: Stripe.InvoiceLineItem.Period
  proration: boolean
}

/** One whole period of a price; amount 0 during a trial. */
export function periodLine(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  period: Stripe.InvoiceLineItem.Period,
  trial = false,
): Stripe.InvoiceLineItem {
  const quantity = firstEntry(subscription).quantity ?? 1
  return line(merchant, {
    subscriptionId: subscription.id,
    subscriptionItemId: firstEntry(subscription).id,
    price,
    amount: trial ? 0 : (price.unit_amount ?? 0) * quantity,
    description: trial
      ? `Periodo de prueba de ${nameOf(merchant, price)}`
      : `${quantity} × ${nameOf(merchant, price)} (${euros(price.unit_amount ?? 0)} / ${isYearly(price) ? 'año' : 'mes'})`,
    period,
    proration: false,
  })
}

/** Credit for the rest of the old price and charge for the rest of the new one, by the second. */
export function prorationLines(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  next: Stripe.Price,
  at: number,
): Stripe.InvoiceLineItem[] {
  const entry = firstEntry(subscription)
  const { current_period_start: start, current_period_end: end, price: former } = entry
  const fraction = Math.max(0, Math.min(1, (end - at) / (end - start)))
  const share = (cost: number) => Math.round(cost * (entry.quantity ?? 1) * fraction)
  const shared = {
    subscriptionId: subscription.id,
    subscriptionItemId: entry.id,
    period: { start: at, end },
    proration: true,
  }
  const after = `después del ${spanishDay(at)}`
  return [
    line(merchant, {
      ...shared,
      price: former,
      // What was paid for it, after the discounts of then.
      amount: -share(periodCost(merchant, subscription, former)),
      description: `Tiempo no utilizado de ${nameOf(merchant, former)} ${after}`,
    }),
    line(merchant, {
      ...shared,
      price: next,
      amount: share(discountedCost(merchant, subscription, next)),
      description: `Tiempo restante de ${nameOf(merchant, next)} ${after}`,
    }),
  ]
}

/**
 * Another interval begins a period of its own: credit for the rest of the old price, unless `proration` is 'none', and
 * the whole first period of the new one.
 */
export function intervalLines(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  next: Stripe.Price,
  { at, credits, period }: { at: number; credits: boolean; period: Period },
): Stripe.InvoiceLineItem[] {
  const [credit] = credits ? prorationLines(merchant, subscription, next, at) : []
  return [...(credit ? [credit] : []), periodLine(merchant, subscription, next, period)]
}

/** What the present period of a price cost, in cents. */
function periodCost({ store }: Merchant, { id }: Stripe.Subscription, price: Stripe.Price): number {
  return store.hidden.periodCost[id]?.[price.id] ?? price.unit_amount ?? 0
}

/** Before what is invoiced uses discounts up; `begins`: a period starts, and what the one before cost is forgotten. */
export function noteCost(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  begins: boolean,
): void {
  const costs = merchant.store.hidden.periodCost
  const earlier = begins ? {} : costs[subscription.id]
  costs[subscription.id] = {
    ...earlier,
    [price.id]: discountedCost(merchant, subscription, price),
  }
}

export function isYearly({ recurring }: Stripe.Price): boolean {
  return recurring?.interval === 'year'
}

/** Fills in tax where the subscription asks for it. */
export function taxed(
  merchant: Merchant,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
  lines: Stripe.InvoiceLineItem[],
): Stripe.InvoiceLineItem[] {
  const automatic = subscription.automatic_tax.enabled
  const rate = subscription.default_tax_rates?.[0]
  return lines.map((entry) => {
    const price = merchant.store.get('price', idOf(entry.pricing?.price_details?.price))
    const taken = (entry.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const tax = taxOf(merchant, entry.amount - taken, { automatic, customer, price, rate })
    return tax ? { ...entry, taxes: [tax] } : entry
  })
}

export function nameOf({ store }: Merchant, price: Stripe.Price): string {
  return store.get('product', idOf(price.product)).name
}

/** `2900` → `29,00 €`. */
export function euros(cents: number): string {
  return new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

export function spanishDay(seconds: number): string {
  return new Intl.DateTimeFormat('es-ES', {
    dateStyle: 'medium',
    timeZone: 'Europe/Madrid',
  }).format(seconds * 1000)
}

function line({ store }: Merchant, spec: LineSpec): Stripe.InvoiceLineItem {
  const { price, amount } = spec
  return {
    id: store.newId('il_'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: spec.description,
    discount_amounts: [],
    discountable: !spec.proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: spec.proration ? store.newId('ii_') : null,
        proration: spec.proration,
        proration_details: spec.proration ? { credited_items: null } : null,
        subscription: spec.subscriptionId,
        subscription_item: spec.subscriptionItemId,
      },
      type: 'subscription_item_details',
    },
    period: spec.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(price.unit_amount ?? 0),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: spec.subscriptionId,
    subtotal: amount,
    taxes: [],
  }
}
