import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { uniformsFrom } from '#engine/statistics/random.ts'
import { sessions, users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { stripeOf } from '#platform/stripe.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { holdEvents, payAtStripe, postEvent } from '../../../tests/pay-at-stripe.ts'
import { retireEarlier } from '../../../tests/subscribed-person.ts'

/** Random lives of a subscription: however steps are done, lost, repeated or reordered, we end where Stripe ends. */
const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })

const STEPS = 14
const DAY_MS = 86_400_000
const GOOD = '4242424242424242'
const FAILS_LATER = '4000000000000341'
const DECLINED = '4000000000000002'

type Chance = ReturnType<typeof chanceOf>
type Life = { person: Person; chance: Chance; held: Stripe.Event[] }

/** The same life for the same seed. */
function chanceOf(seed: number) {
  const next = uniformsFrom(`life ${seed}`)
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((value) => ({ value, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
  }
}

const stripe = () => stripeOf(t.ctx.config)

async function rowOf({ userId }: Person) {
  const rows = await t.ctx.db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, userId))
  return rows[0]
}

async function accessOf({ userId }: Person) {
  const [user] = await t.ctx.db
    .select({ isActive: users.isActive, plan: users.plan })
    .from(users)
    .where(eq(users.id, userId))
  return user
}

/** Time passes at Stripe; no user is logged out by it. */
async function pass(days: number): Promise<void> {
  t.clock.advance(days * DAY_MS)
  const later = new Date(t.clock.now().getTime() + 7 * DAY_MS)
  await t.ctx.db.update(sessions).set({ expiresAt: later, endsAt: later })
  await t.simulators.stripe.advance()
}

/** A page that stays (declined, closed) is part of life. */
async function pay(url: string, number: string): Promise<void> {
  if (!/\/(c\/pay|i)\//.test(url)) return
  await payAtStripe(url, { number }).catch(() => undefined)
}

async function urlFrom(answer: { body: unknown }): Promise<string> {
  return (answer.body as { url?: string }).url ?? ''
}

const plans = ['basic', 'premium', 'enterprise'] as const

const DEEDS: Record<string, (life: Life) => Promise<unknown>> = {
  buy: async ({ person, chance }) => {
    const body = { plan: chance.of(plans) }
    const url = await urlFrom(
      await person.send('POST', '/api/stripe/create-checkout-session', body),
    )
    await pay(url, chance.of([GOOD, FAILS_LATER, FAILS_LATER, DECLINED]))
  },
  buyBesides: async ({ person, chance }) => {
    const customer = (await rowOf(person))?.stripeCustomerId
    if (!customer) return
    const { url } = await stripe().checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: t.ctx.config.stripe.prices[chance.of(plans)], quantity: 1 }],
      success_url: 'http://localhost/x',
    })
    await pay(url ?? '', GOOD)
  },
  activate: ({ person }) => person.send('POST', '/api/auth/activate-subscription'),
  cancel: ({ person }) => person.send('POST', '/api/billing/cancel', {}),
  resume: ({ person }) => person.send('POST', '/api/billing/resume'),
  change: ({ person, chance }) =>
    person.send('POST', '/api/billing/plan', { plan: chance.of(plans) }),
  keepPlan: ({ person }) => person.send('DELETE', '/api/billing/plan/pending'),
  payInvoice: ({ person }) => person.send('POST', '/api/billing/pay'),
  addCard: async ({ person, chance }) => {
    const url = await urlFrom(await person.send('POST', '/api/billing/payment-methods'))
    await pay(url, chance.of([GOOD, FAILS_LATER]))
  },
  chooseCard: async ({ person, chance }) => {
    const { body } = await person.get('/api/billing/payment-methods')
    const card = Array.isArray(body) && body.length > 0 ? chance.of(body as { id: string }[]) : null
    if (card) await person.send('POST', `/api/billing/payment-methods/${card.id}/default`)
  },
  endAtStripe: async ({ person }) => {
    const id = (await rowOf(person))?.subscriptionId
    if (id)
      await stripe()
        .subscriptions.cancel(id)
        .catch(() => undefined)
  },
  time: ({ chance }) => pass(chance.of([0.1, 1, 3, 9, 20, 33])),
  work: () => t.runJobs(),
  events: async ({ chance, held }) => {
    const some = held.splice(0, chance.below(held.length + 1))
    for (const event of chance.shuffled([...some, ...some.slice(0, 3)])) await postEvent(t, event)
  },
}

/** Time passes more often than anything else: that is when renewals fail and periods end. */
const OFTEN = [...Object.keys(DEEDS), 'time', 'time', 'addCard', 'chooseCard']

test.each(Array.from({ length: 8 }, (_, index) => index + 1))(
  'life %i ends in the state Stripe has',
  async (seed) => {
    await retireEarlier(t)
    const chance = chanceOf(seed)
    const events = holdEvents(t)
    const person = await t.signIn({ isActive: false, plan: null })
    const life: Life = { person, chance, held: [] }
    const done: string[] = []
    const deeds = ['buy', ...Array.from({ length: STEPS }, () => chance.of(OFTEN))]
    for (const deed of deeds) {
      done.push(deed)
      await DEEDS[deed]!(life)
      life.held.push(...(await events.taken()))
    }
    const late = chance.shuffled([...life.held, ...life.held]).filter(() => chance.next() > 0.3)
    for (const event of late) await postEvent(t, event)
    await t.runJobs()
    // What was lost on the way is found by the nightly question.
    await pass(1.1)
    await t.runJobs()
    await t.runJobs()
    expect(await seenHere(person), done.join(' ')).toEqual(await seenAtStripe(person))
  },
  60_000,
)

async function seenHere(person: Person) {
  const { body } = await person.get('/api/billing/subscription')
  const { status, cancelAtPeriodEnd } = body as { status: string; cancelAtPeriodEnd: boolean }
  return { ...(await accessOf(person)), status, cancelAtPeriodEnd, alive: await aliveOf(person) }
}

/** Told from Stripe's own answers, without our rules. */
async function seenAtStripe(person: Person) {
  const customer = (await rowOf(person))?.stripeCustomerId ?? ''
  const { data } = await stripe().subscriptions.list({ customer, status: 'all', limit: 100 })
  const now = t.clock.now().getTime() / 1000
  const alive = data.filter(({ status }) => status !== 'canceled')
  const one = alive[0]
  if (!one) {
    const status = data.length > 0 ? 'canceled' : 'none'
    return { isActive: false, plan: null, status, cancelAtPeriodEnd: false, alive: 0 }
  }
  const open = await stripe().invoices.list({ subscription: one.id, status: 'open', limit: 100 })
  const since = Math.min(...open.data.map(({ created }) => created))
  const isActive =
    one.status === 'active' || (one.status === 'past_due' && since + 7 * 86_400 > now)
  const { prices } = t.ctx.config.stripe
  const priced = plans.find((plan) => prices[plan] === one.items.data[0]?.price.id)
  const { paid_plan: paid, paid_plan_until: until } = one.metadata
  const plan = Number(until) > now ? paid : priced
  return {
    isActive,
    plan: isActive ? plan : null,
    status: one.status,
    cancelAtPeriodEnd: one.cancel_at_period_end && one.status !== 'unpaid',
    alive: 1,
  }
}

async function aliveOf(person: Person): Promise<number> {
  const customer = (await rowOf(person))?.stripeCustomerId ?? ''
  const { data } = await stripe().subscriptions.list({ customer, status: 'all', limit: 100 })
  return data.filter(({ status }) => status !== 'canceled').length
}

/** Everything a user can do short of paying for a subscription, and everything a liar can send. */
const IDLE_DEEDS: Record<string, (life: Life) => Promise<unknown>> = {
  open: async ({ person, chance }) => {
    const body = { plan: chance.of(plans) }
    await person.send('POST', '/api/stripe/create-checkout-session', body)
  },
  declined: async ({ person }) => {
    const url = await urlFrom(await person.send('POST', '/api/stripe/create-checkout-session', {}))
    await pay(url, DECLINED)
  },
  ...Object.fromEntries(
    ['activate', 'cancel', 'resume', 'change', 'keepPlan', 'payInvoice', 'addCard'].map((name) => [
      name,
      DEEDS[name]!,
    ]),
  ),
  preview: ({ person, chance }) =>
    person.send('POST', '/api/billing/plan/preview', { plan: chance.of(plans) }),
  work: () => t.runJobs(),
  time: ({ chance }) => pass(chance.of([0.1, 1.1, 9])),
  claim: async ({ person, chance }) => {
    const customer = (await rowOf(person))?.stripeCustomerId ?? 'cus_none'
    const object = chance.of([
      { object: 'subscription', id: 'sub_claim', status: 'active', customer },
      { object: 'checkout.session', payment_status: 'paid', status: 'complete', customer },
      { object: 'invoice', status: 'paid', customer },
    ])
    const event = { id: `evt_${chance.next()}`, type: 'invoice.paid', created: 1, data: { object } }
    const forgery = chance.of([{}, { unsigned: true }, { secret: 'whsec_mine' }])
    await postEvent(t, event as unknown as Stripe.Event, forgery)
  },
  events: DEEDS.events!,
}

test.each([101, 102, 103])(
  'nobody becomes active without a paid subscription, whatever is called (%i)',
  async (seed) => {
    const chance = chanceOf(seed)
    const events = holdEvents(t)
    const person = await t.signIn({ isActive: false, plan: null })
    const life: Life = { person, chance, held: [] }
    for (let step = 0; step < 30; step++) {
      const deed = chance.of(Object.keys(IDLE_DEEDS))
      await IDLE_DEEDS[deed]!(life)
      life.held.push(...(await events.taken()))
      expect(await accessOf(person), deed).toEqual({ isActive: false, plan: null })
    }
    expect((await person.get('/api/google-accounts')).status).toBe(403)
    const answer = await person.send('POST', '/api/stripe/create-checkout-session', {})
    await payAtStripe(await urlFrom(answer))
    await person.send('POST', '/api/auth/activate-subscription')
    expect(await accessOf(person)).toMatchObject({ isActive: true })
  },
  60_000,
)
