import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { Placebo } from './drift.ts'

/** Conversions and clicks of an entity before the change; `dispersion`: variance / mean of its daily conversions. */
export type Baseline = {
  events: number
  clicks: number
  dispersion: number
  /** Of windows before that one, the latest first. */
  earlier?: readonly { events: number; clicks: number }[]
}

/**
 * What the logarithm of the rate before the change rises by, and its variance, once the luck is taken out that had the
 * entity picked. Advice goes to entities that looked bad (or good) before, and what looked extreme comes back by itself: the
 * empirical Bayes before–after study (Hauer, 1997), w = 1 / (1 + n·s²/(φ·m)), with Morris's (1983) allowance for a
 * prior known from few. Its own earlier windows tell more of it than the others do: its rate goes from one to the next with `drift`, sd of the
 * logarithm (Kalman, 1960). Null with too few others to know how far rates lie apart, or none that ever converted.
 */
export function regression(own: Baseline, others: readonly Baseline[], drift = 0): Placebo | null {
  const known = others.filter(({ clicks }) => clicks > 0)
  const count = known.length
  if (count < EFFECT_THRESHOLDS.enoughPlacebos.value || own.clicks === 0) return null
  const { mean, spread, error } = ratesOf(known)
  const seen = (own.events || 0.5) / own.clicks
  const ofOthers = { rate: mean, variance: spread, ofOthers: 1 }
  const byItself = expectedFrom(own, ofOthers, drift)
  const expected = isOutOfReach(own, byItself) ? ofOthers : byItself
  const noise = (own.dispersion * expected.rate) / own.clicks
  if (noise + expected.variance <= 0) return null
  const unsureOfPrior = 1 - (2 / (count - 1)) * expected.ofOthers
  const pull = (unsureOfPrior * noise) / (noise + expected.variance)
  const rate = seen + pull * (expected.rate - seen)
  const chance = ((1 - pull) * own.dispersion * rate) / own.clicks
  const fromOthers = pull * expected.ofOthers
  const unsure = fromOthers ** 2 * (error + (2 / (count - 3)) * (seen - mean) ** 2)
  return { log: Math.log(rate / seen), variance: (chance + unsure) / rate ** 2 }
}

/** `ofOthers`: how much of the rate comes from the other entities' mean. */
type Expected = { rate: number; variance: number; ofOthers: number }

/** The rate of the window before the change, by the others and by its own windows before that. */
function expectedFrom({ earlier = [], dispersion }: Baseline, others: Expected, drift: number) {
  return earlier.toReversed().reduce(({ rate, variance, ofOthers }, { events, clicks }) => {
    if (clicks === 0) return { rate, variance: variance + (drift * rate) ** 2, ofOthers }
    const gain = variance / (variance + (dispersion * rate) / clicks)
    const next = rate + gain * (events / clicks - rate)
    return {
      rate: next,
      variance: (1 - gain) * variance + (drift * next) ** 2,
      ofOthers: (1 - gain) * ofOthers,
    }
  }, others)
}

/** What lies so far from where its own past leads to was moved by something: then its past tells nothing (a validation gate). */
function isOutOfReach({ events, clicks, dispersion }: Baseline, { rate, variance }: Expected) {
  const noise = (dispersion * rate) / clicks
  return Math.abs(events / clicks - rate) > OUT_OF_REACH * Math.sqrt(noise + variance)
}

/** Standard deviations: of ordinary windows one in a hundred. */
const OUT_OF_REACH = 2.5

/** Conversions per click: mean, variance between entities (moments, chance taken off), variance of the mean. */
function ratesOf(entities: readonly Baseline[]) {
  const total = (of: (one: Baseline) => number) => entities.reduce((all, one) => all + of(one), 0)
  const clicks = total((one) => one.clicks)
  const mean = total(({ events }) => events) / clicks
  const squares = total((one) => one.clicks * (one.events / one.clicks - mean) ** 2)
  const chance = total((one) => one.dispersion * mean * (1 - one.clicks / clicks))
  const concentration = total((one) => one.clicks ** 2) / clicks
  const spread = Math.max(0, (squares - chance) / (clicks - concentration))
  const ofChance = total((one) => one.dispersion * one.clicks) * (mean / clicks ** 2)
  return { mean, spread, error: (spread * concentration) / clicks + ofChance }
}
