import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bought, card, openShop, PRICE, type Shop, submit } from './test-shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const day = (seconds: number | null | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)
const current = ({ subscription }: Bought) => shop.stripe.subscriptions.retrieve(subscription.id)
const entryOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0] as Stripe.SubscriptionItem
const invoicesOf = async ({ customerId: customer }: Bought) =>
  (await shop.stripe.invoices.list({ customer })).data
const moveTo = (
  { subscription }: Bought,
  plan: keyof typeof PRICE,
  more: Stripe.SubscriptionUpdateParams = {},
) =>
  shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: entryOf(subscription).id, price: PRICE[plan] }],
    ...more,
  })

test('renews every month, the 31st on short months’ last day, and invoices each', async () => {
  const bought = await shop.buy('premium')
  expect(day(entryOf(bought.subscription).current_period_end)).toBe('2026-02-28')
  await shop.advanceDays(65)
  const later = await current(bought)
  expect(later.status).toBe('active')
  expect(day(entryOf(later).current_period_start)).toBe('2026-03-31')
  expect(day(entryOf(later).current_period_end)).toBe('2026-04-30')
  const invoices = await invoicesOf(bought)
  expect(
    invoices.map(({ billing_reason, created, amount_paid }) => [
      billing_reason,
      day(created),
      amount_paid,
    ]),
  ).toEqual([
    ['subscription_cycle', '2026-03-31', 2900],
    ['subscription_cycle', '2026-02-28', 2900],
    ['subscription_create', '2026-01-31', 2900],
  ])
  expect(later.latest_invoice).toBe(invoices[0]?.id)
  expect(invoices[0]?.parent?.subscription_details?.subscription).toBe(later.id)
})

test('a trial charges nothing, is announced three days before its end, and then pays', async () => {
  const bought = await shop.buy('basic', {
    session: { subscription_data: { trial_period_days: 14, metadata: { user: '7' } } },
  })
  expect(bought.subscription).toMatchObject({ status: 'trialing', metadata: { user: '7' } })
  expect((await invoicesOf(bought))[0]).toMatchObject({ total: 0, status: 'paid' })
  const types = () => shop.simulator.events().map(({ type }) => type)
  await shop.advanceDays(10)
  expect(types()).not.toContain('customer.subscription.trial_will_end')
  await shop.advanceDays(1.5)
  expect(types().filter((type) => type.endsWith('trial_will_end'))).toHaveLength(1)
  await shop.advanceDays(3)
  expect(await current(bought)).toMatchObject({ status: 'active' })
  expect((await invoicesOf(bought))[0]).toMatchObject({ amount_paid: 900, status: 'paid' })
})

test('a refused renewal is past_due, tried on days 1, 3, 5 and 7, then unpaid', async () => {
  const bought = await shop.buy('premium', { number: '4000000000000341' })
  await shop.advanceDays(28)
  expect(await current(bought)).toMatchObject({ status: 'past_due' })
  const [first] = await invoicesOf(bought)
  expect(first).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 2900 })
  expect(day(first?.next_payment_attempt)).toBe('2026-03-01')
  const attempts: (number | undefined)[] = []
  for (const days of [1, 1, 1, 1, 1, 1]) {
    await shop.advanceDays(days)
    attempts.push((await invoicesOf(bought))[0]?.attempt_count)
  }
  expect(attempts).toEqual([2, 2, 3, 3, 4, 4])
  expect(await current(bought)).toMatchObject({ status: 'past_due' })
  await shop.advanceDays(1)
  expect(await current(bought)).toMatchObject({ status: 'unpaid' })
  expect((await invoicesOf(bought))[0]).toMatchObject({
    status: 'open',
    attempt_count: 5,
    next_payment_attempt: null,
  })
  const failures = await shop.stripe.events.list({ type: 'invoice.payment_failed', limit: 50 })
  expect(failures.data).toHaveLength(5)
  await shop.advanceDays(30)
  expect((await invoicesOf(bought))[0]).toMatchObject({ status: 'draft' })
})

test('after the last attempt the account may cancel instead', async () => {
  await shop.close()
  shop = await openShop({ dunningOutcome: 'canceled' })
  const bought = await shop.buy('premium', { number: '4000000000000341' })
  await shop.advanceDays(36)
  expect(await current(bought)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
})

test('a new default card recovers a past_due subscription at the next attempt, or when paid now', async () => {
  const bought = await shop.buy('premium', { number: '4000000000000341' })
  await shop.advanceDays(28)
  const [invoice] = await invoicesOf(bought)
  await expect(shop.stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  })
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_visa', {
    customer: bought.customerId,
  })
  await shop.stripe.subscriptions.update(bought.subscription.id, { default_payment_method: id })
  await shop.advanceDays(1)
  expect(await current(bought)).toMatchObject({ status: 'active' })
  expect((await invoicesOf(bought))[0]).toMatchObject({ status: 'paid' })
})

test('an unpaid subscription comes back by the hosted invoice page', async () => {
  const bought = await shop.buy('premium', { number: '4000000000000341' })
  await shop.advanceDays(40)
  const [invoice] = await invoicesOf(bought)
  const url = invoice?.hosted_invoice_url ?? ''
  expect((await submit(url, { action: 'stored' })).status).toBe(402)
  await submit(url, { ...card('4242424242424242'), action: 'card' })
  expect(await current(bought)).toMatchObject({ status: 'active' })
})

test('a bank that always asks: the renewal waits for its owner on the invoice page', async () => {
  const bought = await shop.buy('basic', { number: '4000002760003184' })
  await shop.advanceDays(28)
  expect(await current(bought)).toMatchObject({ status: 'past_due' })
  const asked = await shop.stripe.events.list({ type: 'invoice.payment_action_required' })
  expect(asked.data).toHaveLength(1)
  const [invoice] = await invoicesOf(bought)
  const sent = await submit(invoice?.hosted_invoice_url ?? '', { action: 'stored' })
  await submit(sent.location, { outcome: 'complete' })
  expect(await current(bought)).toMatchObject({ status: 'active' })
})

test('an upgrade half way costs half the difference, the same in preview and invoice', async () => {
  const bought = await shop.buy('basic')
  await shop.advanceDays(14)
  const details = {
    items: [{ id: entryOf(bought.subscription).id, price: PRICE.premium }],
    proration_behavior: 'always_invoice' as const,
  }
  const preview = await shop.stripe.invoices.createPreview({
    customer: bought.customerId,
    subscription: bought.subscription.id,
    subscription_details: details,
  })
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-450, 1450])
  expect(preview.amount_due).toBe(1000)
  expect(await current(bought)).toEqual(bought.subscription)
  const changed = await moveTo(bought, 'premium', { proration_behavior: 'always_invoice' })
  expect(entryOf(changed).price.id).toBe(PRICE.premium)
  expect((await invoicesOf(bought))[0]).toMatchObject({
    billing_reason: 'subscription_update',
    amount_paid: 1000,
    status: 'paid',
  })
})

test('create_prorations puts them on the next invoice, none leaves them out', async () => {
  const bought = await shop.buy('basic')
  await shop.advanceDays(14)
  await moveTo(bought, 'premium', { proration_behavior: 'create_prorations' })
  expect(await invoicesOf(bought)).toHaveLength(1)
  const upcoming = await shop.stripe.invoices.createPreview({
    subscription: bought.subscription.id,
  })
  expect(upcoming).toMatchObject({ billing_reason: 'upcoming', total: 2900 + 1000 })
  await shop.advanceDays(14)
  expect((await invoicesOf(bought))[0]).toMatchObject({ amount_paid: 3900 })
  await moveTo(bought, 'enterprise', { proration_behavior: 'none' })
  await shop.advanceDays(31)
  expect((await invoicesOf(bought))[0]).toMatchObject({ amount_paid: 9900 })
})

test('a downgrade invoiced at once leaves a credit for the next invoice', async () => {
  const bought = await shop.buy('premium')
  await shop.advanceDays(14)
  await moveTo(bought, 'basic', { proration_behavior: 'always_invoice' })
  const customer = (await shop.stripe.customers.retrieve(bought.customerId)) as Stripe.Customer
  expect(customer.balance).toBe(-1000)
  await shop.advanceDays(14)
  expect((await invoicesOf(bought))[0]).toMatchObject({
    total: 900,
    starting_balance: -1000,
    amount_due: 0,
    ending_balance: -100,
  })
})

test('a refused upgrade: error keeps the plan, pending waits for the payment, allow is past_due', async () => {
  const bought = await shop.buy('basic', { number: '4000000000000341' })
  await shop.advanceDays(10)
  const upgrade = (payment_behavior: Stripe.SubscriptionUpdateParams.PaymentBehavior) =>
    moveTo(bought, 'premium', { proration_behavior: 'always_invoice', payment_behavior })
  await expect(upgrade('error_if_incomplete')).rejects.toMatchObject({ code: 'card_declined' })
  expect(await invoicesOf(bought)).toHaveLength(1)
  const pending = await upgrade('pending_if_incomplete')
  expect(entryOf(pending).price.id).toBe(PRICE.basic)
  expect(pending).toMatchObject({ status: 'active', pending_update: expect.any(Object) })
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_visa', {
    customer: bought.customerId,
  })
  await shop.stripe.invoices.pay(String(pending.latest_invoice), { payment_method: id })
  const applied = await current(bought)
  expect(entryOf(applied).price.id).toBe(PRICE.premium)
  expect(applied.pending_update).toBeNull()
  const loose = await moveTo({ ...bought, subscription: applied }, 'enterprise', {
    proration_behavior: 'always_invoice',
  })
  expect(loose.status).toBe('past_due')
  expect(entryOf(loose).price.id).toBe(PRICE.enterprise)
})

test('a pending update that nobody pays is dropped after 23 hours', async () => {
  const bought = await shop.buy('basic', { number: '4000000000000341' })
  const pending = await moveTo(bought, 'premium', {
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  await shop.advanceDays(1)
  expect(await current(bought)).toMatchObject({ pending_update: null, status: 'active' })
  const invoice = await shop.stripe.invoices.retrieve(String(pending.latest_invoice))
  expect(invoice.status).toBe('void')
})

test('cancel at period end with a reason, resume, and the end itself', async () => {
  const bought = await shop.buy('basic')
  const update = (params: Stripe.SubscriptionUpdateParams) =>
    shop.stripe.subscriptions.update(bought.subscription.id, params)
  const canceling = await update({
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: 'Muy caro' },
  })
  expect(canceling).toMatchObject({
    status: 'active',
    cancel_at: entryOf(bought.subscription).current_period_end,
    cancellation_details: { feedback: 'too_expensive', reason: 'cancellation_requested' },
  })
  await expect(
    shop.stripe.invoices.createPreview({ subscription: bought.subscription.id }),
  ).rejects.toMatchObject({ code: 'invoice_upcoming_none' })
  expect(await update({ cancel_at_period_end: false })).toMatchObject({ cancel_at: null })
  await update({ cancel_at_period_end: true })
  await shop.advanceDays(29)
  expect(await current(bought)).toMatchObject({ status: 'canceled' })
  const customer = bought.customerId
  expect((await shop.stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await shop.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  await expect(update({ cancel_at_period_end: false })).rejects.toMatchObject({ statusCode: 400 })
})

test('a schedule lowers the plan at the end of the period, and releasing it does not', async () => {
  const schedule = async (bought: Bought) => {
    const created = await shop.stripe.subscriptionSchedules.create({
      from_subscription: bought.subscription.id,
    })
    const [now] = created.phases
    return shop.stripe.subscriptionSchedules.update(created.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: PRICE.premium, quantity: 1 }],
          start_date: now?.start_date,
          end_date: now?.end_date,
        },
        {
          items: [{ price: PRICE.basic, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
        },
      ],
    })
  }
  const lowered = await shop.buy('premium')
  const kept = await shop.buy('premium')
  const { id } = await schedule(lowered)
  await shop.stripe.subscriptionSchedules.release((await schedule(kept)).id)
  expect(await current(lowered)).toMatchObject({ schedule: id })
  await expect(
    shop.stripe.subscriptions.update(lowered.subscription.id, { cancel_at_period_end: true }),
  ).rejects.toThrow(/managed by the subscription schedule/)
  await shop.advanceDays(29)
  expect(entryOf(await current(lowered)).price.id).toBe(PRICE.basic)
  expect((await invoicesOf(lowered))[0]).toMatchObject({ amount_paid: 900 })
  expect(entryOf(await current(kept)).price.id).toBe(PRICE.premium)
  await shop.advanceDays(40)
  const after = await current(lowered)
  expect(after.schedule).toBeNull()
  expect(entryOf(after).price.id).toBe(PRICE.basic)
})

test('a refund gives back a part, then the rest, then nothing', async () => {
  const bought = await shop.buy('premium')
  const [invoice] = await invoicesOf(bought)
  const { data } = await shop.stripe.invoicePayments.list({ invoice: invoice?.id })
  const payment_intent = String(data[0]?.payment.payment_intent)
  const refund = (amount?: number) => shop.stripe.refunds.create({ payment_intent, amount })
  expect(await refund(900)).toMatchObject({ amount: 900, status: 'succeeded' })
  await expect(refund(2100)).rejects.toMatchObject({ param: 'amount' })
  expect(await refund()).toMatchObject({ amount: 2000 })
  await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' })
})

test('prices without tax: VAT is added; reverse charge takes it away', async () => {
  await shop.close()
  shop = await openShop({ pricesIncludeTax: false })
  const customer = (address: Stripe.AddressParam, vat?: string) =>
    shop.stripe.customers.create({
      address,
      ...(vat && { tax_id_data: [{ type: 'eu_vat' as const, value: vat }] }),
    })
  const totals: number[] = []
  for (const { id } of [
    await customer({ country: 'ES' }),
    await customer({ country: 'FR' }),
    await customer({ country: 'FR' }, 'FR12345678901'),
    await customer({ country: 'US' }),
  ]) {
    const bought = await shop.buy('premium', {
      customer: id,
      session: { automatic_tax: { enabled: true } },
    })
    totals.push((await invoicesOf(bought))[0]?.amount_paid ?? 0)
  }
  expect(totals).toEqual([3509, 3509, 2900, 2900])
})

test('the invoice is a real PDF', async () => {
  const [invoice] = await invoicesOf(await shop.buy('premium'))
  const answer = await fetch(invoice?.invoice_pdf ?? '')
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: bytes }).promise
  const page = await document.getPage(1)
  const words = (await page.getTextContent()).items.map((part) => ('str' in part ? part.str : ''))
  expect(words.join(' ')).toMatch(/Factura.*1 × Premium.*29,00 €/)
})

test('the portal: a new card becomes the default, the last one stays, cancel and resume', async () => {
  const bought = await shop.buy('premium')
  const { url } = await shop.stripe.billingPortal.sessions.create({
    customer: bought.customerId,
    return_url: 'https://app.test/settings',
  })
  const page = async () => (await fetch(url)).text()
  expect(await page()).toContain('href="https://app.test/settings"')
  const last = await submit(url, {
    action: 'remove',
    card: String(bought.subscription.default_payment_method),
  })
  expect(last.text).toContain('única tarjeta')
  await submit(url, { ...card('5555555555554444'), action: 'add_card' })
  const { default_payment_method } = await shop.stripe.subscriptions.retrieve(
    bought.subscription.id,
    { expand: ['default_payment_method'] },
  )
  expect(default_payment_method).toMatchObject({ card: { last4: '4444' } })
  const subscription = bought.subscription.id
  await submit(url, { action: 'cancel', subscription })
  const [item] = bought.subscription.items.data
  expect(await current(bought)).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: item?.current_period_end,
  })
  expect(await page()).toContain('Reanudar')
  await submit(url, { action: 'resume', subscription })
  expect(await current(bought)).toMatchObject({ cancel_at: null })
})

test('a seeded customer has a card, paid invoices and no events', async () => {
  const seed = { email: 'demo@demo.test', name: 'Demo', priceId: PRICE.premium, startedDaysAgo: 45 }
  const seeded = shop.simulator.seedSubscription(seed)
  expect(shop.simulator.seedSubscription(seed)).toEqual(seeded)
  const subscription = await shop.stripe.subscriptions.retrieve(seeded.subscriptionId)
  expect(subscription.status).toBe('active')
  const { data } = await shop.stripe.invoices.list({ customer: seeded.customerId })
  expect(data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(shop.simulator.events()).toEqual([])
})
