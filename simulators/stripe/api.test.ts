import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutParams, clientOf, openShop, PRICE, type Shop } from './test-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 3_000 })
})
afterAll(() => shop.close())

test('a key that is none of Stripe’s is refused as Stripe refuses it', async () => {
  const answer = await fetch(`${shop.simulator.baseUrl}/v1/customers`)
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: 'Invalid API Key provided' },
  })
  const { port } = shop.simulator
  const wrong = new Stripe('pk_live_1', { host: '127.0.0.1', port, protocol: 'http' })
  await expect(wrong.customers.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
})

test('answers carry request-id and the version asked for', async () => {
  const { lastResponse } = await shop.stripe.prices.list()
  expect(lastResponse.requestId).toMatch(/^req_/)
  expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION)
})

test('the three plans cost 9, 29 and 99 € a month, and ten times that a year', async () => {
  const { data } = await shop.stripe.prices.list({ expand: ['data.product'] })
  const offers = data.map((price) => [
    (price.product as Stripe.Product).name,
    price.unit_amount,
    price.currency,
    price.recurring?.interval,
  ])
  expect(offers).toEqual([
    ['Enterprise', 99_000, 'eur', 'year'],
    ['Enterprise', 9900, 'eur', 'month'],
    ['Premium', 29_000, 'eur', 'year'],
    ['Premium', 2900, 'eur', 'month'],
    ['Básico', 9000, 'eur', 'year'],
    ['Básico', 900, 'eur', 'month'],
  ])
})

test('the same idempotency key answers the same, and other parameters under it are refused', async () => {
  const idempotencyKey = 'alta-de-marta'
  const first = await shop.stripe.customers.create({ name: 'Uno' }, { idempotencyKey })
  const again = await shop.stripe.customers.create({ name: 'Uno' }, { idempotencyKey })
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  const other = shop.stripe.customers.create({ name: 'Dos' }, { idempotencyKey })
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  await expect(other).rejects.toMatchObject({ statusCode: 400 })
})

test('a key is forgotten after a day', async () => {
  const other = await openShop()
  const make = (name: string) =>
    other.stripe.customers.create({ name }, { idempotencyKey: 'de un día' })
  const { id } = await make('Uno')
  await other.advanceDays(0.9)
  expect((await make('Uno')).id).toBe(id)
  await other.advanceDays(0.2)
  expect((await make('Dos')).id).not.toBe(id)
  await other.close()
})

test('of a deleted customer only that remains, and its subscription ends', async () => {
  const { customerId, subscription } = await shop.buy('basic')
  await shop.stripe.customers.del(customerId)
  expect(await shop.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true })
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
  })
  await expect(
    shop.stripe.checkout.sessions.create(checkoutParams('basic', { customer: customerId })),
  ).rejects.toMatchObject({ code: 'resource_missing', statusCode: 400 })
})

test('unknown objects, missing and unknown parameters are named', async () => {
  await expect(shop.stripe.subscriptions.retrieve('sub_nada')).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
    type: 'StripeInvalidRequestError',
  })
  const noUrl = checkoutParams('basic', { success_url: '' })
  await expect(shop.stripe.checkout.sessions.create(noUrl)).rejects.toMatchObject({
    param: 'success_url',
    code: 'parameter_missing',
  })
  const strange = { nombre: 'x' } as Stripe.CustomerCreateParams
  await expect(shop.stripe.customers.create(strange)).rejects.toMatchObject({
    param: 'nombre',
    code: 'parameter_unknown',
  })
  const wrongPrice = { ...checkoutParams('basic'), line_items: [{ price: 'price_x', quantity: 1 }] }
  await expect(shop.stripe.checkout.sessions.create(wrongPrice)).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'line_items[0][price]',
  })
})

test('lists are paged newest first, and the SDK walks them', async () => {
  const email = 'paginas@demo.test'
  const made: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    made.unshift((await shop.stripe.customers.create({ name, email })).id)
  const first = await shop.stripe.customers.list({ email, limit: 2 })
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
  expect(first.has_more).toBe(true)
  const rest = await shop.stripe.customers.list({ email, starting_after: made[1], limit: 3 })
  expect(rest.data.map(({ id }) => id)).toEqual(made.slice(2))
  expect(rest.has_more).toBe(false)
  const back = await shop.stripe.customers.list({ email, ending_before: made[3], limit: 2 })
  expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
  const walked: string[] = []
  for await (const { id } of shop.stripe.customers.list({ email, limit: 2 })) walked.push(id)
  expect(walked).toEqual(made)
  await expect(shop.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
})

test('customers are updated, searched, given tax ids', async () => {
  const { stripe } = shop
  const { id } = await stripe.customers.create({
    email: 'busca@demo.test',
    metadata: { user: '77', old: 'x' },
    tax_id_data: [{ type: 'es_cif', value: 'B-12345674' }],
  })
  await stripe.customers.update(id, { name: 'Busca', metadata: { old: '' } })
  const found = await stripe.customers.search({
    query: "email:'busca@demo.test' AND metadata['user']:'77'",
  })
  expect(found.data).toMatchObject([{ id, name: 'Busca', metadata: { user: '77' } }])
  expect(found.data[0]?.metadata).not.toHaveProperty('old')
  const { tax_ids } = (await stripe.customers.retrieve(id, {
    expand: ['tax_ids'],
  })) as Stripe.Customer
  expect(tax_ids?.data).toMatchObject([{ type: 'es_cif', value: 'B12345674' }])
  await expect(
    stripe.customers.createTaxId(id, { type: 'eu_vat', value: '1' }),
  ).rejects.toMatchObject({ code: 'tax_id_invalid' })
})

test('cards: attach, default, detach; another customer’s card is refused', async () => {
  const { stripe } = shop
  const [marta, eva] = [await stripe.customers.create({}), await stripe.customers.create({})]
  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: marta.id })
  expect(visa.card).toMatchObject({ brand: 'visa', last4: '4242' })
  const pick = (customer: string) =>
    stripe.customers.update(customer, { invoice_settings: { default_payment_method: visa.id } })
  await expect(pick(eva.id)).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await pick(marta.id)).invoice_settings.default_payment_method).toBe(visa.id)
  expect((await stripe.customers.listPaymentMethods(marta.id)).data).toHaveLength(1)
  await stripe.paymentMethods.detach(visa.id)
  const after = (await stripe.customers.retrieve(marta.id)) as Stripe.Customer
  expect(after.invoice_settings.default_payment_method).toBeNull()
  expect((await stripe.paymentMethods.list({ customer: marta.id, type: 'card' })).data).toEqual([])
  await expect(
    stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: marta.id }),
  ).rejects.toBeInstanceOf(Stripe.errors.StripeCardError)
})

test('expanding what cannot be expanded is an error, as invoice.payment_intent now is', async () => {
  const { subscription } = await shop.buy('basic')
  const retrieve = (expand: string) =>
    shop.stripe.subscriptions.retrieve(subscription.id, { expand: [expand] })
  await expect(retrieve('latest_invoice.payment_intent')).rejects.toMatchObject({ param: 'expand' })
  const payments = await retrieve('latest_invoice.payments.data.payment.payment_intent').catch(
    (error) => error.message,
  )
  expect(payments).toMatch(/more than 4 levels/)
  const { latest_invoice } = await retrieve('latest_invoice.payments')
  expect((latest_invoice as Stripe.Invoice).payments?.data).toMatchObject([
    { status: 'paid', amount_paid: 900 },
  ])
  const { items, default_payment_method } = await shop.stripe.subscriptions.retrieve(
    subscription.id,
    { expand: ['items.data.price.product', 'default_payment_method'] },
  )
  expect(items.data[0]?.price).toMatchObject({ id: PRICE.basic, product: { name: 'Básico' } })
  expect(default_payment_method).toMatchObject({ card: { last4: '4242' } })
})

test('armed faults: 500 is overcome by retries, 429 is not, unknown ones are explained', async () => {
  const { faults } = shop.simulator
  faults.arm('500', 1)
  await expect(shop.stripe.prices.list()).rejects.toMatchObject({ statusCode: 500 })
  faults.arm('500', 2)
  const patient = clientOf(shop.simulator, { maxNetworkRetries: 2 })
  expect((await patient.prices.list()).data).toHaveLength(6)
  faults.arm('429', 1)
  await expect(shop.stripe.prices.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  expect(() => faults.arm('fuego')).toThrow(/webhook_duplicate/)
})

test('an answer lost in a timeout is found again by the SDK’s own key: nothing is made twice', async () => {
  shop.simulator.faults.arm('timeout', 1)
  const patient = clientOf(shop.simulator, { maxNetworkRetries: 1, timeout: 300 })
  const { id } = await patient.customers.create({ email: 'lenta@demo.test' })
  const made = await shop.stripe.customers.list({ email: 'lenta@demo.test' })
  expect(made.data.map((customer) => customer.id)).toEqual([id])
})
