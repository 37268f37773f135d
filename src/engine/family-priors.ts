import { credibleFactor, factorVariance, type GroupEvidence } from './credibility.ts'
import {
  type Evidence,
  fitPrior,
  type GammaMixture,
  lnEvidence,
  mixtureMean,
  mixtureVariance,
  scaledBy,
} from './priors.ts'
import { THRESHOLDS } from './thresholds.ts'

/** Clicks (known) and conversions of an entity and where it hangs. */
export type FamilyUnit = Evidence & { campaignId: string; adGroupId?: string }

/**
 * What is believed of an entity's conversion rate before looking at it: account → campaign → ad group. With `own`, its
 * evidence is taken out of its ad group's first, so that it is not counted twice. Null where the account has too few
 * conversions to learn from.
 */
export type PriorOf = (
  campaignId: string,
  adGroupId?: string,
  own?: Evidence,
) => GammaMixture | null

/**
 * A campaign has the account's prior at its own level, or its own where it has 30 entities, 20 conversions and a shape
 * that tells it apart (BIC). Where
 * ad groups differ, priors are fitted again on what is left once their levels are taken out: the spread within an ad
 * group is smaller than that of the campaign.
 */
export function priorsOf(units: readonly FamilyUnit[]): PriorOf {
  const rough = campaignPriors(units, () => 1)
  const factorOf = adGroupFactors(units, rough)
  const fine = factorOf ? campaignPriors(units, (unit) => factorOf(unit)) : rough
  return (campaignId, adGroupId, own) => {
    const prior = fine(campaignId)
    if (!prior || adGroupId === undefined || !factorOf) return prior
    return scaledBy(prior, factorOf({ campaignId, adGroupId }, own))
  }
}

type Place = { campaignId: string; adGroupId?: string }

/** `levelIn` is the level of the unit's ad group within its campaign. */
function campaignPriors(units: readonly FamilyUnit[], levelIn: (unit: FamilyUnit) => number) {
  const relative = units.map((unit) => ({ ...unit, n: unit.n * levelIn(unit) }))
  const byCampaign = Map.groupBy(relative, ({ campaignId }) => campaignId)
  const { accountConversions, priorUnits, priorConversions } = THRESHOLDS
  const known = enough(units, 2, accountConversions.value)
  const rough = known ? fitPrior(relative) : null
  const levels = rough ? levelsOf(byCampaign, rough) : null
  const account =
    rough && levels
      ? fitPrior(relative.map((unit) => ({ ...unit, n: unit.n * levels(unit.campaignId) })))
      : rough
  const priors = new Map<string, GammaMixture | null>()
  for (const [id, own] of byCampaign) {
    const shared = account && scaledBy(account, levels?.(id) ?? 1)
    const fitted = enough(own, priorUnits.value, priorConversions.value) ? fitPrior(own) : null
    priors.set(id, shared && fitted ? better(own, shared, fitted) : (fitted ?? shared))
  }
  return (campaignId: string) => (priors.has(campaignId) ? priors.get(campaignId)! : account)
}

/** The campaign's own prior must earn its parameters: all but the level that both have. */
function better(units: readonly Evidence[], shared: GammaMixture, own: GammaMixture): GammaMixture {
  const gain = 2 * (lnEvidence(units, own) - lnEvidence(units, shared))
  const parameters = 3 * own.length - 2
  return gain > parameters * Math.log(units.length) ? own : shared
}

/** A campaign's rate as a multiple of the account's; null where campaigns are alike. */
function levelsOf(
  byCampaign: ReadonlyMap<string, readonly FamilyUnit[]>,
  account: GammaMixture,
): ((campaignId: string) => number) | null {
  const groups = new Map([...byCampaign].map(([id, own]) => [id, evidenceOf(own, account)]))
  const variance = factorVariance([...groups.values()])
  if (variance <= 0) return null
  return (campaignId) => credibleFactor(groups.get(campaignId) ?? NOTHING, variance)
}

/** An ad group's rate as a multiple of its campaign's, leaving out one entity; null where ad groups are alike. */
function adGroupFactors(
  units: readonly FamilyUnit[],
  priorOf: (campaignId: string) => GammaMixture | null,
): ((place: Place, own?: Evidence) => number) | null {
  const groups = new Map<string, GroupEvidence>()
  for (const unit of units) {
    const prior = priorOf(unit.campaignId)
    if (!prior || unit.adGroupId === undefined) continue
    const key = `${unit.campaignId} ${unit.adGroupId}`
    groups.set(key, plus(groups.get(key) ?? NOTHING, evidenceOf([unit], prior), 1))
  }
  const variance = factorVariance([...groups.values()])
  if (variance <= 0) return null
  return ({ campaignId, adGroupId }, own) => {
    const group = groups.get(`${campaignId} ${adGroupId}`)
    const prior = priorOf(campaignId)
    if (!group || !prior) return 1
    return credibleFactor(own ? plus(group, evidenceOf([own], prior), -1) : group, variance)
  }
}

const NOTHING: GroupEvidence = { seen: 0, expected: 0, noise: 0 }

function evidenceOf(units: readonly Evidence[], prior: GammaMixture): GroupEvidence {
  const { mean, variance } = momentsOf(prior)
  let [seen, clicks, squares] = [0, 0, 0]
  for (const { n, k } of units) {
    seen += k
    clicks += n
    squares += n * n
  }
  return { seen, expected: clicks * mean, noise: squares * variance }
}

function momentsOf(prior: GammaMixture) {
  const known = moments.get(prior)
  if (known) return known
  const found = { mean: mixtureMean(prior), variance: mixtureVariance(prior) }
  moments.set(prior, found)
  return found
}

/** A prior is asked for its moments once for each of its entities. */
const moments = new WeakMap<GammaMixture, { mean: number; variance: number }>()

function plus(a: GroupEvidence, b: GroupEvidence, sign: 1 | -1): GroupEvidence {
  return {
    seen: Math.max(0, a.seen + sign * b.seen),
    expected: Math.max(0, a.expected + sign * b.expected),
    noise: Math.max(0, a.noise + sign * b.noise),
  }
}

function enough(units: readonly Evidence[], entities: number, conversions: number): boolean {
  let total = 0
  let clicked = 0
  for (const { n, k } of units) {
    total += k
    if (n > 0) clicked++
  }
  return clicked >= entities && total >= conversions
}
