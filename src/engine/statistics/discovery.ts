import { THRESHOLDS } from '../thresholds/thresholds.ts'

/** Deciding among many candidates at once, so that chance finds do not pile up. */

/**
 * Bayesian false discovery rate: the largest prefix, by falling probability of being right, whose
 * mean probability of being wrong is ≤ `rate`. `key` breaks ties so that input order never matters.
 */
export function acceptByFalseDiscovery<T extends { probability: number; key: string }>(
  candidates: readonly T[],
  rate: number,
): T[] {
  const sorted = [...candidates].sort(
    (a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1),
  )
  let wrong = 0
  let accepted = 0
  sorted.forEach(({ probability }, i) => {
    wrong += 1 - probability
    if (wrong / (i + 1) <= rate) accepted = i + 1
  })
  return sorted.slice(0, accepted)
}

/**
 * The same rate, spent on what earns most: those more likely right than the rate asks leave room, which goes to the
 * others by expected net per part of it that they use (the greedy solution of a knapsack). None may be wrong more often
 * than `lossChance`. `expectedNet` in one unit.
 */
export function acceptByMoney<T extends { probability: number; expectedNet: number; key: string }>(
  candidates: readonly T[],
  rate: number,
): T[] {
  const excess = ({ probability }: T) => 1 - probability - rate
  const paying = candidates.filter(({ expectedNet }) => expectedNet > 0)
  const accepted = paying.filter((one) => excess(one) <= 0)
  let room = accepted.reduce((sum, one) => sum - excess(one), 0)
  const risky = paying
    .filter((one) => excess(one) > 0 && excess(one) <= THRESHOLDS.lossChance.value - rate)
    .sort(
      (a, b) => b.expectedNet / excess(b) - a.expectedNet / excess(a) || (a.key < b.key ? -1 : 1),
    )
  for (const one of risky) {
    if (excess(one) > room) continue
    room -= excess(one)
    accepted.push(one)
  }
  return accepted.sort((a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1))
}

/**
 * The same by money: of all that is at stake at most `rate` may be expected to be wrong, so that many small ones may follow a few large and sure
 * ones. None may be wrong more often than `lossChance`. `stake` and `expectedNet` in one unit.
 */
export function acceptByStake<
  T extends { probability: number; expectedNet: number; stake: number; key: string },
>(candidates: readonly T[], rate: number): T[] {
  const sorted = candidates
    .filter((one) => one.expectedNet > 0 && 1 - one.probability <= THRESHOLDS.lossChance.value)
    .sort((a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1))
  let [wrong, all] = [0, 0]
  const accepted = sorted.findIndex(({ probability, stake }) => {
    wrong += (1 - probability) * stake
    all += stake
    return wrong > rate * all
  })
  return accepted < 0 ? sorted : sorted.slice(0, accepted)
}

/** Benjamini–Hochberg adjusted p-values, in the order given. */
export function adjustedPValues(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[b]! - pValues[a]!)
  const adjusted = new Array<number>(pValues.length)
  let lowest = 1
  order.forEach((index, fromTop) => {
    const rank = pValues.length - fromTop
    lowest = Math.min(lowest, (pValues[index]! * pValues.length) / rank)
    adjusted[index] = lowest
  })
  return adjusted
}

/** EV = P·gain − (1 − P)·loss, in the unit of gain and loss. */
export function expectedValue(probability: number, gain: number, loss: number): number {
  return probability * gain - (1 - probability) * loss
}
