import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { aboutCampaign } from './campaign-evidence.ts'
import { asOne, meanTarget } from './campaigns-as-one.ts'

/** Who bids to a target. */
export type TargetUsers = {
  /** One, or all that run on a shared bid strategy. */
  users: readonly CampaignFacts[]
  /** The same as one campaign: figures added up. */
  campaign: CampaignFacts
  /** Null where the campaign holds its target itself. */
  portfolio: Portfolio | null
}

/** A bid strategy that campaigns share. A managed one belongs to a manager account, which alone may change it. */
export type Portfolio = { id: string; name: string; isManaged: boolean }

/** A portfolio is judged as one: another target would be one for all its campaigns. */
export function targetUsers(campaigns: readonly CampaignFacts[]): TargetUsers[] {
  const bidding = campaigns.filter(hasTarget)
  const own = bidding.filter(({ portfolioId }) => portfolioId === undefined)
  const shared = bidding.filter(({ portfolioId }) => portfolioId !== undefined)
  const groups = Map.groupBy(shared, ({ portfolioId }) => portfolioId!)
  return [
    ...own.map((campaign) => ({ users: [campaign], campaign, portfolio: null })),
    ...[...groups].map(([id, users]) => {
      const { portfolioName: name = '', isPortfolioManaged: isManaged = false } = users[0]!
      const campaign = { ...asOne(users), id: `portfolio ${id}` }
      return { users, campaign, portfolio: { id, name, isManaged } }
    }),
  ]
}

function hasTarget(campaign: CampaignFacts): boolean {
  const { status, targetCpaMicros = 0, targetRoas = 0 } = campaign
  return status === 'ENABLED' && isSmartBidding(campaign) && (targetCpaMicros > 0 || targetRoas > 0)
}

/** What is asked of the bidding, as cost per conversion. */
export function askedOfAll({ users, portfolio }: TargetUsers, context: Context): Target | null {
  return portfolio ? ofAll(users, context.askedOf) : context.askedOf(users[0]!.id)
}

/** What the owner said that a conversion is worth. */
export function saidOfAll({ users, portfolio }: TargetUsers, context: Context): Target | null {
  return portfolio ? ofAll(users, context.saidOf) : context.saidOf(users[0]!.id)
}

function ofAll(users: TargetUsers['users'], of: (id: string) => Target | null): Target | null {
  const mean = meanTarget(users, ({ id }) => of(id))
  return mean && { ...mean, micros: Math.round(mean.micros) }
}

/** The place of a card about one target: its campaign, or the account where several share it. */
export function placeOfTarget({ users, campaign, portfolio }: TargetUsers) {
  if (!portfolio) return aboutCampaign(campaign.id)
  const id = onlyUser(users)
  return {
    identity: [campaign.id],
    object: { type: 'campaign', id: id ?? '' },
    campaignId: id,
    adGroupId: null,
    ...(portfolio.isManaged && { isAdvice: true as const }),
  } satisfies Partial<Finding>
}

export const onlyUser = (users: TargetUsers['users']) => (users.length === 1 ? users[0]!.id : null)

export const actsOnTarget = ({ users }: TargetUsers) =>
  users.map(({ id }) => `campaign:${id}:target`)
