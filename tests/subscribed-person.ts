import { eq } from 'drizzle-orm'
import { enqueueSync } from '../src/features/billing/actions/talk-to-stripe.ts'
import { sessions, users } from '../src/platform/db/schema/access.ts'
import { billingAccounts } from '../src/platform/db/schema/billing.ts'
import { jobs } from '../src/platform/db/schema/work.ts'
import { stripeOf } from '../src/platform/stripe.ts'
import type { PlanId } from '../src/shared/plans.ts'
import type { Person, TestApp } from './harness.ts'

export type Subscriber = Person & {
  customerId: string
  subscriptionId: string
  access: () => Promise<{ isActive: boolean; plan: PlanId | null } | undefined>
  mails: () => string[]
}

/** A user who has been paying for ten days with a good Visa, known to product and Stripe alike. */
export async function subscribedPerson(
  t: TestApp,
  { plan = 'premium', daysAgo = 10 }: { plan?: PlanId; daysAgo?: number } = {},
): Promise<Subscriber> {
  const person = await t.signIn({ isActive: false, plan: null })
  const { userId, email } = person
  const { customerId, subscriptionId } = t.simulators.stripe.seedSubscription({
    email,
    name: 'Persona de Prueba',
    priceId: t.ctx.config.stripe.prices[plan],
    startedDaysAgo: daysAgo,
    metadata: { user_id: userId, plan },
  })
  await t.ctx.db.insert(billingAccounts).values({ userId, stripeCustomerId: customerId })
  await enqueueSync(t.ctx, userId)
  await t.runJobs()
  return {
    ...person,
    customerId,
    subscriptionId,
    access: async () => {
      const [user] = await t.ctx.db
        .select({ isActive: users.isActive, plan: users.plan })
        .from(users)
        .where(eq(users.id, userId))
      return user
    },
    mails: () =>
      t.simulators.smtp
        .outbox()
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject)
        .toReversed(),
  }
}

/** Stores one of Stripe's test cards; `pm_card_chargeCustomerFail` is accepted and refused when charged. */
export async function addCard(
  t: TestApp,
  { customerId, subscriptionId }: Subscriber,
  name = 'pm_card_mastercard',
  isDefault = false,
): Promise<string> {
  const stripe = stripeOf(t.ctx.config)
  const { id } = await stripe.paymentMethods.attach(name, { customer: customerId })
  if (!isDefault) return id
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } })
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: id })
  return id
}

/** Before a test in which months pass: they would be months of all who paid in earlier ones, with their invoices and mails. */
export async function retireEarlier(t: TestApp): Promise<void> {
  t.simulators.stripe.retireAll()
  await t.ctx.db.delete(billingAccounts)
  await t.ctx.db.delete(jobs)
}

/** Days pass for product and Stripe; Stripe's events arrive, every due job is done, and no user is logged out or asked again. */
export async function passDays(t: TestApp, days: number): Promise<void> {
  t.clock.advance(days * 86_400_000)
  const later = new Date(t.clock.now().getTime() + 7 * 86_400_000)
  await t.ctx.db
    .update(sessions)
    .set({ expiresAt: later, endsAt: later, confirmedAt: t.clock.now() })
  await t.simulators.stripe.advance()
  await t.runJobs()
}
