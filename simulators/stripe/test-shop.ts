import { Stripe } from 'stripe'
import {
  type StripeSimulator,
  type StripeSimulatorOptions,
  startStripeSimulator,
} from './server.ts'

/** A seller of the three plans, as tests need one: the official SDK, a clock to move, a browser's steps. */
export type Shop = {
  stripe: Stripe
  simulator: StripeSimulator
  clock: { now: () => Date }
  /** Moves the clock and lives through the time. */
  advanceDays: (days: number) => Promise<void>
  /** Buys by the hosted page with the card; the address it ends at. */
  buy: (plan: Plan, options?: BuyOptions) => Promise<Bought>
  close: () => Promise<void>
}
export type Plan = 'basic' | 'premium' | 'enterprise'
type BuyOptions = {
  number?: string
  customer?: string
  session?: Partial<Stripe.Checkout.SessionCreateParams>
}
export type Bought = { customerId: string; subscription: Stripe.Subscription; landedAt: string }

export const PRICE: Record<Plan, string> = {
  basic: 'price_basic',
  premium: 'price_premium',
  enterprise: 'price_enterprise',
}
const START = new Date('2026-01-31T12:00:00Z')
const DAY_MS = 86_400_000

/** `secondsPerLook`: how long a busy machine takes from one look at the clock to the next. */
export async function openShop({
  startsAt = START,
  secondsPerLook = 0,
  ...options
}: Omit<StripeSimulatorOptions, 'clock'> & {
  startsAt?: Date
  secondsPerLook?: number
} = {}): Promise<Shop> {
  let present = startsAt.getTime()
  const clock = {
    now: () => {
      present += 1000 * secondsPerLook
      return new Date(present)
    },
  }
  const simulator = await startStripeSimulator({
    clock,
    webhookRetryMs: 5,
    checksShapes: true,
    ...options,
  })
  const stripe = clientOf(simulator)
  return {
    stripe,
    simulator,
    clock,
    advanceDays: async (days) => {
      present += days * DAY_MS
      await simulator.advance()
    },
    buy: async (plan, given = {}) => buy(stripe, plan, given),
    close: simulator.close,
  }
}

/** The official client with everything at its own settings but the address. */
export function clientOf({ port }: StripeSimulator, more: Stripe.StripeConfig = {}): Stripe {
  return new Stripe('sk_test_prueba', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...more,
  })
}

/** Posts a page's form as a browser does and does not follow. */
export async function submit(
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; location: string; text: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const location = answer.headers.get('location') ?? ''
  const { href } = new URL(location, url)
  return { status: answer.status, location: href, text: await answer.text() }
}

export function card(number: string): Record<string, string> {
  return { number, expiry: '12/34', cvc: '123', name: 'Marta Demo' }
}

export function checkoutParams(
  plan: Plan,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    ui_mode: 'hosted_page',
    line_items: [{ price: PRICE[plan], quantity: 1 }],
    success_url: 'https://app.test/dashboard?success=1&session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://app.test/subscription/canceled',
    locale: 'es',
    ...more,
  }
}

async function buy(
  stripe: Stripe,
  plan: Plan,
  { number = '4242424242424242', customer: given, session: more }: BuyOptions,
): Promise<Bought> {
  const customer =
    given ?? (await stripe.customers.create({ email: 'marta@demo.test', name: 'Marta' })).id
  const session = await stripe.checkout.sessions.create(checkoutParams(plan, { customer, ...more }))
  const first = await submit(session.url ?? '', card(number))
  const asked = first.location.includes('/c/3ds/')
  const last = asked ? await submit(first.location, { outcome: 'complete' }) : first
  const { subscription: id } = await stripe.checkout.sessions.retrieve(session.id)
  if (typeof id !== 'string') throw new Error(first.text)
  // Not expanded in the session: the SDK turns decimals into numbers of its own only at the top.
  const subscription = await stripe.subscriptions.retrieve(id)
  return { customerId: customer, subscription, landedAt: last.location }
}
