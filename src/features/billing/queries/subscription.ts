import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { planText } from '#shared/plan-text.ts'
import { accountLimitOf, historyDaysOf, PLANS, type PlanId } from '#shared/plans.ts'
import { deletionOf } from '../actions/notices.ts'
import { isHeld, isPaid, type Subscription, SubscriptionStatus } from '../contract/subscription.ts'
import {
  accessOf,
  type BillingRow,
  cancelledFor,
  hasTried,
  intervalInForce,
  isDowngradeWaiting,
  isLive,
  renews,
} from '../rules/access.ts'
import { expiryOf } from '../rules/cards.ts'
import { leavingAccounts } from '../rules/counted-accounts.ts'
import { offerDiscounted } from '../rules/discounted-offer.ts'
import { isUpgrade, type Offer, priceIdOf, priceOf, priceOfOffer } from '../rules/prices.ts'
import { countedAccounts } from './counted-accounts.ts'

type Accounts = Awaited<ReturnType<typeof countedAccounts>>

/** From our own copy, so that it is there when Stripe is not. */
export async function getSubscription(ctx: CallerContext): Promise<Subscription> {
  const { userId } = ctx.caller
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  const [row] = await ctx.db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, userId))
  const accounts = await countedAccounts(ctx, userId)
  // The session was joined with its user in this very request.
  const { isActive, plan, activatedManually, deactivatedManually, trialUsedAt } = user!
  return {
    plan,
    planName: plan && PLANS[plan].name,
    isActive,
    isManual: activatedManually,
    isBarred: deactivatedManually,
    ...(row ? await stripeSide(ctx, row, accounts) : NEVER_SUBSCRIBED),
    dataDeletedAt: row && !isHeld(user!) ? await goneAt(ctx, row) : null,
    accounts: { used: accounts.length, limit: accountLimitOf(plan), list: named(accounts) },
    historyDays: historyDaysOf(plan, ctx.config.googleAds.historyDays),
    trialDays: hasTried(row, { trialUsedAt }) ? 0 : ctx.config.stripe.trialDays,
    takesCodes: ctx.config.stripe.promotionCodes,
    plans: (Object.keys(PLANS) as PlanId[]).map((id) => ({
      id,
      name: PLANS[id].name,
      price: priceOfOffer({ plan: id, interval: 'month' }, ctx.config.stripe),
      yearPrice: yearPriceOf(ctx, id),
      discounted: changedTo(ctx, row, { plan: id, interval: 'month' }),
      yearDiscounted: changedTo(ctx, row, { plan: id, interval: 'year' }),
      accountLimit: PLANS[id].accountLimit,
      popular: id === 'premium',
    })),
  }
}

function yearPriceOf({ config }: CallerContext, plan: PlanId) {
  const offer = { plan, interval: 'year' as const }
  return priceIdOf(offer, config.stripe) ? priceOfOffer(offer, config.stripe) : null
}

type StripeSide = Omit<
  Subscription,
  | 'plan'
  | 'planName'
  | 'isActive'
  | 'isManual'
  | 'isBarred'
  | 'accounts'
  | 'historyDays'
  | 'trialDays'
  | 'takesCodes'
  | 'plans'
  | 'dataDeletedAt'
>

const NEVER_SUBSCRIBED: StripeSide = {
  status: 'none',
  interval: null,
  price: null,
  discounted: null,
  nextBillingAt: null,
  paidUntil: null,
  cancelAtPeriodEnd: false,
  endsAt: null,
  pendingChange: null,
  pendingConfirmation: null,
  graceUntil: null,
  payUrl: null,
  cardExpiry: null,
}

async function stripeSide(
  ctx: CallerContext,
  row: BillingRow,
  accounts: Accounts,
): Promise<StripeSide> {
  const now = ctx.clock.now()
  const { graceUntil } = accessOf(row, now)
  const goesOn = renews(row)
  const end = row.periodEnd?.toISOString() ?? null
  const endsAt = (isLive(row.status) && cancelledFor(row)?.toISOString()) || null
  return {
    status: statusOf(row),
    interval: isLive(row.status) ? intervalInForce(row, now) : null,
    price: isLive(row.status) ? presentPrice(ctx, row, now) : null,
    discounted: goesOn ? nextDiscounted(ctx, row, now) : null,
    nextBillingAt: goesOn ? end : null,
    paidUntil: isPaid(row.status) ? (goesOn ? end : (endsAt ?? end)) : null,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd && isLive(row.status),
    endsAt,
    pendingChange: pendingChange(ctx, row, accounts),
    pendingConfirmation: pendingConfirmation(row, now),
    graceUntil: graceUntil?.toISOString() ?? null,
    payUrl: row.payUrl,
    cardExpiry: cardExpiry(row, now),
  }
}

function statusOf({ status }: BillingRow): Subscription['status'] {
  if (status === null) return 'none'
  const known = SubscriptionStatus.safeParse(status)
  return known.success ? known.data : 'inactive'
}

/** While a downgrade waits, the price of the period already paid. */
function presentPrice(ctx: CallerContext, row: BillingRow, now: Date): Subscription['price'] {
  const rule = ctx.config.stripe
  const interval = intervalInForce(row, now)
  if (row.paidPlan && isDowngradeWaiting(row, now))
    return priceOfOffer({ plan: row.paidPlan, interval }, rule)
  return row.unitAmount === null ? null : priceOf(row.unitAmount / 100, rule, interval)
}

/** The next charge; while a change waits, that one's price is its own. */
function nextDiscounted(ctx: CallerContext, row: BillingRow, now: Date) {
  if (row.unitAmount === null || !row.periodEnd || !row.plan || isDowngradeWaiting(row, now))
    return null
  const offer = { plan: row.plan, interval: intervalInForce(row, now) }
  return offerDiscounted(ctx, row, offer, row.periodEnd, row.unitAmount)
}

/** A year instead of months begins, and is charged, at once; else the present period ends first, for less of it. */
function changedTo(ctx: CallerContext, row: BillingRow | undefined, offer: Offer) {
  if (!row?.periodEnd || !isLive(row.status)) return null
  const now = ctx.clock.now()
  const paid = row.plan && { plan: row.plan, interval: intervalInForce(row, now) }
  const isBetter = paid && isUpgrade(paid, offer)
  const isWhole = isBetter && paid.interval !== offer.interval
  // What a better plan of the same interval costs at once, which is nothing in a trial, uses up a discount of one charge.
  const isUsedUp = isBetter && !isWhole && row.status !== 'trialing'
  const discounts = (row.discounts ?? []).filter(({ once }) => !once || !isUsedUp)
  return offerDiscounted(ctx, { discounts }, offer, isWhole ? now : row.periodEnd)
}

function pendingChange(
  ctx: CallerContext,
  row: BillingRow,
  accounts: Accounts,
): Subscription['pendingChange'] {
  const { plan, paidPlanUntil } = row
  if (!plan || !paidPlanUntil || !isLive(row.status) || row.cancelAtPeriodEnd) return null
  if (!isDowngradeWaiting(row, ctx.clock.now())) return null
  return {
    plan,
    planName: planText(plan, row.interval),
    at: paidPlanUntil.toISOString(),
    price: priceOfOffer({ plan, interval: row.interval ?? 'month' }, ctx.config.stripe),
    discounted: offerDiscounted(
      ctx,
      row,
      { plan, interval: row.interval ?? 'month' },
      paidPlanUntil,
    ),
    disconnects: named(leavingAccounts(accounts, accountLimitOf(plan), row.keptAccounts)),
  }
}

function pendingConfirmation(row: BillingRow, now: Date): Subscription['pendingConfirmation'] {
  const { pendingPlan: plan, pendingPlanUntil: until, pendingPlanUrl: confirmUrl } = row
  if (!plan || !until || !confirmUrl || until <= now) return null
  const amount = (row.pendingPlanCents ?? 0) / 100
  return {
    plan,
    planName: planText(plan, row.pendingInterval),
    amount,
    confirmUrl,
    until: until.toISOString(),
  }
}

async function goneAt(ctx: CallerContext, row: BillingRow): Promise<string | null> {
  const at = row.dataDeletedAt ?? (await deletionOf(ctx, row))
  return at?.toISOString() ?? null
}

function cardExpiry(row: BillingRow, now: Date): Subscription['cardExpiry'] {
  const { cardLast4: last4, cardExpiryMonth: expiryMonth, cardExpiryYear: expiryYear } = row
  if (!last4 || !expiryMonth || !expiryYear) return null
  return { last4, expiryMonth, expiryYear, state: expiryOf(expiryMonth, expiryYear, now) }
}

function named(accounts: Accounts) {
  return accounts.map(({ accountId, accountName }) => ({ accountId, accountName }))
}
