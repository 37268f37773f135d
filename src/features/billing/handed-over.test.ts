import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { formerCustomers, invoiceOutbox } from '#platform/db/schema/billing.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { stripeOf } from '#platform/stripe.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
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
  environment: { INVOICE_SERIES: 'F', STRIPE_TRIAL_DAYS: '14' },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(async () => {
  await retireEarlier(t)
  await t.ctx.db.delete(invoiceOutbox)
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)

async function settle(): Promise<void> {
  await t.simulators.stripe.settled()
  await t.runJobs()
}

async function handOver(owner: Person, heir: Person): Promise<void> {
  const membership = { ownerId: owner.userId, userId: heir.userId, role: 'manager' as const }
  await t.ctx.db
    .insert(teamMembers)
    .values({ ...membership, joinedAt: t.clock.now(), invitedBy: owner.userId })
  await owner.send('POST', '/api/team/handover', { memberId: heir.userId })
  const taken = await heir.send('POST', `/api/team/memberships/${owner.userId}/handover`)
  expect(taken.status, taken.text).toBe(200)
  await settle()
}

/** By an administrator, once their team is empty. */
async function erase(heir: Person, owner: Person): Promise<void> {
  expect((await heir.send('DELETE', `/api/team/members/${owner.userId}`)).status).toBe(200)
  const admin = await t.signIn({ role: 'admin' })
  const { status } = await admin.send('DELETE', `/api/admin/users/${heir.userId}`)
  expect(status).toBe(200)
  await settle()
}

/** Who has paid for a plan of their own, which has ended. */
async function formerPayer(): Promise<Subscriber> {
  const person = await subscribedPerson(t, { plan: 'basic' })
  await stripe().subscriptions.cancel(person.subscriptionId)
  await settle()
  return person
}

test('who takes over a team keeps the invoices of their own, and all goes from Stripe with them', async () => {
  const heir = await formerPayer()
  const owner = await subscribedPerson(t)
  await handOver(owner, heir)
  const invoices = (await heir.get('/api/billing/invoices')).body as Invoice[]
  expect(invoices.map(({ amount }) => amount).toSorted()).toEqual([29, 9])
  for (const { pdfUrl } of invoices) expect((await heir.get(pdfUrl!)).status).toBe(302)

  await erase(heir, owner)
  for (const { customerId } of [heir, owner])
    expect(await stripe().customers.retrieve(customerId)).toMatchObject({ deleted: true })
  const left = await t.ctx.db
    .select()
    .from(formerCustomers)
    .where(eq(formerCustomers.userId, heir.userId))
  expect(left).toEqual([])
})

test('what was paid before is theirs also once the team is handed on', async () => {
  const [heir, owner, next] = [await formerPayer(), await subscribedPerson(t), await newcomer()]
  await handOver(owner, heir)
  await handOver(heir, next)
  await heir.send('POST', '/api/team/work-in', { ownerId: null })
  const invoices = (await heir.get('/api/billing/invoices')).body as Invoice[]
  expect(invoices.map(({ amount }) => amount)).toEqual([9])
})

test('who has given a team away has had their trial, and so has who had a plan before taking one', async () => {
  const [owner, heir] = [await subscribedPerson(t), await formerPayer()]
  await handOver(owner, heir)
  const next = await newcomer()
  await handOver(heir, next)
  for (const person of [owner, heir]) {
    await person.send('POST', '/api/team/work-in', { ownerId: null })
    expect((await person.get('/api/billing/subscription')).body).toMatchObject({ trialDays: 0 })
    const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
    await payAtStripe((body as { url: string }).url)
    await person.send('POST', '/api/auth/activate-subscription')
    const { status } = (await person.get('/api/billing/subscription')).body as { status: string }
    expect(status).toBe('active')
  }
})

test('what is paid while its payer is erased has its invoice also where the team was another’s before', async () => {
  const [owner, heir] = [await subscribedPerson(t), await newcomer()]
  await addCard(t, owner, 'pm_card_chargeCustomerFail', true)
  await passDays(t, 22)
  await handOver(owner, heir)
  const { data } = await stripe().invoices.list({ customer: owner.customerId, status: 'open' })
  const events = holdEvents(t)
  await payAtStripe(data[0]!.hosted_invoice_url ?? '')
  await erase(heir, owner)
  await events.deliver()
  await t.runJobs()
  const booked = await t.ctx.db.select().from(invoiceOutbox).orderBy(asc(invoiceOutbox.number))
  expect(booked.map(({ totalCents }) => totalCents)).toEqual([2900, 2900])
})

const newcomer = () => t.signIn({ isActive: false, plan: null })
