import type { Chance } from '../chance.ts'
import type { Account } from './account.ts'
import { type Auction, auctionsOf, type Changed, type Levels, levelsOf, sumsOf } from './bidding.ts'

/** The budgets that its campaigns have: some run out, more where nothing else holds the bidding back. */
export function setBudgets({ between, happens }: Chance, account: Account): void {
  const auctions = auctionsOf(account, 8)
  const free = levelsOf(account, auctions)
  const { bidding } = account.law
  for (const campaign of account.campaigns) {
    const own = auctions.filter((one) => one.campaign === campaign)
    const usual = account.hasValues ? account.worth : account.worth / 1e6
    const level = bidding === 'no target' ? usual * between(0.25, 1.4) : free.get(campaign)!
    const { cost } = sumsOf(account, own, level)
    const isBound = bidding === 'no target' || happens(0.4)
    const part = bidding === 'no target' ? 1 : isBound ? between(0.4, 0.95) : between(1.4, 4)
    campaign.budgetMicros = Math.max(1e6, Math.round((cost * part) / 1e4) * 1e4)
  }
}

type Month = {
  /** Micros in 30 days, what is expected in the month that comes. */
  netOf: (changed: Changed) => number
}

/** The coming month as it is and as a change makes it: bidding is as before until it has found its new level. */
export function nextMonth(account: Account): Month {
  const week = account.searches[0]!.weeks.length - 1
  const { seasons } = account
  const [demand, rate, values] = [
    seasons.clicks.at(-1)!,
    seasons.rate.at(-1)!,
    seasons.values.at(-1)!,
  ]
  const auctions = auctionsOf(account, week)
  const base = levelsOf(account, auctions, { demand, rate })
  const usual = gainOf(auctions, base)
  return {
    netOf: (changed) => {
      const all = auctionsOf(account, week, changed)
      const settled = levelsOf(account, all, { changed, demand, rate, base })
      const after = gainOf(all, settled) - usual
      const isByHand = account.law.bidding === 'by hand'
      if (isByHand || changed.targets || changed.budgets) return after
      const atOnce = gainOf(all, base) - usual
      return account.settled * after + (1 - account.settled) * atOnce
    },
  }

  function gainOf(all: readonly Auction[], levels: Levels): number {
    let sum = 0
    for (const one of all) {
      const { cost, conversions, value } = sumsOf(account, [one], levels.get(one.campaign)!)
      const sold = account.hasValues ? value * values : conversions
      sum += 30 * demand * (sold * rate * account.worth * (1 - account.returned) - cost)
    }
    return sum
  }
}
