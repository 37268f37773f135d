import { type Evidence, type GammaMixture, type GammaPart, scaledBy } from './priors.ts'
import { lnGamma } from './stats.ts'

/** Evidence that `times` units share; `clicks` and `sales` are the numbers of its n and its k. */
export type EvidenceGroup = Evidence & { times: number; clicks: number; sales: number }
export type EvidenceTable = { all: readonly EvidenceGroup[]; numbers: EvidenceNumbers }

/** The different n and k of one table, or of several that are to be foretold by the same priors. */
export type EvidenceNumbers = { clicks: Map<number, number>; sales: Map<number, number> }

export const newNumbers = (): EvidenceNumbers => ({ clicks: new Map(), sales: new Map() })

/** Thousands of terms share few (clicks, conversions) pairs; large counts are binned by 8 %. */
export function evidenceTable(
  units: readonly Evidence[],
  numbers: EvidenceNumbers = newNumbers(),
): EvidenceTable {
  const { clicks, sales } = numbers
  const byClicks: Map<number, EvidenceGroup>[] = []
  for (const unit of units) {
    if (!(unit.n > 0)) continue
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
  return { all: all.sort((a, b) => a.n - b.n || a.k - b.k), numbers }
}

function numbered(numbers: Map<number, number>, value: number): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}

/** ln of how well a prior foretells what was seen; only differences between priors mean something. */
export function lnLikelihood(table: EvidenceTable, parts: GammaMixture): number {
  return lnTotal(table, marginalsOf(table.numbers, parts))
}

/** The same of each table of these numbers if its entities convert `factors` times as well as the prior lets expect. */
export function lnLikelihoodsAt(
  numbers: EvidenceNumbers,
  prior: GammaMixture,
  factors: readonly number[],
): (table: EvidenceTable) => Float64Array {
  const gammas = prior.map((part) => gammasOf(numbers, part))
  const marginals = factors.map((factor) => marginalsOf(numbers, scaledBy(prior, factor), gammas))
  return (table) => {
    const found = new Float64Array(factors.length)
    for (let i = 0; i < factors.length; i++) found[i] = lnTotal(table, marginals[i]!)
    return found
  }
}

function lnTotal({ all }: EvidenceTable, parts: readonly Marginal[]): number {
  let total = 0
  for (const group of all) {
    let top = Number.NEGATIVE_INFINITY
    let rest = 0
    for (const part of parts) {
      const score = part.lnWeight + lnMarginal(part, group)
      rest = score > top ? rest * Math.exp(top - score) + 1 : rest + Math.exp(score - top)
      if (score > top) top = score
    }
    total += group.times * (rest === 1 ? top : top + Math.log(rest))
  }
  return total
}

/** Of one gamma by the numbers of n and of k: groups share few of them, and logarithms take the time. */
export type Marginal = {
  lnWeight: number
  gammas: Float64Array
  missed: Float64Array
  met: Float64Array
}

export function lnMarginal({ gammas, missed, met }: Marginal, group: EvidenceGroup): number {
  const { clicks, sales, k } = group
  return gammas[sales]! + missed[clicks]! + k * met[clicks]!
}

export function marginalsOf(
  numbers: EvidenceNumbers,
  parts: GammaMixture,
  gammas = parts.map((part) => gammasOf(numbers, part)),
): Marginal[] {
  const clicks = [...numbers.clicks.keys()]
  return parts.map(({ weight, shape, rate }, i) => ({
    lnWeight: Math.log(weight),
    gammas: gammas[i]!,
    missed: filled(clicks, (n) => shape * Math.log(rate / (rate + n))),
    met: filled(clicks, (n) => (n > 0 ? Math.log(n / (rate + n)) : 0)),
  }))
}

function gammasOf({ sales }: EvidenceNumbers, { shape }: GammaPart): Float64Array {
  const ofShape = lnGamma(shape)
  return filled([...sales.keys()], (k) => (k === 0 ? 0 : lnGamma(k + shape) - ofShape))
}

/** Float64Array.from takes four times as long. */
export function filled(values: readonly number[], of: (value: number) => number): Float64Array {
  const found = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) found[i] = of(values[i]!)
  return found
}
