import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invoiceOutbox } from '#platform/db/schema/billing.ts'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, holdEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import {
  addCard,
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'
import type { Invoice } from './contract/payments.ts'

const t = testApp({
  environment: { INVOICE_SERIES: 'F' },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(async () => {
  await retireEarlier(t)
  await t.ctx.db.delete(invoiceOutbox)
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)
const booked = async () =>
  (
    await t.ctx.db
      .select()
      .from(invoiceOutbox)
      .orderBy(asc(invoiceOutbox.series), asc(invoiceOutbox.number))
  ).map(({ series, number, totalCents }) => [`${series}${number}`, totalCents])

async function settle(): Promise<void> {
  await t.simulators.stripe.settled()
  await t.runJobs()
}

/** Who has paid one invoice of 29 € ten days ago. */
async function payer() {
  const person = await subscribedPerson(t)
  const [invoice] = (await stripe().invoices.list({ customer: person.customerId })).data
  return { person, invoiceId: invoice!.id! }
}

const lastMail = ({ email }: Subscriber) =>
  t.simulators.smtp.outbox().find(({ to, subject }) => to === email && !/cobrar/.test(subject))

/** The renewal that a refused card has left open. */
async function owing() {
  const { person } = await payer()
  await addCard(t, person, 'pm_card_chargeCustomerFail', true)
  await passDays(t, 22)
  const { data } = await stripe().invoices.list({ customer: person.customerId, status: 'open' })
  return { person, invoiceId: data[0]!.id! }
}

describe('a credit note', () => {
  test('stands beside its invoice, with its PDF for its owner alone', async () => {
    const { person, invoiceId } = await payer()
    const amounts = { amount: 900, refund_amount: 900 }
    const { id, number, pdf } = await stripe().creditNotes.create({
      invoice: invoiceId,
      ...amounts,
    })
    const [invoice] = (await person.get('/api/billing/invoices')).body as Invoice[]
    expect(invoice?.creditNotes).toMatchObject([{ id, number, amount: 9 }])
    const { pdfUrl } = invoice!.creditNotes[0]!
    expect((await person.get(pdfUrl)).headers.location).toBe(pdf)
    const stranger = await subscribedPerson(t)
    expect((await stranger.get(pdfUrl)).status).toBe(404)
  })

  test('that is kept for the next invoice is not told as given back to the card', async () => {
    const { person, invoiceId } = await payer()
    await stripe().creditNotes.create({ invoice: invoiceId, amount: 500, credit_amount: 500 })
    await settle()
    expect(lastMail(person)?.subject).toBe('Hemos rectificado una factura tuya')
    expect(lastMail(person)?.text).toMatch(/Tienes 5,00\s€ a tu favor/)
    expect(lastMail(person)?.text).not.toMatch(/a la tarjeta|El banco/)
    expect(await booked()).toEqual([
      ['F1', 2900],
      ['FR1', -500],
    ])
  })

  test('given back by halves, to the card and past Stripe, says both', async () => {
    const { person, invoiceId } = await payer()
    const amounts = { amount: 1000, refund_amount: 400, out_of_band_amount: 600 }
    await stripe().creditNotes.create({ invoice: invoiceId, ...amounts })
    await settle()
    expect(lastMail(person)?.text).toMatch(/Hemos devuelto 4,00\s€ a la tarjeta/)
    expect(lastMail(person)?.text).toMatch(/Te hemos devuelto 6,00\s€ por otro medio/)
  })

  test('of an open invoice counts once that is paid, and is nothing once it is voided', async () => {
    const { person, invoiceId } = await owing()
    const note = await stripe().creditNotes.create({ invoice: invoiceId, amount: 900 })
    await stripe().creditNotes.voidCreditNote(note.id)
    await stripe().creditNotes.create({ invoice: invoiceId, amount: 2000 })
    await settle()
    expect(await booked()).toEqual([['F1', 2900]])
    await addCard(t, person, 'pm_card_visa', true)
    expect((await person.send('POST', '/api/billing/pay')).status).toBe(200)
    await settle()
    expect(await booked()).toEqual([
      ['F1', 2900],
      ['F2', 2900],
      ['FR1', -2000],
    ])
    const told = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
    const text = told.find(({ subject }) => /rectificado/.test(subject))?.text
    expect(text).toMatch(/Hemos rebajado 20,00\s€ de una factura antes de cobrarla/)
  })

  test('is kept also where the account is gone', async () => {
    const { person, invoiceId } = await payer()
    const admin = await t.signIn({ role: 'admin' })
    await admin.send('DELETE', `/api/admin/users/${person.userId}`)
    await settle()
    await stripe().creditNotes.create({ invoice: invoiceId, amount: 2900, refund_amount: 2900 })
    await settle()
    expect(await booked()).toEqual([
      ['F1', 2900],
      ['FR1', -2900],
    ])
  })

  test('of an open invoice is kept with it where the account is gone when the payment is heard of', async () => {
    const { person, invoiceId } = await owing()
    await stripe().creditNotes.create({ invoice: invoiceId, amount: 900 })
    const { hosted_invoice_url: url } = await stripe().invoices.retrieve(invoiceId)
    const admin = await t.signIn({ role: 'admin' })
    await settle()
    const events = holdEvents(t)
    await payAtStripe(url ?? '')
    await admin.send('DELETE', `/api/admin/users/${person.userId}`)
    await settle()
    await events.deliver()
    await t.runJobs()
    expect(await booked()).toEqual([
      ['F1', 2900],
      ['F2', 2900],
      ['FR1', -900],
    ])
  })
})

test('what the customers of another installation pay is none of ours', async () => {
  const email = 'otra@instalacion.example'
  const metadata = { user_id: crypto.randomUUID(), plan: 'premium' }
  const priceId = t.ctx.config.stripe.prices.premium
  const other = { email, name: 'Otra', priceId, startedDaysAgo: 10, metadata }
  t.simulators.stripe.seedSubscription(other)
  await passDays(t, 31)
  const { data } = await stripe().invoices.list({ status: 'paid' })
  expect(data.filter(({ customer_email }) => customer_email === email)).toHaveLength(2)
  expect(await booked()).toEqual([])
})

test('what is paid while the product is at rest for weeks has its invoice, and no late mail', async () => {
  const person = await t.signIn({ isActive: false, plan: null })
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
  await payAtStripe((body as { url: string }).url)
  await settle()
  t.simulators.stripe.deliverTo(async () => 200)
  for (let day = 0; day < 70; day += 10) {
    t.clock.advance(10 * 86_400_000)
    await t.simulators.stripe.advance()
  }
  await passDays(t, 0.1)
  await passDays(t, 1)
  expect(await booked()).toEqual([
    ['F1', 2900],
    ['F2', 2900],
    ['F3', 2900],
  ])
  const told = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  expect(told.map(({ subject }) => subject)).toEqual(['Recibo de tu suscripción a Pujante'])
})
