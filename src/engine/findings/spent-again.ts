import { lastAt } from '../account/last-conversion.ts'
import {
  earnedPart,
  euroWorth,
  losesWhatItBuys,
  type SpentAgain,
  settledShare,
} from '../account/marginal-cost.ts'
import { limitOf, type Target } from '../account/targets.ts'
import type { CommonDraws } from '../statistics/common-draws.ts'

/** Of cost that is no longer paid and conversions that are no longer had, in the unit of cost. */
export type Gain = (cost: number, sold: number) => number

/** The same at the middle of what is believed. */
export function expectedGain(target: Target): Gain {
  const [euro, limit] = [euroWorth(target), limitOf(target)]
  return (cost, sold) => euro * (cost - sold * limit)
}

/**
 * One possible truth of what stopping a part earns. At once its cost less what its conversions are worth (v). Where Google
 * bids it has spent the money again after some days, on conversions at what the last of them costs (m). Held to an
 * average T it buys ΔN more until the average is T again: ΔN (m − T) = cost − T·sold. A budget buys ΔN m = cost. So the
 * net is (v − T) / (m − T), or v / m, of cost − m·sold.
 */
export function drawGain(common: CommonDraws, { micros, limit }: Target, worth: number): Gain {
  if (!limit?.again) return (cost, sold) => cost - sold * (limit?.micros ?? micros) * worth
  const { again } = limit
  const settling = common.uniform()
  const settled = again.isAtOnce ? 1 : settledShare(settling)
  const last = again.averageMicros * lastAt(again.beyond, common.normal())
  const value = drawWorth(common, again) * worth
  if (common.uniform() < again.slack) return (cost, sold) => cost - sold * value
  const earned = earnedPart(again, last, value)
  // The months to come count, not what the first one saves.
  if (losesWhatItBuys(again)) return (cost, sold) => earned * (cost - sold * last)
  const part = settled * earned
  return (cost, sold) => (1 - settled) * (cost - sold * value) + part * (cost - sold * last)
}

function drawWorth(common: CommonDraws, { worth: { least, most } }: SpentAgain): number {
  return least + common.uniform() * (most - least)
}
