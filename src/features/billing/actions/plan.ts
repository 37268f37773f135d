import { membersInOrder, withoutSeat } from '#account-data/team-seats.ts'
import type { CallerContext } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { SEATS } from '#shared/permissions.ts'
import { accountLimitOf, historyDaysOf, type Interval, PLANS, type PlanId } from '#shared/plans.ts'
import type { PlanPreview } from '../contract/subscription.ts'
import { countedAccounts } from '../queries/counted-accounts.ts'
import type { BillingRow } from '../rules/access.ts'
import { offerDiscounted } from '../rules/discounted-offer.ts'
import { refusalOfChange } from '../rules/plan-change.ts'
import { isUpgrade, type Offer, priceOfOffer } from '../rules/prices.ts'
import { fromUnix, METADATA, toUnix } from '../rules/stripe-state.ts'
import { changeHeld, type Held } from './lock.ts'
import { readAfter } from './read-after.ts'
import { releaseSchedule, scheduleOffer } from './scheduled-plan.ts'
import { itemOf, requirePriceId } from './subscription-line.ts'
import { readStripe } from './sync-from-stripe.ts'
import { changeAtStripe, talkToStripe } from './talk-to-stripe.ts'
import { upgradeNow } from './upgrade.ts'

export const PLAN_REFUSAL = 'No se pudo cambiar el plan. Inténtalo de nuevo.'

/** The user's living subscription as just read: all that a change of plan needs. */
type Current = { subscriptionId: string; offer: Offer; periodEnd: Date }
/** Without an interval: as it is paid now. */
type Wanted = { plan: PlanId; interval?: Interval | undefined }

/** Amounts come from Stripe. Throws 409 when the plan cannot be changed now. */
export async function previewPlan(ctx: CallerContext, wanted: Wanted): Promise<PlanPreview> {
  const { plan } = wanted
  return await talkToStripe(ctx, ctx.caller.userId, PLAN_REFUSAL, async (held) => {
    await readStripe(ctx, held)
    const { current, offer } = requireChangeable(held.row, wanted, ctx.clock.now())
    const accounts = await countedAccounts(ctx, held.userId)
    const limit = accountLimitOf(plan)
    const upgrade = isUpgrade(current.offer, offer)
    const now = ctx.clock.now()
    const prorationDate = upgrade ? toUnix(now) : null
    const due = prorationDate && (await dueNow(ctx, held, offer, prorationDate))
    const nextBilling = due ? due.paidUntil : current.periodEnd
    return {
      plan,
      planName: PLANS[plan].name,
      kind: upgrade ? 'upgrade' : 'downgrade',
      changesInterval: current.offer.interval !== offer.interval,
      price: priceOfOffer(offer, ctx.config.stripe),
      discounted: offerDiscounted(ctx, laterDiscounts(held.row, due), offer, nextBilling),
      dueNow: due ? due.euros : 0,
      effectiveAt: (upgrade ? now : current.periodEnd).toISOString(),
      nextBillingAt: nextBilling.toISOString(),
      prorationDate,
      accounts: {
        used: accounts.length,
        limit,
        list: accounts.map(({ accountId, accountName }) => ({ accountId, accountName })),
        mustChoose: limit !== null && accounts.length > limit,
      },
      team: {
        of: SEATS[plan],
        waiting: (await waitingOf(ctx, held, plan)).map(({ name }) => name),
      },
      historyDays: historyDaysOf(plan, ctx.config.googleAds.historyDays),
    }
  })
}

/** What is charged today uses up a discount of one charge. */
function laterDiscounts({ discounts }: BillingRow, due: { euros: number } | 0 | null) {
  return { discounts: (discounts ?? []).filter(({ once }) => !once || !due || due.euros === 0) }
}

async function waitingOf(ctx: CallerContext, { userId }: Held, plan: PlanId) {
  return withoutSeat(await membersInOrder(ctx, userId), plan)
}

/** Euros that an upgrade costs at once, and until when all is paid then. */
async function dueNow(ctx: CallerContext, held: Held, offer: Offer, prorationDate: number) {
  const stripe = stripeOf(ctx.config)
  const { subscriptionId } = held.row
  const invoice = await stripe.invoices.createPreview({
    subscription: subscriptionId!,
    subscription_details: {
      items: [{ id: itemOf(held), price: requirePriceId(ctx, offer) }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate,
    },
  })
  const ends = invoice.lines.data.map(({ period }) => period.end)
  const paidUntil = fromUnix(Math.max(toUnix(held.row.periodEnd ?? ctx.clock.now()), ...ends))
  return { euros: invoice.amount_due / 100, paidUntil }
}

/**
 * An upgrade is paid and begins at once, or once its payment is confirmed at the bank; a downgrade is noted at Stripe
 * and begins with the next period. `isRead`: our copy says so already.
 */
export async function changePlan(
  ctx: CallerContext,
  input: Wanted & { prorationDate?: number | null; keepAccountIds?: readonly string[] },
): Promise<{ outcome: 'upgraded' | 'to_confirm' | 'scheduled'; isRead: boolean }> {
  return await talkToStripe(ctx, ctx.caller.userId, PLAN_REFUSAL, async (held) => {
    await readStripe(ctx, held)
    const { current, offer } = requireChangeable(held.row, input, ctx.clock.now())
    const { subscriptionId } = current
    requirePriceId(ctx, offer)
    // Left by a change that broke off between its two calls.
    await releaseSchedule(ctx, held)
    const outcome = isUpgrade(current.offer, offer)
      ? await upgradeNow(ctx, held, { ...input, offer, subscriptionId })
      : await downgradeLater(ctx, held, current, { ...input, offer })
    return { outcome, isRead: await readAfter(ctx, held) }
  })
}

/** The new price is charged from the next period on; until then our note keeps the plan that is paid. */
async function downgradeLater(
  ctx: CallerContext,
  held: Held,
  current: Current,
  input: { offer: Offer; keepAccountIds?: readonly string[] },
): Promise<'scheduled'> {
  const { subscriptionId } = current
  const { plan, interval } = input.offer
  const keptAccounts = await chosenAccounts(ctx, held, { ...input, plan })
  if (interval === current.offer.interval) await swapPrice(ctx, held, current, input.offer)
  else await scheduleOffer(ctx, held, { subscriptionId, offer: input.offer })
  await changeHeld(ctx, held, { keptAccounts })
  return 'scheduled'
}

/** The price of the same interval: charged with the next invoice, and what is paid stands in our note. */
async function swapPrice(
  ctx: CallerContext,
  held: Held,
  { subscriptionId, offer: paid, periodEnd }: Current,
  offer: Offer,
): Promise<void> {
  const { plan, interval } = offer
  const item = itemOf(held)
  await changeAtStripe(ctx, held, ['downgrade', plan, interval], (options) =>
    stripeOf(ctx.config).subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item, price: requirePriceId(ctx, offer) }],
        metadata: {
          [METADATA.plan]: plan,
          [METADATA.paidPlan]: paid.plan,
          [METADATA.paidPlanUntil]: String(toUnix(periodEnd)),
        },
        proration_behavior: 'none',
      },
      options,
    ),
  )
}

function requireChangeable(row: BillingRow, wanted: Wanted, now: Date) {
  const paid = row.interval ?? 'month'
  const offer: Offer = { plan: wanted.plan, interval: wanted.interval ?? paid }
  const refusal = refusalOfChange(row, offer, now)
  if (refusal) throw new AppError('conflict', refusal)
  // `refusalOfChange` has just refused a row without a living subscription.
  const current: Current = {
    subscriptionId: row.subscriptionId!,
    offer: { plan: row.plan!, interval: paid },
    periodEnd: row.periodEnd!,
  }
  return { current, offer }
}

/** Our numbers of the accounts that stay; null when all fit. Throws 422 when too many or too few are named. */
async function chosenAccounts(
  ctx: CallerContext,
  held: Held,
  input: { plan: PlanId; keepAccountIds?: readonly string[] },
): Promise<number[] | null> {
  const limit = accountLimitOf(input.plan)
  const accounts = await countedAccounts(ctx, held.userId)
  if (limit === null || accounts.length <= limit) return null
  const kept = accounts.filter(({ accountId }) => input.keepAccountIds?.includes(accountId))
  const isKnown = input.keepAccountIds?.every((id) => kept.some((a) => a.accountId === id))
  if (kept.length > 0 && kept.length <= limit && isKnown) return kept.map((a) => a.customerId)
  const message = `El plan ${PLANS[input.plan].name} permite hasta ${limit} cuentas y tienes ${accounts.length}. Elige cuáles se quedan, ${limit} como mucho.`
  throw new AppError('plan_limit', message, { fields: { keepAccountIds: message } })
}
