import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { card, checkoutParams, openShop, type Shop, submit } from './test-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const open = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  shop.stripe.checkout.sessions.create(
    checkoutParams('premium', { customer_email: 'nueva@demo.test', ...more }),
  )
const seen = async (session: Stripe.Checkout.Session) =>
  shop.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'line_items'] })
const pageOf = async (url: string | null) => (await fetch(url ?? '')).text()

test('the page shows plan and price, takes the card and goes to success_url with the id', async () => {
  const session = await open({ client_reference_id: 'user-7', metadata: { plan: 'premium' } })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null })
  const page = await pageOf(session.url)
  expect(page).toContain('Suscripción a Premium')
  expect(page).toMatch(/29,00\s€/)
  expect(page).toContain('href="https://app.test/subscription/canceled"')
  const paid = await submit(session.url ?? '', card('4242 4242 4242 4242'))
  expect(paid.status).toBe(303)
  expect(paid.location).toBe(`https://app.test/dashboard?success=1&session_id=${session.id}`)
  const done = await seen(session)
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    client_reference_id: 'user-7',
    amount_total: 2900,
    subscription: { status: 'active' },
  })
  expect(done.line_items?.data).toMatchObject([{ description: 'Premium', amount_total: 2900 }])
  const customer = await shop.stripe.customers.retrieve(String(done.customer))
  expect(customer).toMatchObject({ email: 'nueva@demo.test', name: 'Marta Demo' })
})

test('a second submit of a paid session charges nothing and leads on', async () => {
  const session = await open()
  const url = session.url ?? ''
  await submit(url, card('4242424242424242'))
  const before = (await shop.stripe.subscriptions.list({ limit: 100 })).data.length
  const again = await submit(url, card('4242424242424242'))
  expect(again.text).toContain('ya está completado')
  expect((await shop.stripe.subscriptions.list({ limit: 100 })).data).toHaveLength(before)
})

test.each([
  ['4000000000000002', /ha sido rechazada/],
  ['4000000000009995', /fondos suficientes/],
  ['4000000000000069', /ha caducado/],
  ['4242424242424241', /no es válido/],
  ['4111111111111111', /tarjetas de prueba/],
])('%s is refused with a message, and another card then works', async (number, message) => {
  const session = await open()
  const refused = await submit(session.url ?? '', card(number))
  expect(refused.status).toBe(402)
  expect(refused.text).toMatch(message)
  expect(refused.text).toContain('value="Marta Demo"')
  expect(await seen(session)).toMatchObject({ status: 'open', subscription: null, customer: null })
  await submit(session.url ?? '', card('5555555555554444'))
  expect(await seen(session)).toMatchObject({ status: 'complete' })
})

test('a past expiry date and a missing CVC are refused', async () => {
  const { url } = await open()
  const past = await submit(url ?? '', { ...card('4242424242424242'), expiry: '12/25' })
  expect(past.text).toContain('caducidad ya ha pasado')
  const blank = await submit(url ?? '', { ...card('4242424242424242'), cvc: '' })
  expect(blank.text).toContain('código de seguridad')
})

test('3-D Secure: failing comes back to the form, completing pays', async () => {
  const session = await open()
  const asked = await submit(session.url ?? '', card('4000002500003155'))
  expect(asked.location).toContain('/c/3ds/')
  expect(await pageOf(asked.location)).toContain('Completar autenticación')
  const failed = await submit(asked.location, { outcome: 'fail' })
  expect(await pageOf(failed.location)).toContain('No hemos podido autenticar')
  expect(await seen(session)).toMatchObject({ status: 'open' })
  const again = await submit(session.url ?? '', card('4000002500003155'))
  const paid = await submit(again.location, { outcome: 'complete' })
  expect(paid.location).toContain('success=1')
  expect(await seen(session)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect((await fetch(again.location)).status).toBe(404)
})

test('what is typed is never markup', async () => {
  const { url } = await open()
  const evil = { ...card('4000000000000002'), name: '"><script>alert(1)</script>' }
  expect((await submit(url ?? '', evil)).text).not.toContain('<script>')
})

test('setup mode stores a card for the customer and charges nothing', async () => {
  const { id: customer } = await shop.stripe.customers.create({ email: 'tarjetas@demo.test' })
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'setup',
    customer,
    currency: 'eur',
    success_url: 'https://app.test/settings?setup={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://app.test/settings',
  })
  expect(await pageOf(session.url)).toContain('Guardar tarjeta')
  await submit(session.url ?? '', card('4000000000000341'))
  const done = await shop.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['setup_intent'],
  })
  const intent = done.setup_intent as Stripe.SetupIntent
  expect(intent).toMatchObject({ status: 'succeeded', customer })
  const { data } = await shop.stripe.paymentMethods.list({ customer, type: 'card' })
  expect(data.map(({ id }) => id)).toEqual([intent.payment_method])
  expect((await shop.stripe.invoices.list({ customer })).data).toEqual([])
})

test('a session ends after a day, or when told to', async () => {
  const later = await open()
  const now = await open()
  await shop.stripe.checkout.sessions.expire(now.id)
  expect(await pageOf(now.url)).toContain('ha caducado')
  await expect(shop.stripe.checkout.sessions.expire(now.id)).rejects.toMatchObject({
    statusCode: 400,
  })
  await shop.advanceDays(1.01)
  expect(await seen(later)).toMatchObject({ status: 'expired', url: null })
  const late = await submit(later.url ?? '', card('4242424242424242'))
  expect(late.text).toContain('ha caducado')
})

test('automatic tax and tax ids: Stripe’s conditions, and VAT within the price', async () => {
  const { id: customer } = await shop.stripe.customers.create({ email: 'iva@demo.test' })
  const taxed = { customer, customer_email: undefined, automatic_tax: { enabled: true } }
  await expect(open(taxed)).rejects.toMatchObject({ code: 'customer_tax_location_invalid' })
  await expect(
    open({ customer, customer_email: undefined, tax_id_collection: { enabled: true } }),
  ).rejects.toMatchObject({ statusCode: 400 })
  const session = await open({
    ...taxed,
    tax_id_collection: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
  })
  expect(await pageOf(session.url)).toContain('IVA (incluido)')
  const typed = { ...card('4242424242424242'), country: 'ES', business_name: 'Olivos SL' }
  const wrong = await submit(session.url ?? '', { ...typed, tax_id: '12' })
  expect(wrong.text).toContain('NIF no es válido')
  await submit(session.url ?? '', { ...typed, tax_id: 'B12345674' })
  const done = await seen(session)
  expect(done).toMatchObject({ amount_total: 2900, total_details: { amount_tax: 503 } })
  expect(done.customer_details).toMatchObject({
    name: 'Olivos SL',
    address: { country: 'ES' },
    tax_ids: [{ type: 'es_cif', value: 'B12345674' }],
  })
  const invoice = await shop.stripe.invoices.retrieve(String(done.invoice))
  expect(invoice).toMatchObject({ total: 2900, total_excluding_tax: 2397, amount_paid: 2900 })
  expect(invoice.total_taxes).toMatchObject([{ amount: 503, tax_behavior: 'inclusive' }])
})
