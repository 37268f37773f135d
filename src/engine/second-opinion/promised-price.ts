import { MICROS } from '#shared/metrics.ts'
import { gammaCdf, gammaQuantile } from '../statistics/stats.ts'
import type { GoogleAdvice } from './advice.ts'

/** What Google's promise comes to; money in micros, amounts per week. */
export type PromisedPrice = {
  extraCostMicros: number
  /** In a week without it, counted as `extraConversions` are. */
  baseConversions: number
  /** Where the promise is one of value, as many as usual ones bring it. */
  extraConversions: number
  /** What the conversions more bring; null where only their number is promised or counts. */
  extraValueMicros: number | null
  /** Cost of each conversion more; null where there are none more, or they cost nothing more. */
  marginalMicros: number | null
  /** 10 % and 90 % points of that cost; null with it. */
  lowMicros: number | null
  highMicros: number | null
}

/**
 * Δcost / Δconversions, or where each is bid for at its value Δcost / (Δvalue / value of one). Google's figure is taken as right on average; how far the truth may lie from it is a gamma
 * factor of mean 1 whose relative variance is that of the conversions it was learnt from, 1/(k + ½), plus drift².
 * Null where Google gives neither or only one of both.
 */
export function promisedPrice(
  impact: GoogleAdvice['impact'],
  knowledge: Knowledge,
): PromisedPrice | null {
  const extraCostMicros = difference(impact, 'costMicros')
  const extraValueMicros = extraValueOf(impact, knowledge)
  const { worthMicros = 1 } = knowledge
  const { conversions = 0, conversionsValue = 0 } = impact?.base ?? {}
  const [baseConversions, extraConversions] =
    extraValueMicros === null
      ? [conversions, difference(impact, 'conversions')]
      : [(conversionsValue * MICROS) / worthMicros, extraValueMicros / worthMicros]
  if (extraCostMicros === null || extraConversions === null) return null
  const extra = { extraCostMicros, baseConversions, extraConversions, extraValueMicros }
  if (extraConversions <= 0 || extraCostMicros <= 0)
    return { ...extra, marginalMicros: null, lowMicros: null, highMicros: null }
  const marginalMicros = extraCostMicros / extraConversions
  const shape = shapeOf(knowledge)
  const edges = [0.9, 0.1].map((p) => marginalMicros / gammaQuantile(p, shape, shape))
  const [lowMicros = 0, highMicros = 0] = edges.sort((a, b) => a - b)
  return { ...extra, marginalMicros, lowMicros, highMicros }
}

function extraValueOf(impact: GoogleAdvice['impact'], { worthMicros }: Knowledge): number | null {
  const value = difference(impact, 'conversionsValue')
  return worthMicros === undefined || value === null ? null : value * MICROS
}

/** P(each conversion more costs at most `targetMicros`, or what is saved is worth that much for each one lost). */
export function probabilityWithin(
  price: PromisedPrice,
  targetMicros: number,
  knowledge: Knowledge,
): number {
  const { marginalMicros, extraCostMicros } = price
  const shape = shapeOf(knowledge)
  if (extraCostMicros <= 0) return 1 - gammaCdf(neededShare(price, targetMicros), shape, shape)
  return marginalMicros === null ? 0 : 1 - gammaCdf(marginalMicros / targetMicros, shape, shape)
}

/**
 * Of the conversions that Google expects beside a saving, the share that must come for it to pay: all but those that it is
 * worth. Google errs about all of them here, not only about those more: spending less is what may lose them.
 */
function neededShare(
  { extraCostMicros, baseConversions, extraConversions }: PromisedPrice,
  targetMicros: number,
): number {
  const needed = baseConversions + extraCostMicros / targetMicros
  return needed <= 0 ? 0 : needed / (baseConversions + extraConversions)
}

/**
 * `conversions`: those Google's figure was learnt from. `drift`: sd as a fraction. `worthMicros`: what one of them brings, where
 * each is bid for at its value.
 */
export type Knowledge = { conversions: number; drift: number; worthMicros?: number }

function shapeOf({ conversions, drift }: Knowledge): number {
  return 1 / (1 / (conversions + 0.5) + drift ** 2)
}

function difference(
  impact: GoogleAdvice['impact'],
  key: 'costMicros' | 'conversions' | 'conversionsValue',
): number | null {
  const base = impact?.base[key]
  const potential = impact?.potential[key]
  return base === undefined || potential === undefined ? null : potential - base
}
