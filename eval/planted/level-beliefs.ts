import { asOneOfMany } from '#engine/statistics/conversion-evidence.ts'
import {
  type Evidence,
  type GammaMixture,
  lnEvidenceAt,
  mixtureMean,
  scaledBy,
} from '#engine/statistics/priors.ts'
import { gammaQuantile } from '#engine/statistics/stats.ts'
import { AD_GROUP_SHAPE, CAMPAIGN_SHAPE, ratesOf } from './populations.ts'
import { CREDIT } from './traffic.ts'
import type { AdGroup, Campaign, Unit, World } from './world.ts'

/**
 * What an observer who knows the populations believes of a unit's rate before looking at it: he knows how much campaigns
 * and ad groups differ, but what those of this account are like he only sees in the other rows.
 */
export function levelBeliefs(world: World): (unit: Unit) => GammaMixture {
  const beliefs = new Map<Unit, GammaMixture>()
  for (const campaign of world.campaigns) {
    const own = world.units.filter(({ campaignId }) => campaignId === campaign.id)
    for (const [unit, belief] of beliefsIn(world, campaign, own)) beliefs.set(unit, belief)
  }
  return (unit) => beliefs.get(unit)!
}

/** Units of one rate, with what they show together. */
type Family = Evidence & { units: Unit[]; rates: GammaMixture; lnChances: Float64Array }

/** Levels that a campaign times an ad group may have, as multiples of the account's rate. */
const LEVELS = Array.from({ length: 41 }, (_, i) => 0.25 * 14 ** (i / 40))
const STEPS = 20
const likely = (shape: number) =>
  Array.from({ length: STEPS }, (_, i) => gammaQuantile((i + 0.5) / STEPS, shape, shape))
const CAMPAIGNS = likely(CAMPAIGN_SHAPE)
const AD_GROUPS = likely(AD_GROUP_SHAPE)

function beliefsIn(world: World, campaign: Campaign, units: readonly Unit[]) {
  const spreads = campaign.kind === 'display' ? [1] : AD_GROUPS
  const groups = campaign.adGroups.map((adGroup) => ({
    families: familiesOf(world, campaign, adGroup, units),
    total: new Float64Array(LEVELS.length),
  }))
  for (const { families, total } of groups) for (const one of families) add(total, one.lnChances, 1)
  return groups.flatMap((group) => {
    const others = CAMPAIGNS.map((level) =>
      groups.reduce(
        (sum, other) => (other === group ? sum : sum + lnMeanOver(spreads, level, other.total)),
        0,
      ),
    )
    return group.families.flatMap(({ units: own, rates, lnChances }) => {
      const rest = group.total.slice()
      add(rest, lnChances, -1)
      const belief = levelsSeen(others, spreads, rest).flatMap(({ level, weight }) =>
        scaledBy(rates, world.meanRate * level).map((part) => ({
          ...part,
          weight: part.weight * weight,
        })),
      )
      return own.map((unit) => [unit, belief] as const)
    })
  })
}

function familiesOf(
  world: World,
  { kind, calendar }: Campaign,
  { id }: AdGroup,
  units: readonly Unit[],
): Family[] {
  const own = units.filter(({ adGroupId }) => adGroupId === id)
  const rateOf = (unit: Unit) =>
    unit.gram ?? (kind === 'manual' ? unit.criterionId : `${unit.criterionId} ${unit.term}`)
  return [...Map.groupBy(own, rateOf).values()].map((family) => {
    const n = calendar.counted * family.reduce((sum, { clicks }) => sum + clicks, 0)
    const k = family.reduce((sum, { conversions }) => sum + conversions, 0)
    const rates = populationOf(world, kind, family[0]!)
    const seen = asOneOfMany({ n, k }, { credit: CREDIT })
    const lnChances = lnEvidenceAt(seen, scaledBy(rates, world.meanRate), LEVELS)
    return { units: family, rates, n, k, lnChances }
  })
}

/** Hidden queries of a keyword are many: together they convert as its group does. */
function populationOf({ variant }: World, kind: Campaign['kind'], { term }: Unit): GammaMixture {
  const rates = ratesOf(variant)
  if (kind === 'terms' && term === '') {
    const [shape, mean] = [2_000, mixtureMean(rates)]
    return [{ weight: 1, shape, rate: shape / mean }]
  }
  return kind === 'display' ? scaledBy(rates, DISPLAY_SHARE) : rates
}

const DISPLAY_SHARE = 0.3

function add(total: Float64Array, some: Float64Array, sign: 1 | -1): void {
  for (let i = 0; i < total.length; i++) total[i]! += sign * some[i]!
}

/** Place of a level in LEVELS. */
function placeOf(level: number): number {
  const at = Math.round((40 * Math.log(level / 0.25)) / Math.log(14))
  return Math.min(LEVELS.length - 1, Math.max(0, at))
}

function lnMeanOver(spreads: readonly number[], level: number, lnChances: Float64Array): number {
  const lns = spreads.map((spread) => lnChances[placeOf(level * spread)]!)
  const top = Math.max(...lns)
  return top + Math.log(lns.reduce((sum, ln) => sum + Math.exp(ln - top), 0) / lns.length)
}

/** Chances of the levels that an ad group may have, after its rows and those of its campaign's other ones. */
function levelsSeen(
  others: readonly number[],
  spreads: readonly number[],
  lnChances: Float64Array,
): { level: number; weight: number }[] {
  const lns = CAMPAIGNS.flatMap((campaign, i) =>
    spreads.map((spread) => {
      const at = placeOf(campaign * spread)
      return { at, ln: others[i]! + lnChances[at]! }
    }),
  )
  const top = lns.reduce((most, { ln }) => Math.max(most, ln), Number.NEGATIVE_INFINITY)
  const weights = new Float64Array(LEVELS.length)
  for (const { at, ln } of lns) weights[at]! += Math.exp(ln - top)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return LEVELS.map((level, i) => ({ level, weight: weights[i]! / all })).filter(
    ({ weight }) => weight > 1e-3,
  )
}
