import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { accountLimitOf, PLANS, type PlanId } from '#shared/plans.ts'
import { countedAccounts } from '../actions/apply-access.ts'
import { deletionOf } from '../actions/notices.ts'
import { type Subscription, SubscriptionStatus } from '../contract/subscription.ts'
import {
  accessOf,
  addDaysTo,
  type BillingRow,
  isDowngradeWaiting,
  isLive,
  KEPT_DAYS,
} from '../rules/access.ts'
import { expiryOf } from '../rules/cards.ts'
import { leavingAccounts } from '../rules/counted-accounts.ts'
import { priceOf, priceOfPlan } from '../rules/prices.ts'

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
  const { isActive, plan, activatedManually } = user!
  return {
    plan,
    planName: plan && PLANS[plan].name,
    isActive,
    isManual: activatedManually,
    ...(row ? await stripeSide(ctx, row, accounts) : NEVER_SUBSCRIBED),
    accounts: { used: accounts.length, limit: accountLimitOf(plan), list: named(accounts) },
    trialDays: row?.subscriptionId ? 0 : ctx.config.stripe.trialDays,
    plans: (Object.keys(PLANS) as PlanId[]).map((id) => ({
      id,
      name: PLANS[id].name,
      price: priceOfPlan(id, ctx.config.stripe),
      accountLimit: PLANS[id].accountLimit,
      popular: id === 'premium',
    })),
  }
}

type StripeSide = Omit<
  Subscription,
  'plan' | 'planName' | 'isActive' | 'isManual' | 'accounts' | 'trialDays' | 'plans'
>

const NEVER_SUBSCRIBED: StripeSide = {
  status: 'none',
  price: null,
  nextBillingAt: null,
  paidUntil: null,
  cancelAtPeriodEnd: false,
  pendingChange: null,
  pendingConfirmation: null,
  graceUntil: null,
  payUrl: null,
  dataDeletedAt: null,
  cardExpiry: null,
}

async function stripeSide(
  ctx: CallerContext,
  row: BillingRow,
  accounts: Accounts,
): Promise<StripeSide> {
  const now = ctx.clock.now()
  const { graceUntil } = accessOf(row, now)
  const renews = isLive(row.status) && !row.cancelAtPeriodEnd
  const deletion = await deletionOf(ctx, row)
  const end = row.periodEnd?.toISOString() ?? null
  return {
    status: statusOf(row),
    price: isLive(row.status) ? presentPrice(ctx, row, now) : null,
    nextBillingAt: renews ? end : null,
    paidUntil: row.status === 'active' || row.status === 'trialing' ? end : null,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd && isLive(row.status),
    pendingChange: pendingChange(ctx, row, accounts),
    pendingConfirmation: pendingConfirmation(row, now),
    graceUntil: graceUntil?.toISOString() ?? null,
    payUrl: row.payUrl,
    dataDeletedAt: (row.dataDeletedAt ?? deletion ?? keptUntil(row))?.toISOString() ?? null,
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
  if (row.paidPlan && isDowngradeWaiting(row, now)) return priceOfPlan(row.paidPlan, rule)
  return row.unitAmount === null ? null : priceOf(row.unitAmount / 100, rule)
}

function pendingChange(
  ctx: CallerContext,
  row: BillingRow,
  accounts: Accounts,
): Subscription['pendingChange'] {
  const { plan, paidPlanUntil } = row
  if (!plan || !paidPlanUntil || !isLive(row.status)) return null
  if (!isDowngradeWaiting(row, ctx.clock.now())) return null
  return {
    plan,
    planName: PLANS[plan].name,
    at: paidPlanUntil.toISOString(),
    price: priceOfPlan(plan, ctx.config.stripe),
    disconnects: named(leavingAccounts(accounts, accountLimitOf(plan), row.keptAccounts)),
  }
}

function pendingConfirmation(row: BillingRow, now: Date): Subscription['pendingConfirmation'] {
  const { pendingPlan: plan, pendingPlanUntil: until, pendingPlanUrl: confirmUrl } = row
  if (!plan || !until || !confirmUrl || until <= now) return null
  const amount = (row.pendingPlanCents ?? 0) / 100
  return { plan, planName: PLANS[plan].name, amount, confirmUrl, until: until.toISOString() }
}

function keptUntil({ status, endedAt }: BillingRow): Date | null {
  return status === 'canceled' && endedAt ? addDaysTo(endedAt, KEPT_DAYS) : null
}

function cardExpiry(row: BillingRow, now: Date): Subscription['cardExpiry'] {
  const { cardLast4: last4, cardExpiryMonth: expiryMonth, cardExpiryYear: expiryYear } = row
  if (!last4 || !expiryMonth || !expiryYear) return null
  return { last4, expiryMonth, expiryYear, state: expiryOf(expiryMonth, expiryYear, now) }
}

function named(accounts: Accounts) {
  return accounts.map(({ accountId, accountName }) => ({ accountId, accountName }))
}
