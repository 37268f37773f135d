import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobs } from '#platform/db/schema/work.ts'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import { type Subscriber, subscribedPerson } from '../../../tests/subscribed-person.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })

beforeEach(() => deliverEvents(t))
afterEach(() => t.simulators.stripe.faults.clear())

const emailAtStripe = async ({ customerId }: Pick<Subscriber, 'customerId'>) => {
  const customer = await stripeOf(t.ctx.config).customers.retrieve(customerId)
  return customer.deleted ? null : customer.email
}

const passed = async () => await t.ctx.db.select().from(jobs).where(eq(jobs.kind, 'passOnEmail'))

/** Asks for the address and follows the mailed link. */
async function changeEmail(person: Pick<Subscriber, 'send'>, email: string): Promise<void> {
  const asked = await person.send('PUT', '/api/auth/profile', { name: 'Ana', email, phone: '' })
  expect(asked.status, asked.text).toBe(200)
  await t.runJobs()
  const [mail] = t.simulators.smtp.outbox().filter(({ to }) => to === email)
  const link = new URL(mail!.links[0]!)
  const confirmed = await t.app.inject({
    method: 'POST',
    url: '/api/auth/confirm-email',
    payload: Object.fromEntries(link.searchParams),
  })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
}

test('a confirmed address becomes that of the customer at Stripe, one only asked for does not', async () => {
  const ana = await subscribedPerson(t)
  const email = 'ana.nueva@correo.test'
  await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email, phone: '' })
  await t.runJobs()
  expect(await emailAtStripe(ana)).toBe(ana.email)
  await changeEmail(ana, email)
  await t.runJobs()
  expect(await emailAtStripe(ana)).toBe(email)
  expect(await ana.access()).toEqual({ isActive: true, plan: 'premium' })
})

test('while Stripe is down nothing is lost: the newest address arrives when it is back', async () => {
  const eva = await subscribedPerson(t)
  await changeEmail(eva, 'eva.una@correo.test')
  t.simulators.stripe.faults.arm('500', 9, '/v1/customers')
  await t.runJobs()
  expect(await emailAtStripe(eva).catch(() => 'unreachable')).toBe('unreachable')
  t.simulators.stripe.faults.clear()
  expect(await emailAtStripe(eva)).toBe(eva.email)
  await changeEmail(eva, 'eva.dos@correo.test')
  t.clock.advance(3_600_000)
  await t.runJobs()
  expect(await emailAtStripe(eva)).toBe('eva.dos@correo.test')
  expect((await passed()).map(({ status }) => status)).not.toContain('waiting')
})

test('who has no customer, or one deleted at Stripe, changes the address all the same', async () => {
  const guest = await t.signIn({ isActive: false, plan: null })
  const lost = await subscribedPerson(t)
  await stripeOf(t.ctx.config).customers.del(lost.customerId)
  await changeEmail(guest, 'sin.cliente@correo.test')
  await changeEmail(lost, 'cliente.borrado@correo.test')
  await t.runJobs()
  expect(new Set((await passed()).map(({ status }) => status))).toEqual(new Set(['done']))
})
