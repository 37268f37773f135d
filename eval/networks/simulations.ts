import type { AccountInventory } from '#engine/account/inventory.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Chance } from '../chance.ts'
import { type Account, DAYS } from './account.ts'
import { auctionsOf, levelsOf, sumsOf } from './bidding.ts'

/** Google's curves of the last week: what it believes of more or less is steeper or flatter than the truth. */
export function simulationsOf(chance: Chance, account: Account, today: Day): AccountInventory {
  const auctions = auctionsOf(account, DAYS / 7 - 1)
  const type = account.law.bidding === 'target CPA' ? 'TARGET_CPA' : 'TARGET_ROAS'
  if (account.law.bidding === 'no target') return {}
  const range = { from: addDays(today, -7), to: addDays(today, -1) }
  const groups = Map.groupBy(account.campaigns, ({ id, portfolio }) => portfolio ?? id)
  const curves = [...groups].flatMap(([key, group]) => {
    const isShown = chance.happens(0.75)
    const steeper = 0.12 * chance.normal()
    const rough = chance.between(0, 0.06)
    const at = (factor: number) => {
      const target = group[0]!.target! * factor
      const levels = levelsOf(account, auctions, { changed: { targets: new Map([[key, target]]) } })
      const own = group.map((one) =>
        sumsOf(
          account,
          auctions.filter(({ campaign }) => campaign === one),
          levels.get(one)!,
        ),
      )
      const sum = (of: 'clicks' | 'cost' | 'conversions' | 'value') =>
        7 * own.reduce((all, one) => all + one[of], 0)
      return {
        target,
        clicks: sum('clicks'),
        cost: sum('cost'),
        conversions: sum('conversions'),
        value: sum('value'),
      }
    }
    const now = at(1)
    if (!isShown || now.conversions < 5) return []
    const points = POINTS.map(at).map((one) => {
      const off = (one.cost / now.cost) ** steeper * Math.exp(rough * chance.normal())
      return {
        value: type === 'TARGET_CPA' ? Math.round(one.target) : Number(one.target.toFixed(2)),
        clicks: Math.round(one.clicks),
        costMicros: Math.round(one.cost),
        conversionsMicros: Math.round(one.conversions * off * 1e6),
        valueMicros: account.hasValues ? Math.round(one.value * off) : 0,
      }
    })
    return [{ key, isShared: group[0]!.portfolio !== null, type, ...range, points }] as const
  })
  const own = curves.map(({ key, isShared, ...one }) => ({ key, isShared, one }))
  return {
    simulations: own.flatMap(({ key, isShared, one }) =>
      isShared ? [] : [{ campaignId: key, ...one }],
    ),
    portfolioSimulations: own.flatMap(({ key, isShared, one }) =>
      isShared ? [{ portfolioId: key, ...one }] : [],
    ),
  } as AccountInventory
}

const POINTS = [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5]
