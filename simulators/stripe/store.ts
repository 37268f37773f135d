import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Stripe } from 'stripe'
import { saveFile } from '../save-file.ts'
import { noSuch } from './stripe-error.ts'

/** Everything the simulated account knows, by Stripe's own shapes; references are ids. */
export type Tables = {
  product: Stripe.Product
  price: Stripe.Price
  customer: Stripe.Customer
  tax_id: Stripe.TaxId
  payment_method: Stripe.PaymentMethod
  setup_intent: Stripe.SetupIntent
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  tax_rate: Stripe.TaxRate
  credit_note: Stripe.CreditNote
  coupon: Stripe.Coupon
  promotion_code: Stripe.PromotionCode
  discount: Stripe.Discount
  subscription: Stripe.Subscription
  subscription_schedule: Stripe.SubscriptionSchedule
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  'checkout.session': Stripe.Checkout.Session
  'billing_portal.session': Stripe.BillingPortal.Session
  event: Stripe.Event
}
export type Kind = keyof Tables

/** What Stripe keeps to itself, by the id it belongs to. */
export type Hidden = {
  /** Card number behind a payment method, which decides how it behaves. */
  cardNumber: Record<string, string>
  /** What a Checkout session will create. */
  order: Record<string, Order>
  /** Prorations that wait for a subscription's next invoice. */
  pendingLines: Record<string, Stripe.InvoiceLineItem[]>
  /** Authentications under way, by the id in their page's address. */
  challenge: Record<string, Challenge>
  /** What the present period of a subscription's prices cost after discounts, in cents, by subscription and price. */
  periodCost: Record<string, Record<string, number>>
  /** The products that a coupon is for, shown only when asked for. */
  couponProducts: Record<string, string[]>
  trialReminded: Record<string, true>
  deletedCustomer: Record<string, true>
  /** Answers by idempotency key, with the second they were given. */
  answered: Record<string, { fingerprint: string; status: number; body: string; at: number }>
  undelivered: Record<string, true>
}

export type Order = {
  priceId: string | null
  trialDays: number
  subscriptionMetadata: Record<string, string>
  automaticTax: boolean
  taxRateIds: string[]
  footer: string | null
  asksAddress: boolean
  collectsTaxId: boolean
  savesAddress: boolean
  takesCodes: boolean
  /** Of the discount that the buyer has typed the code of, or that the session brought. */
  promised: Promised | null
}

export type Promised = { couponId: string; promotionCodeId: string | null }

export type Challenge =
  | { of: 'checkout'; sessionId: string; buyer: Record<string, string> }
  | { of: 'invoice'; invoiceId: string; paymentMethodId: string }
  | { of: 'portal'; sessionId: string; buyer: Record<string, string> }

const KINDS: { [K in Kind]: true } = {
  product: true,
  price: true,
  customer: true,
  tax_id: true,
  payment_method: true,
  setup_intent: true,
  payment_intent: true,
  charge: true,
  refund: true,
  tax_rate: true,
  credit_note: true,
  coupon: true,
  promotion_code: true,
  discount: true,
  subscription: true,
  subscription_schedule: true,
  invoice: true,
  invoice_payment: true,
  'checkout.session': true,
  'billing_portal.session': true,
  event: true,
}
/** After this long Stripe forgets. */
const EVENT_SECONDS = 30 * 86_400
export const KEY_SECONDS = 86_400

export class Store {
  readonly hidden: Hidden = {
    cardNumber: {},
    order: {},
    pendingLines: {},
    challenge: {},
    periodCost: {},
    couponProducts: {},
    trialReminded: {},
    deletedCustomer: {},
    answered: {},
    undelivered: {},
  }
  readonly #tables = Object.fromEntries(
    Object.keys(KINDS).map((kind) => [kind, new Map()]),
  ) as unknown as { [K in Kind]: Map<string, Tables[K]> }
  readonly #path: string | undefined
  readonly #baseUrl: string

  /** Takes up what an earlier process saved at `path`; its addresses move to this one's `baseUrl`. */
  constructor(path: string | undefined, baseUrl: string) {
    this.#path = path
    this.#baseUrl = baseUrl
    if (!path || !existsSync(path)) return
    const text = readFileSync(path, 'utf8')
    const { baseUrl: formerUrl } = JSON.parse(text) as { baseUrl: string }
    const saved = JSON.parse(text.replaceAll(formerUrl, baseUrl)) as {
      hidden: Hidden
      objects: { [K in Kind]: Tables[K][] }
    }
    Object.assign(this.hidden, saved.hidden)
    for (const kind of Object.keys(KINDS) as Kind[])
      for (const object of saved.objects[kind] ?? []) this.put(kind, object)
  }

  put<K extends Kind>(kind: K, object: Tables[K]): Tables[K] {
    this.#tables[kind].set(object.id, object)
    return object
  }

  /** @throws StripeFailure resource_missing; `param` names the parameter that held the id. */
  get<K extends Kind>(kind: K, id: string, param?: string): Tables[K] {
    const found = this.#tables[kind].get(id)
    if (found) return found
    throw noSuch(kind === 'payment_method' ? 'PaymentMethod' : kind.replace('_', ' '), id, param)
  }

  find(id: string): Tables[Kind] | undefined {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const found = this.#tables[kind].get(id)
      if (found) return found
    }
    return undefined
  }

  /** Newest first, as Stripe lists. */
  all<K extends Kind>(kind: K): Tables[K][] {
    return [...this.#tables[kind].values()].reverse()
  }

  drop(kind: Kind, id: string): void {
    this.#tables[kind].delete(id)
  }

  newId(prefix: string, bytes = 18): string {
    return prefix + randomBytes(bytes).toString('base64url').replace(/[-_]/g, 'x')
  }

  save(now: number): void {
    this.#forget(now)
    if (!this.#path) return
    const objects = Object.fromEntries(
      Object.entries(this.#tables).map(([kind, table]) => [kind, [...table.values()]]),
    )
    saveFile(this.#path, JSON.stringify({ baseUrl: this.#baseUrl, hidden: this.hidden, objects }))
  }

  #forget(now: number): void {
    for (const event of this.#tables.event.values())
      if (event.created < now - EVENT_SECONDS && !this.hidden.undelivered[event.id])
        this.#tables.event.delete(event.id)
    for (const [key, { at }] of Object.entries(this.hidden.answered))
      if (at <= now - KEY_SECONDS) delete this.hidden.answered[key]
  }
}
