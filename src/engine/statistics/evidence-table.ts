import { type Evidence, type GammaMixture, type GammaPart, scaledBy } from './priors.ts'
import { lnGamma } from './stats.ts'

/** Evidence that `times` units share; `clicks` and `sales` number its n and its k among those of all groups. */
export type EvidenceGroup = Evidence & { times: number; clicks: number; sales: number }
export type EvidenceTable = {
  all: readonly EvidenceGroup[]
  clicks: readonly number[]
  sales: readonly number[]
}

/** Thousands of terms share few (clicks, conversions) pairs; large counts are binned by 8 %. */
export function evidenceTable(units: readonly Evidence[]): EvidenceTable {
  const clicks = new Map<number, number>()
  const sales = new Map<number, number>()
  const byClicks: Map<number, EvidenceGroup>[] = []
  for (const unit of units) {
    if (unit.n <= 0) continue
    const n =
      unit.n < 12 ? Math.round(unit.n) || unit.n : Math.exp(Math.round(Math.log(unit.n) * 12) / 12)
    const k = Math.round(unit.k * 100) / 100
    const at = numbered(clicks, n)
    byClicks[at] ??= new Map()
    const group = byClicks[at].get(k)
    if (group) group.times++
    else byClicks[at].set(k, { n, k, times: 1, clicks: at, sales: numbered(sales, k) })
  }
  const all = byClicks.flatMap((bySales) => [...bySales.values()])
  return {
    all: all.sort((a, b) => a.n - b.n || a.k - b.k),
    clicks: [...clicks.keys()],
    sales: [...sales.keys()],
  }
}

function numbered(numbers: Map<number, number>, value: number): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}

/** ln of how well a prior foretells what was seen; only differences between priors mean something. */
export function lnLikelihood(
  table: EvidenceTable,
  parts: GammaMixture,
  gammas = parts.map((part) => gammasOf(table, part)),
): number {
  const lnWeights = parts.map(({ weight }) => Math.log(weight))
  const marginals = parts.map((part, i) => marginalOf(table, part, gammas[i]!))
  let total = 0
  for (const group of table.all) {
    let [top, rest] = [Number.NEGATIVE_INFINITY, 0]
    for (let i = 0; i < parts.length; i++) {
      const score = lnWeights[i]! + marginals[i]!(group)
      rest = score > top ? rest * Math.exp(top - score) + 1 : rest + Math.exp(score - top)
      if (score > top) top = score
    }
    total += group.times * (rest === 1 ? top : top + Math.log(rest))
  }
  return total
}

/** lnMarginal by tables: groups share few numbers of clicks and of conversions, and logarithms take the time. */
export function marginalOf(
  groups: EvidenceTable,
  part: GammaPart,
  gammas = gammasOf(groups, part),
): (group: EvidenceGroup) => number {
  const { shape, rate } = part
  const { clicks } = groups
  const missed = clicks.map((n) => shape * Math.log(rate / (rate + n)))
  const met = clicks.map((n) => (n > 0 ? Math.log(n / (rate + n)) : 0))
  return (group) => gammas[group.sales]! + missed[group.clicks]! + group.k * met[group.clicks]!
}

function gammasOf({ sales }: EvidenceTable, { shape }: GammaPart): number[] {
  const ofShape = lnGamma(shape)
  return sales.map((k) => (k === 0 ? 0 : lnGamma(k + shape) - ofShape))
}

/** The same if the entities convert `factors` times as well as the prior lets expect. */
export function lnLikelihoodAt(
  table: EvidenceTable,
  prior: GammaMixture,
  factors: readonly number[],
): Float64Array {
  const gammas = prior.map((part) => gammasOf(table, part))
  return Float64Array.from(factors, (factor) =>
    lnLikelihood(table, scaledBy(prior, factor), gammas),
  )
}
