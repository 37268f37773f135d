import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  type EvidenceNumbers,
  type EvidenceTable,
  evidenceTable,
  lnLikelihoodsAt,
  newNumbers,
} from './evidence-table.ts'
import { fitPrior } from './fit-prior.ts'
import {
  type GroupChances,
  type GroupPlace,
  type LevelBelief,
  LN_LEVELS,
  levelsOf,
} from './levels.ts'
import {
  type DoubtfulFactor,
  type Evidence,
  type GammaMixture,
  lnEvidenceAt,
  scaledBy,
  timesFactor,
} from './priors.ts'

/** Where an entity hangs, and what it is where that makes its rate more or less unlike others' ('exact'). */
export type Place = { campaignId: string; adGroupId?: string; kind?: string }

/** Clicks (known) and conversions of an entity. */
export type FamilyUnit = Evidence & Place

/**
 * What is believed of an entity's conversion rate before looking at it: account → campaign → ad group. With `own`, its
 * evidence is taken out of its ad group's first, so that it is not counted twice. Null where the account has too few
 * conversions to learn from.
 */
export type PriorOf = (place: Place, own?: Evidence) => GammaMixture | null

/**
 * One spread of rates for the account, or for each kind of entity, at the level of each campaign and ad group. Spread and
 * levels are fitted in turns: with the levels taken out, the entities of all groups tell how unlike those of one are.
 */
export function priorsOf(units: readonly FamilyUnit[]): PriorOf {
  if (!enough(units, 2, THRESHOLDS.familyConversions.value)) return () => null
  const numbers = newNumbers()
  const groups = [...Map.groupBy(units, groupOf).values()].map((own) =>
    groupWithTables(own, numbers),
  )
  let spreads = spreadsOf(groups, () => 0)
  if (!spreads) return () => null
  let levels = levelsOf(chancesOf(groups, numbers, spreads))
  for (let round = 0; round < ROUNDS; round++) {
    const { adGroup } = levels
    spreads = spreadsOf(groups, (place) => adGroup(place).mean) ?? spreads
    levels = levelsOf(chancesOf(groups, numbers, spreads))
  }
  const [spreadOf, { campaign, adGroup }, account] = [spreads, levels, accountDoubt(units)]
  const evidenceAt = rememberedEvidence()
  const priorAt = (kind: string | undefined, level: LevelBelief) =>
    timesFactor(spreadOver(spreadOf(kind), level), account)
  const ofCampaigns = new Map<string, GammaMixture>()
  return ({ campaignId, adGroupId, kind }, own) => {
    if (adGroupId !== undefined) {
      const without = own && evidenceAt(own, spreadOf(kind))
      return priorAt(kind, adGroup({ campaignId, adGroupId }, without))
    }
    const key = `${campaignId} ${kind ?? ''}`
    const prior = ofCampaigns.get(key) ?? priorAt(kind, campaign(campaignId))
    ofCampaigns.set(key, prior)
    return prior
  }
}

/** At each level; many entities share a pair of clicks and conversions. */
function rememberedEvidence(): (own: Evidence, prior: GammaMixture) => Float64Array {
  const known = new Map<GammaMixture, Map<number, Map<number, Float64Array>>>()
  let pairs = 0
  return (own, prior) => {
    const byClicks = known.get(prior) ?? new Map<number, Map<number, Float64Array>>()
    const bySales = byClicks.get(own.n) ?? new Map<number, Float64Array>()
    const before = bySales.get(own.k)
    if (before) return before
    const lnChances = lnEvidenceAt(own, prior, LEVELS)
    if (pairs++ < MOST_PAIRS) known.set(prior, byClicks.set(own.n, bySales.set(own.k, lnChances)))
    return lnChances
  }
}

/** Where hardly two are alike, remembering more would cost memory for nothing. */
const MOST_PAIRS = 10_000

/**
 * What few conversions tell of the whole account's rate: accounts lie around `usualRate` by `accountSpread` (a gamma), so
 * that three conversions are neither exactly their share of the clicks nor nothing at all.
 */
export function accountDoubt(units: readonly Evidence[]): DoubtfulFactor {
  const { usualRate, accountSpread, dispersion } = THRESHOLDS
  const [n, k] = [sumOf(units, ({ n }) => n), sumOf(units, ({ k }) => k)]
  const shape = accountSpread.value ** -2
  const [seen, clicks] = [k / dispersion.value, n / dispersion.value]
  const rate = (seen + shape) / (clicks + shape / usualRate.value)
  return { mean: rate / (k / n), relativeVariance: 1 / (seen + shape) }
}

function sumOf(units: readonly Evidence[], of: (unit: Evidence) => number): number {
  return units.reduce((sum, unit) => sum + of(unit), 0)
}

const ROUNDS = 2

const groupOf = ({ campaignId, adGroupId = '' }: Place) => `${campaignId} ${adGroupId}`

type Groups = readonly {
  place: GroupPlace
  units: readonly FamilyUnit[]
  tables: readonly { kind: string | undefined; table: EvidenceTable }[]
}[]

function groupWithTables(units: readonly FamilyUnit[], numbers: EvidenceNumbers): Groups[number] {
  const { campaignId, adGroupId = '' } = units[0]!
  const tables = [...Map.groupBy(units, ({ kind }) => kind)].map(([kind, own]) => {
    return { kind, table: evidenceTable(own, numbers) }
  })
  return { place: { campaignId, adGroupId }, units, tables }
}

type SpreadOf = (kind?: string) => GammaMixture

/** As if all groups converted alike (a click at a level of 2 counts for two); a kind too rare for its own has all's. */
function spreadsOf(groups: Groups, lnLevel: (place: GroupPlace) => number): SpreadOf | null {
  const even: Evidence[] = []
  const byKind = new Map<string | undefined, Evidence[]>()
  for (const { place, units } of groups) {
    const level = Math.exp(lnLevel(place))
    for (const { n, k, kind } of units) {
      const unit = { n: n * level, k }
      even.push(unit)
      const own = byKind.get(kind)
      if (own) own.push(unit)
      else byKind.set(kind, [unit])
    }
  }
  const all = fitPrior(even)
  if (!all) return null
  const { priorUnits, priorConversions } = THRESHOLDS
  const kinds = [...byKind].flatMap(([kind, own]) => {
    if (own.length === even.length) return []
    const isKnown = enough(own, priorUnits.value, priorConversions.value)
    const fitted = isKnown ? fitPrior(own) : null
    return fitted ? [[kind, fitted] as const] : []
  })
  const known = new Map(kinds)
  return (kind) => known.get(kind) ?? all
}

function chancesOf(groups: Groups, numbers: EvidenceNumbers, spreadOf: SpreadOf): GroupChances[] {
  const known = new Map<string | undefined, ReturnType<typeof lnLikelihoodsAt>>()
  const foretellerOf = (kind: string | undefined) => {
    const foretell = known.get(kind) ?? lnLikelihoodsAt(numbers, spreadOf(kind), LEVELS)
    known.set(kind, foretell)
    return foretell
  }
  return groups.map(({ place, tables }) => {
    const parts = tables.map(({ kind, table }) => foretellerOf(kind)(table))
    const lnChances = parts.reduce((sum, part) => sum.map((ln, i) => ln + part[i]!))
    return { ...place, lnChances }
  })
}

const LEVELS = LN_LEVELS.map(Math.exp)

/** Gauss–Hermite of three points where the level itself is in doubt. */
function spreadOver(prior: GammaMixture, { mean, sd }: LevelBelief): GammaMixture {
  if (sd < SURE) return scaledBy(prior, Math.exp(mean))
  return POINTS.flatMap(({ at, weight }) =>
    scaledBy(prior, Math.exp(mean + at * sd)).map((part) => ({
      ...part,
      weight: part.weight * weight,
    })),
  )
}

const SURE = 0.06
const POINTS = [
  { at: -Math.sqrt(3), weight: 1 / 6 },
  { at: 0, weight: 2 / 3 },
  { at: Math.sqrt(3), weight: 1 / 6 },
]

function enough(units: readonly Evidence[], entities: number, conversions: number): boolean {
  let total = 0
  let clicked = 0
  for (const { n, k } of units) {
    total += k
    if (n > 0) clicked++
  }
  return clicked >= entities && total >= conversions
}
