import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { Placebo } from './placebos.ts'

/** Conversions and clicks of an entity before the change; `dispersion`: variance / mean of its daily conversions. */
export type Baseline = { events: number; clicks: number; dispersion: number }

/**
 * What the logarithm of the rate before the change rises by, and its variance, once the luck is taken out that had the
 * entity picked. Advice goes to entities that looked bad (or good) before, and what looked extreme comes back by itself: the
 * empirical Bayes before–after study (Hauer, 1997), w = 1 / (1 + n·s²/(φ·m)), with Morris's (1983) allowance for a
 * prior known from few. Null with too few others to know how far rates lie apart, or none that ever converted.
 */
export function regression(own: Baseline, others: readonly Baseline[]): Placebo | null {
  const known = others.filter(({ clicks }) => clicks > 0)
  const count = known.length
  if (count < EFFECT_THRESHOLDS.enoughPlacebos.value || own.clicks === 0) return null
  const { mean, spread, error } = ratesOf(known)
  const seen = (own.events || 0.5) / own.clicks
  const noise = (own.dispersion * mean) / own.clicks
  if (noise + spread <= 0) return null
  const pull = (((count - 3) / (count - 1)) * noise) / (noise + spread)
  const rate = seen + pull * (mean - seen)
  const chance = ((1 - pull) * own.dispersion * rate) / own.clicks
  const unsure = pull ** 2 * (error + (2 / (count - 3)) * (seen - mean) ** 2)
  return { log: Math.log(rate / seen), variance: (chance + unsure) / rate ** 2 }
}

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
