import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  type EvidenceTable,
  evidenceTable,
  filled,
  lnLikelihood,
  lnMarginal,
  marginalsOf,
} from './evidence-table.ts'
import type { Evidence, GammaMixture, GammaPart } from './priors.ts'
import { digamma, nelderMead } from './stats.ts'

/**
 * Prior of a family of entities: a single gamma, or two where the data ask for it by BIC (a separate wasteful population
 * makes one gamma discover too much), or both where they leave it open. Null without any conversion.
 */
export function fitPrior(units: readonly Evidence[]): GammaMixture | null {
  const { clicked, conversions } = totalOf(units)
  if (clicked < 2 || conversions <= 0) return null
  const groups = evidenceTable(units)
  const one = [fitGamma(groups)]
  const two = fitTwoGammas(groups, one[0]!)
  const gain = lnLikelihood(groups, two) - lnLikelihood(groups, one)
  const share = 1 / (1 + Math.exp(1.5 * Math.log(clicked) - gain))
  return averaged(one, two, share).map(capped)
}

function totalOf(units: readonly Evidence[]) {
  let [clicked, conversions] = [0, 0]
  for (const { n, k } of units) {
    if (!(n > 0)) continue
    clicked++
    conversions += k
  }
  return { clicked, conversions }
}

/** Where the data do not decide, both models count, by their BIC weights (Raftery 1995): one alone would be too sure. */
function averaged(one: GammaMixture, two: GammaMixture, share: number): GammaMixture {
  if (share < CLEAR) return one
  if (share > 1 - CLEAR) return two
  const weighed = (parts: GammaMixture, by: number) =>
    parts.map((part) => ({ ...part, weight: part.weight * by }))
  return [...weighed(one, 1 - share), ...weighed(two, share)]
}

const CLEAR = 0.02

/**
 * Maximum likelihood with a weak belief about the shape, ln ~ N(ln 2.5, 1.5²): between the 0.5 and
 * 11.6 found in two real accounts. Few entities cannot tell their spread; without it they would all
 * be pooled into one rate.
 */
function fitGamma(groups: EvidenceTable): GammaPart {
  const mean = pooledRate(groups)
  const part = ([x, y]: number[]) => ({ weight: 1, shape: Math.exp(x!), rate: Math.exp(y!) })
  const cost = (at: number[]) => {
    if (Math.abs(at[0]!) > 15 || Math.abs(at[1]!) > 20) return Number.MAX_VALUE
    const { shapeCentre, shapeSpread } = THRESHOLDS
    const surprise = (at[0]! - Math.log(shapeCentre.value)) / shapeSpread.value
    return 0.5 * surprise ** 2 - lnLikelihood(groups, [part(at)])
  }
  const shape = THRESHOLDS.shapeCentre.value
  return part(nelderMead(cost, [Math.log(shape), Math.log(shape / mean)]))
}

/** Expectation–maximisation; the M step has Minka's closed approximation of the gamma shape. */
function fitTwoGammas(groups: EvidenceTable, one: GammaPart): GammaPart[] {
  const mean = pooledRate(groups)
  let parts: GammaPart[] = [
    { weight: 0.3, shape: 1, rate: 6 / mean },
    { weight: 0.7, shape: Math.max(2, one.shape), rate: Math.max(2, one.shape) / (mean * 1.2) },
  ]
  let before = Number.NEGATIVE_INFINITY
  for (let round = 0; round < 12; round++) {
    for (let step = 0; step < 8; step++) parts = improved(groups, parts)
    const after = lnLikelihood(groups, parts)
    if (after - before < 0.05) break
    before = after
  }
  return parts
}

/** Written as loops, like the likelihood: fits run them hundreds of times over thousands of groups. */
function improved(groups: EvidenceTable, parts: readonly GammaPart[]): GammaPart[] {
  const totals = parts.map(() => ({ units: 0, rate: 0, lnRate: 0 }))
  const marginals = marginalsOf(groups.numbers, parts)
  const [clicks, sales] = [[...groups.numbers.clicks.keys()], [...groups.numbers.sales.keys()]]
  const digammas = parts.map(({ shape }) => filled(sales, (k) => digamma(shape + k)))
  const lnRates = parts.map(({ rate }) => filled(clicks, (n) => Math.log(rate + n)))
  const weights = parts.map(() => 0)
  let units = 0
  for (const group of groups.all) {
    units += group.times
    let top = Number.NEGATIVE_INFINITY
    for (let i = 0; i < parts.length; i++) {
      weights[i] = marginals[i]!.lnWeight + lnMarginal(marginals[i]!, group)
      if (weights[i]! > top) top = weights[i]!
    }
    let all = 0
    for (let i = 0; i < parts.length; i++) {
      weights[i] = Math.exp(weights[i]! - top)
      all += weights[i]!
    }
    for (let i = 0; i < parts.length; i++) {
      const share = (weights[i]! / all) * group.times
      const { shape, rate } = parts[i]!
      const total = totals[i]!
      total.units += share
      total.rate += (share * (shape + group.k)) / (rate + group.n)
      total.lnRate += share * (digammas[i]![group.sales]! - lnRates[i]![group.clicks]!)
    }
  }
  return totals.map((total, i) => {
    if (total.units < 1e-6) return { ...parts[i]!, weight: 1e-9 }
    const mean = total.rate / total.units
    const s = Math.max(1e-6, Math.log(mean) - total.lnRate / total.units)
    const shape = (3 - s + Math.sqrt((s - 3) ** 2 + 24 * s)) / (12 * s)
    return { weight: total.units / units, shape, rate: shape / mean }
  })
}

/** A prior may not weigh less than 5 clicks nor more than 10,000. */
function capped(part: GammaPart): GammaPart {
  const { minPriorClicks, maxPriorClicks } = THRESHOLDS
  const rate = Math.min(maxPriorClicks.value, Math.max(minPriorClicks.value, part.rate))
  return { ...part, shape: (part.shape / part.rate) * rate, rate }
}

function pooledRate(groups: EvidenceTable): number {
  return (
    sum(groups.all.map(({ k, times }) => k * times)) / sum(groups.all.map((g) => g.n * g.times))
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
