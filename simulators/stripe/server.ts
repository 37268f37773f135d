import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { handleApi } from './api.ts'
import { catchUp } from './billing/calendar.ts'
import { CheckedTraffic, type Counts } from './checked-traffic.ts'
import { Faults } from './faults.ts'
import { type Exchange, sendHtml } from './http.ts'
import type { Merchant } from './merchant.ts'
import { handlePages } from './pages/routes.ts'
import { PLANS, seedCatalogue } from './seed-catalogue.ts'
import { seedCodes } from './seed-codes.ts'
import {
  type SeededSubscription,
  type SubscriptionSeed,
  seedSubscription,
} from './seed-subscription.ts'
import { Store } from './store.ts'
import { Webhooks, type WebhookTarget } from './webhooks.ts'

export type StripeSimulatorOptions = {
  /** The present; may be moved forward. */
  clock: { now: () => Date }
  /** JSON file for everything; without it it ends with the process. */
  statePath?: string
  /** Whether the seeded prices contain VAT when Stripe works it out. Default true. */
  pricesIncludeTax?: boolean
  /** What a subscription becomes after the last failed attempt. Default 'unpaid'. */
  dunningOutcome?: 'unpaid' | 'canceled'
  /** Wait before a webhook's second attempt (default 250); doubles with each further one. */
  webhookRetryMs?: number
  /** Holds every request, answer and event against the types of the installed package. Default false. */
  checksShapes?: boolean
  /** How long the fault 'timeout' holds an answer back. */
  timeoutMs?: number
}

export type StripeSimulator = {
  port: number
  baseUrl: string
  /** STRIPE_… as the product's environment must say to reach it. */
  environment: Record<string, string>
  faults: Pick<Faults, 'arm' | 'clear' | 'armed'>
  /** Events wait until there is a target. */
  deliverTo: (target: WebhookTarget | undefined) => void
  /** Lives through the time up to the clock's present and resolves when all its events are delivered. */
  advance: () => Promise<void>
  /** Resolves when no event is on its way; events waiting for a target do not count. */
  settled: () => Promise<void>
  /** A customer who has paid since `startedDaysAgo`; without events. The same e-mail gives the same one. */
  seedSubscription: (seed: SubscriptionSeed) => SeededSubscription
  /** Those who have bought pay no more, without events: for tests that let months pass for another buyer. */
  retireAll: () => void
  /** Events of the last 30 days, oldest first. */
  events: () => Stripe.Event[]
  /** What was held against the package's types so far, under `checksShapes`. */
  checked: () => Counts
  /** Calls of the API, oldest first: `POST /v1/customers 200`. */
  requests: () => readonly string[]
  close: () => Promise<void>
}

const WEBHOOK_SECRET = 'whsec_simulador'
const KEEP_ALIVE_MS = 120_000
const CATCH_UP_MS = 30_000
const LOGGED_CALLS = 500

/** Stripe's API and its hosted pages on one loopback port. */
export async function startStripeSimulator(
  options: StripeSimulatorOptions,
): Promise<StripeSimulator> {
  const calls: string[] = []
  const stopping = new AbortController()
  const server = createServer((request, response) => {
    const exchange = exchangeOf(request, response, calls)
    const timeoutMs = options.timeoutMs ?? KEEP_ALIVE_MS
    const service = { catchUp: () => catchUp(merchant, presentSeconds()), timeoutMs, stopping }
    void answer(exchange, merchant, service)
  })
  const port = await listen(server)
  const presentSeconds = () => Math.floor(options.clock.now().getTime() / 1000)
  const { merchant, webhooks } = openMerchant(options, `http://127.0.0.1:${port}`, presentSeconds)
  const tick = () => {
    catchUp(merchant, presentSeconds())
    merchant.store.save(presentSeconds())
  }
  const ticking = setInterval(tick, CATCH_UP_MS).unref()
  return {
    port,
    baseUrl: merchant.baseUrl,
    environment: environmentOf(merchant.baseUrl),
    faults: merchant.faults,
    deliverTo: (target) => webhooks.deliverTo(target),
    advance: async () => {
      tick()
      await webhooks.settled()
    },
    settled: () => webhooks.settled(),
    seedSubscription: (seed) => {
      const seeded = seedSubscription(merchant, seed)
      merchant.store.save(presentSeconds())
      return seeded
    },
    retireAll: () => retireAll(merchant.store, presentSeconds()),
    events: () => merchant.store.all('event').reverse(),
    checked: () => merchant.traffic?.counts ?? { requests: {}, answers: {}, events: {} },
    requests: () => calls,
    close: async () => {
      clearInterval(ticking)
      stopping.abort()
      await webhooks.stop()
      merchant.store.save(presentSeconds())
      await shut(server)
    },
  }
}

function retireAll(store: Store, now: number): void {
  for (const subscription of store.all('subscription'))
    store.put('subscription', { ...subscription, status: 'canceled', ended_at: now })
  for (const invoice of store.all('invoice'))
    store.put('invoice', { ...invoice, next_payment_attempt: null })
  for (const session of store.all('checkout.session'))
    store.put('checkout.session', { ...session, status: 'expired', url: null })
}

async function listen(server: Server): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function shut(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, calls: string[]): Exchange {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  response.on('close', () => {
    calls.push(`${request.method} ${url.pathname} ${response.statusCode}`)
    if (calls.length > LOGGED_CALLS) calls.shift()
  })
  return { request, response, url, requestId: `req_${randomBytes(10).toString('hex')}` }
}

type Service = { catchUp: () => void; timeoutMs: number; stopping: AbortController }

async function answer(exchange: Exchange, merchant: Merchant, service: Service): Promise<void> {
  try {
    service.catchUp()
    if (exchange.url.pathname.startsWith('/v1/')) {
      await handleApi(exchange, merchant, service)
    } else if (!(await handlePages(exchange, merchant))) {
      sendHtml(exchange, 404, '<!doctype html><title>404</title><p>No existe.</p>')
    }
    merchant.store.save(merchant.now())
  } catch (error) {
    if (exchange.response.headersSent) exchange.response.destroy()
    else sendHtml(exchange, 500, `<!doctype html><pre>${String(error)}</pre>`)
  }
}

function openMerchant(options: StripeSimulatorOptions, baseUrl: string, now: () => number) {
  const store = new Store(options.statePath, baseUrl)
  const faults = new Faults()
  const { undelivered } = store.hidden
  const webhooks = new Webhooks({
    secret: WEBHOOK_SECRET,
    faults,
    retryMs: options.webhookRetryMs ?? 250,
    waiting: store
      .all('event')
      .reverse()
      .filter(({ id }) => undelivered[id]),
    done: (eventId) => {
      delete undelivered[eventId]
    },
  })
  const merchant: Merchant = {
    store,
    faults,
    baseUrl,
    now,
    dunningOutcome: options.dunningOutcome ?? 'unpaid',
    traffic: options.checksShapes ? new CheckedTraffic() : undefined,
    publish: (event) => {
      merchant.traffic?.event(event)
      store.put('event', event)
      undelivered[event.id] = true
      webhooks.send(event)
    },
  }
  seedCatalogue(merchant, options.pricesIncludeTax ?? true)
  seedCodes(merchant)
  return { merchant, webhooks }
}

function environmentOf(baseUrl: string): Record<string, string> {
  return {
    STRIPE_API_BASE: baseUrl,
    STRIPE_SECRET_KEY: 'sk_test_simulador',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_BASIC: PLANS.basic.priceId,
    STRIPE_PRICE_PREMIUM: PLANS.premium.priceId,
    STRIPE_PRICE_ENTERPRISE: PLANS.enterprise.priceId,
  }
}
