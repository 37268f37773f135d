import { ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context, Target } from '../../account/context.ts'
import { less } from '../../account/known-figures.ts'
import { hasBudget, type WithBudget } from '../../account/known-settings.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { asOne, meanTarget, namesOf } from './campaigns-as-one.ts'
import { unlikeSharedBudgets } from './shared-budgets.ts'
import { asksForMore } from './targets-above-said.ts'

/** Who spends a daily budget. */
export type BudgetUsers = {
  /** One, or all that share it. */
  users: readonly WithBudget[]
  /** The same as one campaign: figures added up. */
  campaign: WithBudget
  /** What a conversion is worth, over all users; null where unknown. */
  target: Target | null
}

/** Of campaigns that run, and not only to a day of the next month. A shared budget is read as one where its users are alike: more of it goes to all of them. */
export function budgetUsers(
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): BudgetUsers[] {
  const running = snapshot.campaigns
    .filter(({ id, status }) => status === 'ENABLED' && !context.ending.has(id))
    .filter(hasBudget)
  const own = running.filter(({ budgetShared }) => !budgetShared)
  const unlike = new Set(unlikeSharedBudgets(snapshot, context).map(({ budgetId }) => budgetId))
  return [
    ...own.map((campaign) => ({
      users: [campaign],
      campaign,
      target: context.targetOf(campaign.id),
    })),
    ...sharedBudgets(snapshot, context).flatMap(({ budgetId, users }) => {
      const all = users.filter((one): one is WithBudget => running.includes(one as WithBudget))
      const isWhole = all.length === users.length && !unlike.has(budgetId)
      // Of the brand none is moved, and what runs out beside it is parted first.
      const isOneKind = new Set(users.map(({ channelType }) => channelType)).size === 1
      return isWhole && isOneKind ? [together(budgetId, all, context)] : []
    }),
  ]
}

/** Shared budgets that are not judged because a campaign ends within the month that spends more of one than next to nothing. */
export function heldByEnding(
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): ReadonlySet<string> {
  const held = sharedBudgets(snapshot, context).filter(({ users }) =>
    users.some(({ id, status }) => status === 'ENABLED' && context.ending.has(id)),
  )
  const unlike = unlikeSharedBudgets(snapshot, context).map(({ budgetId }) => budgetId)
  return new Set(held.map(({ budgetId }) => budgetId)).difference(new Set(unlike))
}

function sharedBudgets(snapshot: AccountSnapshot<'campaign'>, context: Context) {
  const shared = snapshot.campaigns.filter(
    ({ budgetShared, budgetId, sums, status }) =>
      budgetShared && budgetId && (status === 'ENABLED' || sums.costMicros > 0),
  )
  const groups = Map.groupBy(shared, ({ budgetId }) => budgetId!)
  return [...groups].map(([budgetId, sharing]) => {
    return { budgetId, users: withoutStopped(sharing, context) }
  })
}

/** Of those that share a budget the ones that count for what it pays from now on: what is stopped, or soon will be, and spent next to nothing does not. */
function withoutStopped(sharing: readonly CampaignFacts[], { ending }: Context): CampaignFacts[] {
  const spent = sharing.reduce((sum, { sums }) => sum + sums.costMicros, 0)
  return sharing.filter(
    ({ id, status, sums }) =>
      (status === 'ENABLED' && !ending.has(id)) ||
      sums.costMicros >= THRESHOLDS.stoppedShare.value * spent,
  )
}

function together(budgetId: string, users: WithBudget[], context: Context): BudgetUsers {
  if (users.length === 1) {
    return { users, campaign: users[0]!, target: context.targetOf(users[0]!.id) }
  }
  return {
    users,
    campaign: { ...asOne(users), id: `budget ${budgetId}` },
    target: meanTarget(users, ({ id }) => context.targetOf(id)),
  }
}

/**
 * Of its conversions per euro, the part that holds without the brand: a mean that leaves the brand out is no price of conversions that
 * people who asked for it would have brought, and money that is added finds no more of them. 1 where the price is another.
 */
export function shareUnbranded({ users, campaign, target }: BudgetUsers, context: Context): number {
  if (target?.origin !== 'average') return 1
  const brand = addUp(users.flatMap(({ id }) => context.mixedBrand.get(id)?.sums ?? []))
  const rest = less(campaign.sums, brand)
  const { conversionsMicros, costMicros } = campaign.sums
  if (rest.costMicros <= 0 || conversionsMicros <= 0) return 1
  return Math.min(
    1,
    ratio(rest.conversionsMicros * costMicros, rest.costMicros * conversionsMicros),
  )
}

/** The place of a card about one budget: its campaign, or the account where several share it. */
export function placeOfBudget({ users, campaign }: BudgetUsers) {
  const id = users.length === 1 ? campaign.id : null
  return {
    identity: [campaign.id],
    object: { type: 'campaign', id: id ?? '' },
    campaignId: id,
    adGroupId: null,
  } satisfies Partial<Finding>
}

/** Whether one of them was changed so lately that it is left alone. */
export const isSettling = ({ users }: BudgetUsers, { settling }: Context) =>
  users.some(({ id }) => settling.budgets.has(id))

/** Money is not added where the bidding is told to pay more than its owner says: one of both is not meant. */
export const asksForMoreThanSaid = ({ users }: BudgetUsers, context: Context) =>
  users.some((one) => isSmartBidding(one) && asksForMore(one, context.saidOf(one.id), context))

export const actsOn = ({ users }: { users: readonly { id: string }[] }) =>
  users.map(({ id }) => `campaign:${id}:budget`)

/** 'de «A»', 'que comparten «A» y «B»', after «el presupuesto». */
export function whoseBudget({ users }: BudgetUsers): string {
  const [first] = users
  return users.length === 1 ? `de «${first!.name}»` : `que comparten ${namesOf(users)}`
}
