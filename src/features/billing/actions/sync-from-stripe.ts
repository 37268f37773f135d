import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { stripeOf } from '#platform/stripe.ts'
import { isFinal } from '../rules/access.ts'
import { NO_PENDING_PLAN, type PendingPlan, pendingPlanOf } from '../rules/pending-plan.ts'
import {
  endedAs,
  NO_SUBSCRIPTION,
  pickSubscription,
  type SubscriptionState,
  stateOf,
} from '../rules/stripe-state.ts'
import { applyAccess } from './apply-access.ts'
import { idOf, listCards, readDefaultCard } from './default-card.ts'
import { deleteEndedData } from './delete-ended-data.ts'
import { readDiscounts } from './discounts.ts'
import { endSurplus } from './end-surplus.ts'
import { adjustInvoices } from './invoice-details.ts'
import { changeHeld, type Held, withBillingLock } from './lock.ts'
import { sendDueNotices, tellOfChange } from './notices.ts'
import { tellOfPapers } from './papers.ts'
import { closePage, readPage } from './payment-page.ts'
import { readScheduled } from './scheduled-plan.ts'

type ReadState = SubscriptionState & Pick<Held['row'], 'discounts'>

/**
 * Makes our copy and the user's access equal to what Stripe says now, and lets go of what is kept no longer. Safe to
 * repeat at any time.
 */
export async function syncFromStripe(
  ctx: Context,
  { userId, since }: { userId: string; since?: string },
): Promise<void> {
  await withBillingLock(ctx, userId, async (held) => {
    const { syncedAt } = held.row
    const isKnown = since && syncedAt && syncedAt > new Date(since)
    if (!isKnown) await readStripe(ctx, held)
    await deleteEndedData(ctx, held)
    await tellOfPapers(ctx, held, since)
  })
}

/** The same for a caller that holds the lock already. Nothing changes here when Stripe cannot be asked. */
export async function readStripe(ctx: Context, held: Held): Promise<void> {
  const startedAt = ctx.clock.now()
  const { stripeCustomerId } = held.row
  if (!stripeCustomerId) return
  const stripe = stripeOf(ctx.config)
  const [customer, page] = await Promise.all([
    stripe.customers.retrieve(stripeCustomerId),
    // Before the subscriptions: what one that is paid by now has brought is among them.
    readPage(ctx, held),
  ])
  const isBarred = page !== null && (await isShutOut(ctx, held))
  const isOpen = page?.status === 'open' && !isBarred
  if (page?.status === 'open' && isBarred) await closePage(ctx, page)
  held.subscription = null
  const { state, card } = customer.deleted
    ? { state: endedState(held, startedAt), card: {} }
    : await readCustomer(ctx, held, customer, isBarred ? idOf(page.subscription) : null)
  const before = held.row
  await inTransaction(ctx, async (ctx) => {
    await changeHeld(ctx, held, {
      ...state,
      ...card,
      ...(customer.deleted && { stripeCustomerId: null }),
      ...(!isOpen && { checkoutSessionId: null }),
      ...(!state.endedAt && { dataDeletedAt: null }),
      syncedAt: startedAt,
    })
    await applyAccess(ctx, held.row)
    await tellOfChange(ctx, before, held.row)
    await sendDueNotices(ctx, held.row)
  })
}

async function isShutOut(ctx: Context, { userId }: Held): Promise<boolean> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  return user?.deactivatedManually === true
}

async function readCustomer(
  ctx: Context,
  held: Held,
  customer: Stripe.Customer,
  barredId: string | null,
) {
  const [all, cards] = await Promise.all([
    stripeOf(ctx.config)
      .subscriptions.list({ customer: customer.id, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: 1000 }),
    listCards(ctx, customer.id),
  ])
  const state = await subscriptionState(ctx, held, customer, all, barredId)
  return { state, card: await readDefaultCard(ctx, customer, held.subscription, cards) }
}

/** `barredId`: what was bought on a page that its buyer should not have had any more. */
async function subscriptionState(
  ctx: Context,
  held: Held,
  customer: Stripe.Customer,
  all: readonly Stripe.Subscription[],
  barredId: string | null,
): Promise<ReadState> {
  const stripe = stripeOf(ctx.config)
  const catalogue = ctx.config.stripe
  const living = all.filter(({ status }) => !isFinal(status))
  const whyEnded = (one: Stripe.Subscription) =>
    endedAs(one) ?? (one.id === barredId ? 'barred' : null)
  const givenBack = living.filter(whyEnded)
  const wanted = all.filter((one) => !givenBack.includes(one))
  const { kept, surplus } = pickSubscription(wanted, catalogue)
  const over = [...surplus, ...givenBack]
  for (const one of over) await endSurplus(ctx, held, one, whyEnded(one) ?? 'twice')
  const ended = all.filter((one) => isFinal(one.status) || over.includes(one))
  await voidOpenInvoices(ctx, customer.id, ended)
  if (!kept) return { ...NO_SUBSCRIPTION, discounts: null }
  await keepCardsOfInvoicePage(stripe, kept)
  await adjustInvoices(ctx, customer, kept)
  held.subscription = kept
  const [pending, unpaid, discounts, scheduled] = await Promise.all([
    pendingPlan(ctx, kept),
    unpaidInvoices(stripe, kept),
    readDiscounts(ctx, kept),
    readScheduled(ctx, kept),
  ])
  const { subscriptionId, pastDueSince } = held.row
  const owingSince = subscriptionId === kept.id ? pastDueSince : null
  const state = { ...stateOf(kept, unpaid, catalogue, pending, owingSince), discounts }
  if (!scheduled) return state
  return {
    ...state,
    ...scheduled.offer,
    paidPlan: state.plan,
    paidInterval: state.interval,
    paidPlanUntil: scheduled.at,
  }
}

/**
 * Of what has ended: Stripe only ceases to collect them, and who paid one would get nothing for it. Afterwards, since a living
 * subscription without debts is active again.
 */
async function voidOpenInvoices(
  ctx: Context,
  customer: string,
  ended: readonly Stripe.Subscription[],
): Promise<void> {
  if (ended.length === 0) return
  const ids = new Set(ended.map(({ id }) => id))
  const { invoices } = stripeOf(ctx.config)
  const { data } = await invoices.list({ customer, status: 'open', limit: 100 })
  for (const { id, parent } of data)
    if (id && ids.has(idOf(parent?.subscription_details?.subscription) ?? ''))
      await invoices
        .voidInvoice(id, {}, { idempotencyKey: `pujante-void-${id}` })
        .catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // Paid in this very moment, say: what Stripe refuses holds up no reading.
          ctx.log.warn({ err: error, invoice: id }, 'an invoice of the past could not be voided')
        })
}

/** A card that pays a failed invoice on Stripe's page is charged from then on; else the next charge fails again. */
async function keepCardsOfInvoicePage(stripe: Stripe, kept: Stripe.Subscription): Promise<void> {
  const save_default_payment_method = 'on_subscription'
  const known = kept.payment_settings?.save_default_payment_method
  if (known === save_default_payment_method || isFinal(kept.status)) return
  const payment_settings = { save_default_payment_method } as const
  const idempotencyKey = `pujante-keep-cards-${kept.id}`
  await stripe.subscriptions.update(kept.id, { payment_settings }, { idempotencyKey })
}

/** A change of plan that its owner has still to confirm at the bank. */
async function pendingPlan(ctx: Context, kept: Stripe.Subscription): Promise<PendingPlan> {
  const invoice = kept.pending_update && idOf(kept.latest_invoice)
  if (!invoice) return NO_PENDING_PLAN
  const paying = await stripeOf(ctx.config).invoices.retrieve(invoice)
  return pendingPlanOf(kept, paying, ctx.config.stripe)
}

async function unpaidInvoices(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice[]> {
  if (!['past_due', 'unpaid', 'incomplete'].includes(subscription.status)) return []
  const { data } = await stripe.invoices.list({
    subscription: subscription.id,
    status: 'open',
    limit: 100,
  })
  return data
}

/** The customer was deleted at Stripe, and every subscription ended with it. */
function endedState({ row }: Held, now: Date): ReadState {
  if (!row.subscriptionId) return { ...NO_SUBSCRIPTION, discounts: null }
  const { subscriptionId, plan, interval, unitAmount, periodEnd } = row
  const endedAt = row.endedAt ?? now
  return {
    ...NO_SUBSCRIPTION,
    subscriptionId,
    plan,
    interval,
    unitAmount,
    periodEnd,
    endedAt,
    discounts: null,
    status: 'canceled',
  }
}
