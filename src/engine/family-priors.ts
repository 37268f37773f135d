import { credibleFactor, factorVariance, type GroupEvidence } from './credibility.ts'
import {
  type Evidence,
  fitPrior,
  type GammaMixture,
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

/** A campaign of 30 entities and 20 conversions has its own prior, a smaller one the account's at its own level. */
export function priorsOf(units: readonly FamilyUnit[]): PriorOf {
  const account = enough(units, 2, THRESHOLDS.accountConversions.value) ? fitPrior(units) : null
  const campaigns = new Map<string, GammaMixture | null>()
  const byCampaign = Map.groupBy(units, ({ campaignId }) => campaignId)
  const levels = account ? levelsOf(byCampaign, account) : () => 1
  for (const [id, own] of byCampaign) {
    const { priorUnits, priorConversions } = THRESHOLDS
    const big = enough(own, priorUnits.value, priorConversions.value)
    campaigns.set(id, (big ? fitPrior(own) : null) ?? (account && scaledBy(account, levels(id))))
  }
  const factorOf = adGroupFactors(units, campaigns)
  return (campaignId, adGroupId, own) => {
    const prior = campaigns.has(campaignId) ? campaigns.get(campaignId)! : account
    if (!prior || adGroupId === undefined) return prior
    return scaledBy(prior, factorOf(campaignId, adGroupId, prior, own))
  }
}

/** A campaign's rate as a multiple of the account's. */
function levelsOf(
  byCampaign: ReadonlyMap<string, readonly FamilyUnit[]>,
  account: GammaMixture,
): (campaignId: string) => number {
  const groups = new Map([...byCampaign].map(([id, own]) => [id, evidenceOf(own, account)]))
  const variance = factorVariance([...groups.values()])
  return (campaignId) => credibleFactor(groups.get(campaignId) ?? NOTHING, variance)
}

/** An ad group's rate as a multiple of its campaign's, leaving out one entity. */
function adGroupFactors(
  units: readonly FamilyUnit[],
  priors: ReadonlyMap<string, GammaMixture | null>,
) {
  const groups = new Map<string, GroupEvidence>()
  for (const unit of units) {
    const prior = priors.get(unit.campaignId)
    if (!prior || unit.adGroupId === undefined) continue
    const key = `${unit.campaignId} ${unit.adGroupId}`
    groups.set(key, plus(groups.get(key) ?? NOTHING, evidenceOf([unit], prior), 1))
  }
  const variance = factorVariance([...groups.values()])
  return (campaignId: string, adGroupId: string, prior: GammaMixture, own?: Evidence): number => {
    const group = groups.get(`${campaignId} ${adGroupId}`)
    if (!group || variance <= 0) return 1
    return credibleFactor(own ? plus(group, evidenceOf([own], prior), -1) : group, variance)
  }
}

const NOTHING: GroupEvidence = { seen: 0, expected: 0, noise: 0 }

function evidenceOf(units: readonly Evidence[], prior: GammaMixture): GroupEvidence {
  const [mean, variance] = [mixtureMean(prior), mixtureVariance(prior)]
  let [seen, clicks, squares] = [0, 0, 0]
  for (const { n, k } of units) {
    seen += k
    clicks += n
    squares += n * n
  }
  return { seen, expected: clicks * mean, noise: squares * variance }
}

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
