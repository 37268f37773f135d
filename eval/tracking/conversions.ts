import type { Chance } from '../chance.ts'
import type { Lag } from './lags.ts'
import { added, type Sums } from './sums.ts'
import type { Traffic } from './traffic.ts'
import type { PlantedLoss, World } from './world.ts'

type Counted = { account: Sums[]; campaigns: Sums[][]; actions: Sums[][] }

/** Two buyers in a hundred buy more than once; the busier the day, the more (variance over mean 1.05 … 1.4). */
const AGAIN = { calm: 0.02, usual: 0.07, shocked: 0.15 }

/**
 * What the account shows of each day: conversions of its clicks that have been reported by now, credited to one click or
 * in parts to two, less what a failure loses.
 */
export function drawConversions(
  world: World,
  traffic: Traffic,
  lag: Lag,
  planted: PlantedLoss | null,
): Counted {
  const { chance, days } = world
  const empty = () => days.map((): Sums => added([]))
  const shares = actionShares(chance, planted)
  const counted: Counted = {
    account: empty(),
    campaigns: traffic.map(empty),
    actions: shares.map(empty),
  }
  const partShare = chance.happens(1 / 3) ? chance.between(0.1, 0.3) : 0
  // One account in ten begins to count something else as well on some day.
  const begins = shares.length > 1 && !planted && chance.happens(0.1)
  const youngFrom = begins ? Math.floor(chance.uniform() * days.length) : 0
  const price = Math.exp(3 + chance.normal())
  for (const [c, campaign] of traffic.entries()) {
    for (let d = 0; d < days.length; d++) {
      const clicks = campaign.clicks[d]!
      addTo(counted.campaigns[c]![d]!, {
        clicks,
        costMicros: Math.round(clicks * campaign.cpc * 1e6),
        impressions: clicks * 15,
      })
      const reported = lag.reported(days.length - d)
      const mean = (clicks * campaign.rate[d]! * reported) / (1 + AGAIN[world.noise])
      for (let left = chance.poisson(mean); left > 0; left--) {
        const bought = chance.happens(AGAIN[world.noise]) ? 2 : 1
        const action = pick(chance, shares)
        if (d < youngFrom && action === shares.length - 1) continue
        const value = price * Math.exp(0.9 * chance.normal())
        for (const [credit, on] of credits(chance, partShare, d)) {
          const kept = keptOf(chance, planted, on, action)
          if (kept.count === 0) continue
          const sums = {
            conversionsMicros: Math.round(credit * bought * 1e6),
            valueMicros: kept.value * Math.round(credit * bought * value * 1e6),
          }
          addTo(counted.campaigns[c]![on]!, sums)
          addTo(counted.actions[action]![on]!, sums)
        }
      }
    }
  }
  for (let d = 0; d < days.length; d++)
    counted.account[d] = added(counted.campaigns.map((own) => own[d]!))
  return counted
}

/** One to three actions; where one is to die, two or three, and it has a third to two thirds of the conversions. */
function actionShares(chance: Chance, planted: PlantedLoss | null): number[] {
  const count = 1 + Math.floor(3 * chance.uniform())
  if (planted?.kind === 'action') {
    const dead = chance.between(0.33, 0.66)
    return count === 3 ? [dead, (1 - dead) * 0.6, (1 - dead) * 0.4] : [dead, 1 - dead]
  }
  if (count === 1) return [1]
  const first = chance.between(0.4, 0.8)
  return count === 2 ? [first, 1 - first] : [first, (1 - first) * 0.7, (1 - first) * 0.3]
}

function pick(chance: Chance, shares: readonly number[]): number {
  let left = chance.uniform()
  for (const [a, share] of shares.entries()) {
    left -= share
    if (left <= 0) return a
  }
  return shares.length - 1
}

/** The last click's day, and where it is shared the day of an earlier click. */
function credits(chance: Chance, partShare: number, d: number): [credit: number, on: number][] {
  if (!chance.happens(partShare)) return [[1, d]]
  const last = chance.between(0.3, 0.9)
  const earlier = Math.max(0, d - Math.floor(chance.between(0, 12)))
  return [
    [last, d],
    [1 - last, earlier],
  ]
}

function keptOf(chance: Chance, planted: PlantedLoss | null, d: number, action: number) {
  if (!planted || d < planted.first || d > planted.last) return { count: 1, value: 1 }
  switch (planted.kind) {
    case 'full':
      return { count: 0, value: 0 }
    case 'partial':
      return chance.happens(planted.lost ?? 0) ? { count: 0, value: 0 } : { count: 1, value: 1 }
    case 'action':
      return action === 0 ? { count: 0, value: 0 } : { count: 1, value: 1 }
    case 'values':
      return { count: 1, value: 0 }
  }
}

function addTo(sums: Sums, more: Partial<Sums>): void {
  for (const key of Object.keys(more) as (keyof Sums)[]) sums[key] += more[key] ?? 0
}
