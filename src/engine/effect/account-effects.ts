import { type Metrics, MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { type Baseline, regression } from './baseline.ts'
import { dispersionOf } from './noise.ts'
import { againstExpected, expectationFrom, type Placebo } from './placebos.ts'
import { type LogEffect, logRatio, type Pair } from './ratio-of-ratios.ts'

/** One entity's days in the two windows of effectWindows(), every day of them, oldest first. */
export type WatchedEntity = { before: readonly Metrics[]; after: readonly Metrics[] }

type Figure = (m: Metrics) => number

/** `events`: the count whose chance limits what is known of `figure`; `per`: what it is divided by. */
type Measure = { figure: Figure; events: Figure; per?: Figure; usualDrift: number }

const conversions: Figure = (m) => m.conversionsMicros / MICROS
const counted = {
  figure: conversions,
  events: conversions,
  usualDrift: EFFECT_THRESHOLDS.conversionDrift.value,
}
const MEASURES = {
  conversions: counted,
  conversionsPerCost: { ...counted, per: (m) => m.costMicros },
  conversionsPerImpression: { ...counted, per: (m) => m.impressions },
  cost: {
    figure: (m) => m.costMicros,
    events: (m) => m.clicks,
    usualDrift: EFFECT_THRESHOLDS.clickDrift.value,
  },
} satisfies Record<string, Measure>

export type Effects = Record<keyof typeof MEASURES, LogEffect> & { together: Together }

/** How conversions and cost move together: what the spread of net money rests on. */
export type Together = {
  correlation: number
  /** Degrees of freedom with which the spread of their difference is known. */
  freedom: number
  /** Variance of that difference that more days would take away, and that which they would not. */
  chance: number
  drift: number
  /** Of the drift, what every entity that is held against the same untouched has in common. */
  shared: number
}

/**
 * What happened to the changed entity beyond what the untouched ones let expect; each other change adds variance.
 * `worthMicros`: of a conversion, by which it is known how much conversions weigh against cost.
 */
export function effectsOn(
  changed: WatchedEntity,
  untouched: readonly WatchedEntity[],
  { otherChanges, worthMicros }: { otherChanges: number; worthMicros: number | null },
): Effects {
  const extra = otherChanges * EFFECT_THRESHOLDS.confounderDrift.value ** 2
  const on = (measure: Measure) => {
    const others = withEnough(untouched, measure.events).map((one) => changeOf(one, measure))
    const own = changeOf(changed, measure)
    // Amounts of clicks differ so much that luck explains next to nothing of them.
    const fair = measure.events === conversions ? regressed(own, others) : own
    return againstExpected(fair, expectationFrom(others, measure.usualDrift), extra)
  }
  const [ofConversions, ofCost] = [on(MEASURES.conversions), on(MEASURES.cost)]
  return {
    conversions: ofConversions,
    conversionsPerCost: on(MEASURES.conversionsPerCost),
    conversionsPerImpression: on(MEASURES.conversionsPerImpression),
    cost: ofCost,
    together: togetherOf({ changed, untouched, worthMicros, extra }, ofConversions, ofCost),
  }
}

type Question = {
  changed: WatchedEntity
  untouched: readonly WatchedEntity[]
  worthMicros: number | null
  extra: number
}

/**
 * The covariance of both follows from the variance of times · ln conversions − ln cost, which untouched entities tell as
 * they do any other: so what moves both alike cancels, as it does in money.
 */
function togetherOf(
  { changed, untouched, worthMicros, extra }: Question,
  ofConversions: LogEffect,
  ofCost: LogEffect,
): Together {
  const times = returnOf(changed, worthMicros)
  const { conversionDrift: k, clickDrift: c, netCorrelation } = EFFECT_THRESHOLDS
  const usual =
    times ** 2 * k.value ** 2 + c.value ** 2 - 2 * times * netCorrelation.value * k.value * c.value
  const others = withEnough(untouched, conversions).map((one) => netChangeOf(one, times))
  const own = netChangeOf(changed, times)
  const expected = expectationFrom(others, Math.sqrt(usual))
  const { variance, freedom } = againstExpected(own, expected, extra * Math.abs(times - 1))
  const spread = 2 * times * Math.sqrt(ofConversions.variance * ofCost.variance)
  const both = times ** 2 * ofConversions.variance + ofCost.variance
  return {
    correlation: Math.min(0.98, Math.max(-0.9, (both - variance) / spread)),
    freedom,
    chance: own.variance,
    drift: variance - own.variance,
    shared: expected.shared,
  }
}

/** Worth of the conversions before over what they cost; 1 where unknown. */
function returnOf({ before }: WatchedEntity, worthMicros: number | null): number {
  const cost = sumOf(before, ({ costMicros }) => costMicros)
  const worth = (worthMicros ?? 0) * (sumOf(before, conversions) || 0.5)
  return worth > 0 && cost > 0 ? worth / cost : 1
}

/** Clicks drive both: what chance does to them, it does to conversions too. */
function netChangeOf(entity: WatchedEntity, times: number): Placebo {
  const [sold, spent] = [changeOf(entity, MEASURES.conversions), changeOf(entity, MEASURES.cost)]
  return {
    log: times * sold.log - spent.log,
    variance: Math.max(
      times ** 2 * sold.variance + (1 - 2 * times) * Math.min(spent.variance, sold.variance),
      0.25 * times ** 2 * sold.variance,
    ),
  }
}

type Change = Placebo & { baseline: Baseline }

function changeOf(entity: WatchedEntity, { figure, events, per }: Measure): Change {
  const pair = (of: Figure): Pair => ({
    before: sumOf(entity.before, of),
    after: sumOf(entity.after, of),
  })
  const [total, count] = [pair(figure), pair(events)]
  const unit = (total.before + total.after) / (count.before + count.after) || 1
  const dispersion = dispersionOf([entity.before.map(figure), entity.after.map(figure)], unit)
  const { log, variance } = logRatio(total, dispersion, count)
  const clicks = sumOf(entity.before, (m) => m.clicks)
  return {
    log: per ? log - logRatio(pair(per), 1).log : log,
    variance,
    baseline: { events: count.before, clicks, dispersion },
  }
}

/** The luck of the weeks before taken off: what is left of the change, and what is still unknown of it. */
function regressed(own: Change, others: readonly Change[]): Placebo {
  const luck = regression(
    own.baseline,
    others.map(({ baseline }) => baseline),
  )
  if (luck === null) return own
  const { dispersion, events } = own.baseline
  return {
    log: own.log - luck.log,
    variance: own.variance - dispersion / (events || 0.5) + luck.variance,
  }
}

/** Those too small to tell anything are taken together: their sum may. */
function withEnough(untouched: readonly WatchedEntity[], events: Figure): WatchedEntity[] {
  const { placeboEvents } = EFFECT_THRESHOLDS
  const isEnough = ({ before, after }: WatchedEntity) =>
    Math.min(sumOf(before, events), sumOf(after, events)) >= placeboEvents.value
  const { large = [], small = [] } = Object.groupBy(untouched, (one) =>
    isEnough(one) ? 'large' : 'small',
  )
  const rest = summed(small)
  return large.length === 0 || isEnough(rest) ? [...large, rest] : large
}

function summed(entities: readonly WatchedEntity[]): WatchedEntity {
  const days = (window: 'before' | 'after') =>
    (entities[0]?.[window] ?? []).map((_, day) => addUp(entities.map((one) => one[window][day]!)))
  return { before: days('before'), after: days('after') }
}

function sumOf(days: readonly Metrics[], of: Figure): number {
  return days.reduce((all, day) => all + of(day), 0)
}
