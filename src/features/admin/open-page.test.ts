import { beforeAll, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
let admin: Person

beforeAll(async () => {
  deliverEvents(t)
  admin = await t.signIn({ role: 'admin' })
})

async function openPage(): Promise<{ person: Person; url: string }> {
  const person = await t.signIn({ isActive: false, plan: null })
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
  return { person, url: (body as { url: string }).url }
}

const shutOut = async ({ userId }: Person) =>
  await admin.send('PUT', `/api/admin/users/${userId}/status`, { status: false })

test('the payment page of who is shut out is closed', async () => {
  const { person, url } = await openPage()
  await shutOut(person)
  await t.runJobs()
  await expect(payAtStripe(url)).rejects.toThrow(/page stays/)
})

test('what is paid on it all the same is given back, ended and told', async () => {
  const { person, url } = await openPage()
  await shutOut(person)
  await payAtStripe(url)
  for (let round = 0; round < 2; round++) {
    await t.simulators.stripe.settled()
    await t.runJobs()
  }
  const stripe = stripeOf(t.ctx.config)
  const customer = (await stripe.customers.list({ email: person.email })).data[0]!.id
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  const [invoice] = (await stripe.invoices.list({ customer })).data
  expect(invoice).toMatchObject({ amount_paid: 2900, post_payment_credit_notes_amount: 2900 })
  const mails = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  const told = mails.find(({ subject }) => subject === 'Te hemos devuelto un pago')
  expect(told?.text).toContain('la cuenta estaba desactivada cuando se pagó')
  expect((await person.get('/api/google-accounts')).status).toBe(403)
})
