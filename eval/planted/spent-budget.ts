import type { Campaign, World } from './world.ts'

/** What conversions of a part must cost for stopping it to pay, and what each euro beyond that is worth. */
export type Stopping = { limit: number; perEuro: number }

const known = new WeakMap<Campaign, Stopping>()

/**
 * A budget that runs out spends what a part no longer costs on others of its searches, at what one conversion more costs with a larger
 * budget; elsewhere it is saved.
 */
export function stoppingPays(world: World, campaign: Campaign): Stopping {
  const before = known.get(campaign)
  if (before) return before
  const found =
    campaign.lost > 0 ? whereSpent(world, campaign) : { limit: world.target, perEuro: 1 }
  known.set(campaign, found)
  return found
}

function whereSpent({ units, target }: World, { id, elasticity }: Campaign): Stopping {
  const own = units.filter(({ campaignId }) => campaignId === id)
  const cost = own.reduce((sum, { meanClicks, cpc }) => sum + meanClicks * cpc, 0)
  const sold = own.reduce((sum, { meanClicks, rate }) => sum + meanClicks * rate, 0)
  const limit = cost / (elasticity * sold)
  return { limit, perEuro: target / limit }
}
