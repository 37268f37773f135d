import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { card, checkoutParams, openShop, type Shop, submit } from './test-shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const MONTH = 31
const total = ({ total_discount_amounts: amounts }: { total_discount_amounts: unknown }) =>
  (amounts as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)

async function openPage(more: object = { allow_promotion_codes: true }) {
  const { id: customer } = await shop.stripe.customers.create({ email: 'marta@demo.test' })
  const session = await shop.stripe.checkout.sessions.create(
    checkoutParams('premium', { customer, ...more }),
  )
  return { customer, url: session.url ?? '', id: session.id }
}

async function buyWith(code: string, more: object = {}) {
  const { url, id } = await openPage({ allow_promotion_codes: true, ...more })
  const { status, text } = await submit(url, { ...card('4242424242424242'), promotion_code: code })
  expect(status, text).toBe(303)
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(id)
  return await shop.stripe.subscriptions.retrieve(subscription as string, {
    expand: ['discounts.source.coupon', 'latest_invoice'],
  })
}

async function charged(subscription: string): Promise<number[]> {
  const { data } = await shop.stripe.invoices.list({ subscription })
  return data.map(({ amount_paid }) => amount_paid)
}

describe('a code typed on the payment page', () => {
  test('is shown with what it takes off, and taken off again', async () => {
    const { url, id } = await openPage()
    const applied = await submit(url, { promotion_code: 'bienvenida', action: 'apply_code' })
    expect(applied).toMatchObject({ status: 200 })
    expect(applied.text).toContain('Descuento: 50 % durante 3 meses')
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({
      amount_subtotal: 2900,
      amount_total: 1450,
      total_details: { amount_discount: 1450 },
      discounts: [{ coupon: null, promotion_code: 'promo_bienvenida' }],
    })
    await submit(url, { action: 'remove_code' })
    expect(await shop.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 2900,
      discounts: [],
    })
  })

  test.each([
    ['NOEXISTE', 'Este código no es válido.'],
    ['VERANO2025', 'Este código ha caducado.'],
  ])('%s is refused, also with the card, and nothing is bought', async (code, words) => {
    const { url, id } = await openPage()
    for (const more of [{ action: 'apply_code' }, card('4242424242424242')]) {
      const { status, text } = await submit(url, { promotion_code: code, ...more })
      expect(status).toBe(400)
      expect(text).toContain(words)
    }
    expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  })

  test('is not asked for where the session does not allow it', async () => {
    const { url } = await openPage({})
    expect(await (await fetch(url)).text()).not.toContain('Código promocional')
  })

  test('is refused once it is used up, to others, and after a first purchase', async () => {
    const { stripe } = shop
    const promotion = { type: 'coupon', coupon: 'cupon_siempre20' } as const
    await stripe.promotionCodes.create({ promotion, code: 'UNAVEZ', max_redemptions: 1 })
    await buyWith('UNAVEZ')
    const { url, customer } = await openPage()
    const tried = async (code: string) =>
      (await submit(url, { promotion_code: code, action: 'apply_code' })).text
    expect(await tried('UNAVEZ')).toContain('todas las veces')
    const { id: other } = await stripe.customers.create({ email: 'otra@demo.test' })
    await stripe.promotionCodes.create({ promotion, code: 'PARAOTRA', customer: other })
    expect(await tried('PARAOTRA')).toContain('no es válido')
    const restrictions = { first_time_transaction: true, minimum_amount: 5000 }
    await stripe.promotionCodes.create({
      promotion,
      code: 'MUCHO',
      restrictions: { ...restrictions, minimum_amount_currency: 'eur' },
    })
    expect(await tried('MUCHO')).toContain('mayor importe')
    await shop.buy('basic', { customer })
    expect(await tried('MUCHO')).toContain('primera compra')
    const { data } = await stripe.promotionCodes.list({ code: 'unavez' })
    expect(data[0]).toMatchObject({ active: false, times_redeemed: 1 })
  })
})

describe('invoices', () => {
  test('have the share of three months, and then the whole price', async () => {
    const subscription = await buyWith('BIENVENIDA')
    const [discount] = subscription.discounts
    expect(discount).toMatchObject({
      promotion_code: 'promo_bienvenida',
      source: { coupon: { percent_off: 50, duration: 'repeating', duration_in_months: 3 } },
    })
    expect(subscription.latest_invoice).toMatchObject({ subtotal: 2900, total: 1450 })
    for (let month = 0; month < 4; month++) await shop.advanceDays(MONTH)
    expect(await charged(subscription.id)).toEqual([2900, 2900, 1450, 1450, 1450])
    expect((await shop.stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([])
    expect(shop.simulator.events().map(({ type }) => type)).toEqual(
      expect.arrayContaining(['customer.discount.created', 'customer.discount.deleted']),
    )
  })

  test('have it no month longer where the machine was busy while it was bought', async () => {
    await shop.close()
    shop = await openShop({ secondsPerLook: 1 })
    const subscription = await buyWith('BIENVENIDA')
    for (let month = 0; month < 4; month++) await shop.advanceDays(MONTH)
    expect(await charged(subscription.id)).toEqual([2900, 2900, 1450, 1450, 1450])
  })

  test('have an amount of the first payment alone, which a trial does not use up', async () => {
    const bought = await buyWith('PRIMERA5')
    await shop.advanceDays(MONTH)
    expect(await charged(bought.id)).toEqual([2900, 2400])
    const tried = await buyWith('PRIMERA5', { subscription_data: { trial_period_days: 14 } })
    expect(tried.discounts).toHaveLength(1)
    await shop.advanceDays(15)
    expect(await charged(tried.id)).toEqual([2400, 0])
  })

  test('are free with all of it taken off, and IVA is of what is left', async () => {
    const { stripe } = shop
    await stripe.coupons.create({ id: 'todo', percent_off: 100, duration: 'once' })
    const { url, id } = await openPage({ discounts: [{ coupon: 'todo' }] })
    await submit(url, card('4000000000000341'))
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 0 })
    const half = await buyWith('BIENVENIDA', {
      automatic_tax: { enabled: true },
      customer_update: { address: 'auto' },
    })
    expect(half.latest_invoice).toMatchObject({ total: 1450, total_excluding_tax: 1198 })
  })

  test('have nothing off for a plan that the coupon is not for', async () => {
    const { stripe } = shop
    await stripe.coupons.create({
      id: 'basico',
      percent_off: 50,
      duration: 'forever',
      applies_to: { products: ['prod_basic'] },
    })
    const coupon = await stripe.coupons.retrieve('basico', { expand: ['applies_to'] })
    expect(coupon.applies_to).toEqual({ products: ['prod_basic'] })
    await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: 'basico' },
      code: 'SOLOBASICO',
    })
    expect((await buyWith('SOLOBASICO')).latest_invoice).toMatchObject({ total: 2900 })
  })
})

describe('a change of plan', () => {
  test('gives back what was paid, and charges the rest after the discount, as previewed', async () => {
    const subscription = await buyWith('BIENVENIDA')
    await shop.advanceDays(10)
    const [entry] = subscription.items.data
    const items = [{ id: entry!.id, price: 'price_enterprise' }]
    const proration_date = Math.floor(shop.clock.now().getTime() / 1000)
    const { amount_due } = await shop.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date },
    })
    const share = (entry!.current_period_end - proration_date) / (28 * 86_400)
    expect(amount_due).toBe(Math.round(4950 * share) - Math.round(1450 * share))
    await shop.stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date,
      payment_behavior: 'pending_if_incomplete',
    })
    expect(await charged(subscription.id)).toEqual([amount_due, 1450])
    const { data } = await shop.stripe.invoices.list({ subscription: subscription.id, limit: 1 })
    expect(total(data[0]!), 'prorations have it in their amounts').toBe(0)
    await shop.advanceDays(MONTH)
    expect((await charged(subscription.id))[0]).toBe(4950)
  })

  test('keeps the discount in a schedule that names it, and loses it in one that does not', async () => {
    for (const named of [true, false]) {
      const subscription = await buyWith('SIEMPRE20')
      const schedule = await shop.stripe.subscriptionSchedules.create({
        from_subscription: subscription.id,
      })
      const [present] = schedule.phases
      const discounts = named ? [{ discount: present!.discounts[0]!.discount as string }] : []
      await shop.stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        phases: [
          {
            discounts,
            start_date: present!.start_date,
            end_date: present!.end_date,
            items: [{ price: 'price_premium', quantity: 1 }],
          },
          {
            discounts,
            items: [{ price: 'price_basic', quantity: 1 }],
            duration: { interval: 'month', interval_count: 1 },
          },
        ],
      })
      await shop.advanceDays(MONTH)
      expect(await charged(subscription.id)).toEqual([named ? 720 : 900, 2320])
    }
  })
})

test('the operator gives a discount to a subscription, and takes it away', async () => {
  const { subscription } = await shop.buy('premium')
  const update = (discounts: '' | { promotion_code: string }[]) =>
    shop.stripe.subscriptions.update(subscription.id, { discounts })
  expect((await update([{ promotion_code: 'promo_siempre20' }])).discounts).toHaveLength(1)
  await shop.advanceDays(MONTH)
  expect((await update('')).discounts).toEqual([])
  await shop.advanceDays(MONTH)
  expect(await charged(subscription.id)).toEqual([2900, 2320, 2900])
  await expect(update([{ promotion_code: 'promo_verano2025' }])).rejects.toThrow('no longer active')
})
