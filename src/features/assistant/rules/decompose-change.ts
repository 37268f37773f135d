import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { MeasureKey } from './measures.ts'

export type Part = { label: string; effect: number }

type Factor = { label: string; of: (sums: Metrics) => number }

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : Number.NaN)
const IMPRESSIONS: Factor = { label: 'Impresiones', of: (s) => s.impressions }
const CTR: Factor = { label: 'CTR', of: (s) => ratio(s.clicks, s.impressions) }
const CPC: Factor = { label: 'CPC medio', of: (s) => ratio(s.costMicros / MICROS, s.clicks) }
const RATE: Factor = {
  label: 'Tasa de conversión',
  of: (s) => ratio(s.conversionsMicros / MICROS, s.clicks),
}
const CLICKS_PER_CONVERSION: Factor = {
  label: 'Tasa de conversión',
  of: (s) => ratio(s.clicks, s.conversionsMicros / MICROS),
}
const VALUE: Factor = {
  label: 'Valor por conversión',
  of: (s) => ratio(s.valueMicros, s.conversionsMicros),
}
const CLICKS_PER_MONEY: Factor = {
  label: 'CPC medio',
  of: (s) => ratio(s.clicks, s.costMicros / MICROS),
}

/** Each measure as a product. */
const FACTORS: Partial<Record<MeasureKey, Factor[]>> = {
  clicks: [IMPRESSIONS, CTR],
  spend: [IMPRESSIONS, CTR, CPC],
  conversions: [IMPRESSIONS, CTR, RATE],
  value: [IMPRESSIONS, CTR, RATE, VALUE],
  cpa: [CPC, CLICKS_PER_CONVERSION],
  roas: [CLICKS_PER_MONEY, RATE, VALUE],
}

export const canDecompose = (key: MeasureKey) => FACTORS[key] !== undefined

/**
 * What each factor did to the change of a product; the parts add up to it exactly. By logarithmic means (LMDI), which
 * favour no order; where a factor is zero or missing, one factor after the other. Null where nothing can be said.
 */
export function decomposeChange(key: MeasureKey, before: Metrics, now: Metrics): Part[] | null {
  const factors = FACTORS[key]
  if (!factors) return null
  const pairs = factors.map(({ label, of }) => ({ label, before: of(before), now: of(now) }))
  if (pairs.every((pair) => pair.before > 0 && pair.now > 0)) return byLogarithms(pairs)
  if (key === 'cpa' || key === 'roas') return null
  return oneByOne(pairs)
}

type Pair = { label: string; before: number; now: number }

function byLogarithms(pairs: readonly Pair[]): Part[] {
  const before = product(pairs.map((pair) => pair.before))
  const now = product(pairs.map((pair) => pair.now))
  const weight =
    Math.abs(now - before) < 1e-12 * now ? now : (now - before) / Math.log(now / before)
  return pairs.map((pair) => ({
    label: pair.label,
    effect: weight * Math.log(pair.now / pair.before),
  }))
}

/** A factor that a side lacks keeps the value of the other side. */
function oneByOne(pairs: readonly Pair[]): Part[] {
  const known = pairs.map(({ label, before, now }) => ({
    label,
    before: Number.isNaN(before) ? orZero(now) : before,
    now: Number.isNaN(now) ? orZero(before) : now,
  }))
  return known.map(({ label, before, now }, at) => ({
    label,
    effect:
      product(known.slice(0, at).map((pair) => pair.now)) *
      (now - before) *
      product(known.slice(at + 1).map((pair) => pair.before)),
  }))
}

const orZero = (value: number) => (Number.isNaN(value) ? 0 : value)
const product = (values: readonly number[]) => values.reduce((all, value) => all * value, 1)
