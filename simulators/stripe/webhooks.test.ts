import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientOf, openShop, type Shop } from './test-shop.ts'
import type { WebhookDelivery } from './webhooks.ts'

type Taken = { event: Stripe.Event; signature: string; body: string }

let shop: Shop
let endpoint: Server
let url: string
let taken: Taken[]
let answers: number[]

beforeEach(async () => {
  shop = await openShop()
  taken = []
  answers = []
  endpoint = createServer(async (request, response) => {
    const body = await text(request)
    const signature = String(request.headers['stripe-signature'])
    const status = answers.shift() ?? 200
    if (status === 200) taken.push({ event: JSON.parse(body), signature, body })
    response.writeHead(status).end()
  })
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`
})
afterEach(async () => {
  await shop.close()
  await new Promise((closed) => endpoint.close(closed))
})

const secret = () => shop.simulator.environment.STRIPE_WEBHOOK_SECRET ?? ''
const types = () => taken.map(({ event }) => event.type)

test('events arrive signed, in order, and the SDK accepts exactly them', async () => {
  shop.simulator.deliverTo(url)
  await shop.buy('premium')
  await shop.simulator.settled()
  expect(types()).toEqual([
    'customer.created',
    'customer.updated',
    'payment_method.attached',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ])
  for (const { body, signature, event } of taken)
    expect(Stripe.webhooks.constructEvent(body, signature, secret()).id).toBe(event.id)
  const [{ body, signature } = { body: '', signature: '' }] = taken
  const forged = body.replace('marta@', 'otra@')
  expect(() => Stripe.webhooks.constructEvent(forged, signature, secret())).toThrow()
  expect(() => Stripe.webhooks.constructEvent(body, signature, 'whsec_otro')).toThrow()
})

test('events wait for an endpoint, and then come', async () => {
  await shop.stripe.customers.create({})
  await shop.simulator.settled()
  expect(taken).toEqual([])
  shop.simulator.deliverTo(url)
  await shop.simulator.settled()
  expect(types()).toEqual(['customer.created'])
})

test('a refused event is tried again, and given up after eight attempts', async () => {
  shop.simulator.deliverTo(url)
  answers = [500, 404, 302]
  await shop.stripe.customers.create({})
  await shop.simulator.settled()
  expect(types()).toEqual(['customer.created'])
  answers = Array.from({ length: 8 }, () => 500)
  await shop.stripe.customers.create({})
  await shop.simulator.settled()
  expect(answers).toEqual([])
  expect(taken).toHaveLength(1)
})

test('on demand: twice, swapped, never', async () => {
  const { faults } = shop.simulator
  shop.simulator.deliverTo(url)
  faults.arm('webhook_duplicate', 1, 'customer.created')
  await shop.stripe.customers.create({ name: 'Doble' })
  await shop.simulator.settled()
  expect(new Set(taken.map(({ event }) => event.id)).size).toBe(1)
  expect(taken).toHaveLength(2)
  taken = []
  faults.arm('webhook_out_of_order', 1, 'customer.subscription.created')
  faults.arm('webhook_lost', 1, 'invoice.paid')
  await shop.buy('basic')
  await shop.simulator.settled()
  expect(types().indexOf('customer.subscription.created')).toBe(
    types().indexOf('invoice.created') + 1,
  )
  expect(types()).not.toContain('invoice.paid')
  const kept = await shop.stripe.events.list({ type: 'invoice.paid' })
  expect(kept.data).toHaveLength(1)
})

test('an event held back with nothing behind it comes all the same', async () => {
  shop.simulator.deliverTo(url)
  shop.simulator.faults.arm('webhook_out_of_order', 1)
  await shop.stripe.customers.create({})
  await shop.simulator.settled()
  expect(types()).toEqual(['customer.created'])
})

test('a product that does not listen takes events by a function', async () => {
  const deliveries: WebhookDelivery[] = []
  shop.simulator.deliverTo(async (delivery) => {
    deliveries.push(delivery)
    return 200
  })
  const bought = await shop.buy('basic')
  await shop.advanceDays(28)
  const events = deliveries.map(({ body, headers }) =>
    Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret()),
  )
  const renewal = events.filter(({ type }) => type === 'customer.subscription.updated').at(0)
  expect(renewal?.data.object).toMatchObject({ id: bought.subscription.id })
  expect(renewal?.data.previous_attributes).toHaveProperty('items')
})

test('state, idempotency and undelivered events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  const statePath = join(folder, 'stripe.json')
  const before = await openShop({ statePath })
  const idempotencyKey = 'una-vez'
  const { id } = await before.stripe.customers.create({ name: 'A' }, { idempotencyKey })
  const bought = await before.buy('premium', { customer: id })
  const formerPort = before.simulator.port
  await before.close()
  const after = await openShop({ statePath })
  try {
    const stripe = clientOf(after.simulator)
    expect((await stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).toBe(id)
    expect(await stripe.subscriptions.retrieve(bought.subscription.id)).toEqual(bought.subscription)
    const [invoice] = (await stripe.invoices.list({ customer: id })).data
    if (formerPort !== after.simulator.port)
      expect(invoice?.invoice_pdf).toContain(String(after.simulator.port))
    after.simulator.deliverTo(url)
    await after.simulator.settled()
    expect(types()).toContain('checkout.session.completed')
  } finally {
    await after.close()
    rmSync(folder, { recursive: true })
  }
})
