import type { CallerContext } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { accountLimitOf, PLANS, type PlanId } from '#shared/plans.ts'
import type { PlanPreview } from '../contract/subscription.ts'
import type { BillingRow } from '../rules/access.ts'
import { refusalOfChange } from '../rules/plan-change.ts'
import { isUpgrade, priceOfPlan } from '../rules/prices.ts'
import { METADATA, toUnix } from '../rules/stripe-state.ts'
import { countedAccounts } from './apply-access.ts'
import { changeHeld, type Held } from './lock.ts'
import { itemOf } from './subscription-line.ts'
import { readStripe } from './sync-from-stripe.ts'
import { changeAtStripe, talkToStripe } from './talk-to-stripe.ts'
import { upgradeNow } from './upgrade.ts'

export const PLAN_REFUSAL = 'No se pudo cambiar el plan. Inténtalo de nuevo.'

/** The user's living subscription as just read: all that a change of plan needs. */
type Current = { subscriptionId: string; plan: PlanId; periodEnd: Date }

/** Amounts come from Stripe. Throws 409 when the plan cannot be changed now. */
export async function previewPlan(ctx: CallerContext, plan: PlanId): Promise<PlanPreview> {
  return await talkToStripe(ctx, ctx.caller.userId, PLAN_REFUSAL, async (held) => {
    await readStripe(ctx, held)
    const current = requireChangeable(held.row, plan, ctx.clock.now())
    const accounts = await countedAccounts(ctx, held.userId)
    const limit = accountLimitOf(plan)
    const upgrade = isUpgrade(current.plan, plan)
    const now = ctx.clock.now()
    const prorationDate = upgrade ? toUnix(now) : null
    return {
      plan,
      planName: PLANS[plan].name,
      kind: upgrade ? 'upgrade' : 'downgrade',
      price: priceOfPlan(plan, ctx.config.stripe),
      dueNow: prorationDate ? await dueNow(ctx, held, plan, prorationDate) : 0,
      effectiveAt: (upgrade ? now : current.periodEnd).toISOString(),
      nextBillingAt: current.periodEnd.toISOString(),
      prorationDate,
      accounts: {
        used: accounts.length,
        limit,
        list: accounts.map(({ accountId, accountName }) => ({ accountId, accountName })),
        mustChoose: limit !== null && accounts.length > limit,
      },
    }
  })
}

/** Euros that an upgrade costs at once. */
async function dueNow(ctx: CallerContext, held: Held, plan: PlanId, prorationDate: number) {
  const stripe = stripeOf(ctx.config)
  const { subscriptionId } = held.row
  const invoice = await stripe.invoices.createPreview({
    subscription: subscriptionId!,
    subscription_details: {
      items: [{ id: await itemOf(ctx, subscriptionId!), price: ctx.config.stripe.prices[plan] }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate,
    },
  })
  return invoice.amount_due / 100
}

/**
 * An upgrade is paid and begins at once, or once its payment is confirmed at the bank; a downgrade is noted at Stripe
 * and begins with the next period.
 */
export async function changePlan(
  ctx: CallerContext,
  input: { plan: PlanId; prorationDate?: number | null; keepAccountIds?: readonly string[] },
): Promise<'upgraded' | 'to_confirm' | 'scheduled'> {
  return await talkToStripe(ctx, ctx.caller.userId, PLAN_REFUSAL, async (held) => {
    await readStripe(ctx, held)
    const current = requireChangeable(held.row, input.plan, ctx.clock.now())
    const upgrade = isUpgrade(current.plan, input.plan)
    const { subscriptionId } = current
    const outcome = upgrade
      ? await upgradeNow(ctx, held, { ...input, subscriptionId })
      : await downgradeLater(ctx, held, current, input)
    await readStripe(ctx, held)
    return outcome
  })
}

/** The new price is charged from the next period on; until then our note keeps the plan that is paid. */
async function downgradeLater(
  ctx: CallerContext,
  held: Held,
  { subscriptionId, plan, periodEnd }: Current,
  input: { plan: PlanId; keepAccountIds?: readonly string[] },
): Promise<'scheduled'> {
  const keptAccounts = await chosenAccounts(ctx, held, input)
  const item = await itemOf(ctx, subscriptionId)
  await changeAtStripe(ctx, held, ['downgrade', input.plan], (options) =>
    stripeOf(ctx.config).subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item, price: ctx.config.stripe.prices[input.plan] }],
        metadata: {
          [METADATA.plan]: input.plan,
          [METADATA.paidPlan]: plan,
          [METADATA.paidPlanUntil]: String(toUnix(periodEnd)),
        },
        proration_behavior: 'none',
      },
      options,
    ),
  )
  await changeHeld(ctx, held, { keptAccounts })
  return 'scheduled'
}

function requireChangeable(row: BillingRow, plan: PlanId, now: Date): Current {
  const refusal = refusalOfChange(row, plan, now)
  if (refusal) throw new AppError('conflict', refusal)
  // `refusalOfChange` has just refused a row without a living subscription.
  return { subscriptionId: row.subscriptionId!, plan: row.plan!, periodEnd: row.periodEnd! }
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
