/**
 * How far the rate of a campaign, and of an ad group within it, lies from what the account lets expect: ln level =
 * campaign + ad group, each normal around 0. Worked out on a grid, so that an entity of an unusual kind (one that never
 * converts) does not drag its group along, as sums of clicks and conversions would.
 */

/** ln levels looked at: from a tenth to ten times. */
const STEP = 0.15
const REACH = 15
export const LN_LEVELS = Array.from({ length: 2 * REACH + 1 }, (_, i) => (i - REACH) * STEP)

/** ln chance of what the group's entities show, at each of LN_LEVELS. */
export type GroupChances = GroupPlace & { lnChances: Float64Array }
export type GroupPlace = { campaignId: string; adGroupId: string }

/** ln level: middle and standard deviation. */
export type LevelBelief = { mean: number; sd: number }

export type Levels = {
  /** Of an ad group; `without`: the ln chances of one of its entities, which is not to speak for itself. */
  adGroup: (place: GroupPlace, without?: Float64Array) => LevelBelief
  /** Of an ad group of which nothing is known. */
  campaign: (campaignId: string) => LevelBelief
}

/** Levels of all groups; how unlike campaigns and ad groups are is learned from them (empirical Bayes). */
export function levelsOf(groups: readonly GroupChances[]): Levels {
  const scaled = groups.map(({ campaignId, adGroupId, lnChances }) => {
    const chances = chancesOf(lnChances)
    return { campaignId, adGroupId, lnChances, chances }
  })
  const campaigns = [...Map.groupBy(scaled, ({ campaignId }) => campaignId)]
  const spread = likeliestSpread(campaigns.map(([, own]) => own.map(({ chances }) => chances)))
  const known = new Map(campaigns.map(([id, own]) => [id, campaignOf(own, spread)]))
  const usual = { mean: 0, sd: Math.hypot(spread.campaign, spread.adGroup) }
  return {
    adGroup: ({ campaignId, adGroupId }, without) => {
      const group = known.get(campaignId)?.groups.get(adGroupId)
      if (!group) return known.get(campaignId)?.belief ?? usual
      return beliefOf(group, without)
    },
    campaign: (campaignId) => known.get(campaignId)?.belief ?? usual,
  }
}

type Spread = { campaign: number; adGroup: number }

const SPREADS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.75]
/** Half-normal belief about them: groups of one account are rarely more than twice as good as each other. */
const USUAL_SPREAD = 0.4

function likeliestSpread(campaigns: readonly (readonly Float64Array[])[]): Spread {
  let best = { campaign: SPREADS[0]!, adGroup: SPREADS[0]!, ln: Number.NEGATIVE_INFINITY }
  for (const adGroup of SPREADS) {
    const smooth = kernelOf(adGroup)
    const lnChances = campaigns.map((own) => lnProduct(own.map((one) => blurred(one, smooth))))
    for (const campaign of SPREADS) {
      const prior = kernelOf(campaign)
      const doubt = (campaign ** 2 + adGroup ** 2) / (2 * USUAL_SPREAD ** 2)
      const ln = lnChances.reduce((sum, own) => sum + lnMean(own, prior), -doubt)
      if (ln > best.ln) best = { campaign, adGroup, ln }
    }
  }
  return best
}

/** ln posterior of each ad group's level, and the campaign's belief about a further one. */
function campaignOf(
  own: readonly { adGroupId: string; lnChances: Float64Array; chances: Float64Array }[],
  { campaign, adGroup }: Spread,
) {
  const smooth = kernelOf(adGroup)
  const prior = kernelOf(campaign)
  const seen = own.map(({ chances }) => blurred(chances, smooth))
  const all = lnProduct(seen)
  for (let i = 0; i < all.length; i++) all[i]! += Math.log(prior[i]!)
  const groups = new Map(
    own.map(({ adGroupId, lnChances }, g) => {
      const others = all.map((ln, i) => ln - Math.log(seen[g]![i]!))
      const outer = blurred(chancesOf(others), smooth)
      return [adGroupId, lnChances.map((ln, i) => ln + Math.log(outer[i]!))] as const
    }),
  )
  const { mean, sd } = beliefOf(all)
  return { groups, belief: { mean, sd: Math.hypot(sd, adGroup) } }
}

/** Normal weights around the middle of the grid, adding up to 1; never 0, so that logarithms exist. */
function kernelOf(sd: number): Float64Array {
  const known = kernels.get(sd)
  if (known) return known
  const weights = Float64Array.from(LN_LEVELS, (x) => Math.exp(-0.5 * (x / sd) ** 2) + TINY)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const kernel = weights.map((weight) => weight / total)
  kernels.set(sd, kernel)
  return kernel
}

const kernels = new Map<number, Float64Array>()
const TINY = 1e-30

/** Relative chances, the largest 1. */
function chancesOf(lnChances: Float64Array): Float64Array {
  const top = lnChances.reduce((most, ln) => Math.max(most, ln), Number.NEGATIVE_INFINITY)
  return lnChances.map((ln) => Math.exp(ln - top))
}

/** What a level of the container makes of it, whose parts lie around it. */
function blurred(chances: Float64Array, kernel: Float64Array): Float64Array {
  const size = LN_LEVELS.length
  return chances.map((_, at) => {
    let sum = TINY
    for (let i = Math.max(0, at - REACH); i <= Math.min(size - 1, at + REACH); i++) {
      sum += chances[i]! * kernel[i - at + REACH]!
    }
    return sum
  })
}

function lnProduct(parts: readonly Float64Array[]): Float64Array {
  const total = new Float64Array(LN_LEVELS.length)
  for (const part of parts) for (let i = 0; i < total.length; i++) total[i]! += Math.log(part[i]!)
  return total
}

function lnMean(lnChances: Float64Array, weights: Float64Array): number {
  const top = lnChances.reduce((most, ln) => Math.max(most, ln), Number.NEGATIVE_INFINITY)
  return top + Math.log(lnChances.reduce((sum, ln, i) => sum + weights[i]! * Math.exp(ln - top), 0))
}

/** Where the grid is too coarse for a belief, by the parabola through its peak. */
function beliefOf(all: Float64Array, without: Float64Array = NOTHING): LevelBelief {
  const lnAt = (i: number) => all[i]! - without[i]!
  let peak = 0
  for (let i = 1; i < all.length; i++) if (lnAt(i) > lnAt(peak)) peak = i
  const at = Math.min(all.length - 2, Math.max(1, peak))
  const [left, top, right] = [lnAt(at - 1), lnAt(at), lnAt(at + 1)]
  const bend = 2 * top - left - right
  if (bend > 1 && at === peak) {
    return {
      mean: LN_LEVELS[at]! + (STEP * (right - left)) / (2 * bend),
      sd: STEP / Math.sqrt(bend),
    }
  }
  const chances = chancesOf(all.map((_, i) => lnAt(i)))
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  const mean = chances.reduce((sum, chance, i) => sum + chance * LN_LEVELS[i]!, 0) / total
  const square = chances.reduce((sum, chance, i) => sum + chance * (LN_LEVELS[i]! - mean) ** 2, 0)
  return { mean, sd: Math.sqrt(square / total) }
}

const NOTHING = new Float64Array(LN_LEVELS.length)
