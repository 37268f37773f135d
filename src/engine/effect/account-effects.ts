import { type Metrics, MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { type Baseline, regression } from './baseline.ts'
import { amongOthers, type Dispersion, dispersionOf } from './noise.ts'
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
  /** Of the variances of both, what chance did in the days after the change. */
  chanceAfter: { conversions: number; cost: number }
  /** Degrees of freedom with which the spread of their difference is known. */
  freedom: number
  /** Variance of that difference that more days would take away, and that which they would not. */
  chance: number
  drift: number
  /** Of the drift, what every entity that is held against the same untouched has in common. */
  shared: number
  /** Degrees of freedom with which that is known. */
  sharedFreedom: number
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
    const { own, others } = changesOf(changed, withEnough(untouched, measure.events), measure)
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
  const known = withEnough(untouched, conversions)
  const ofEach = (measure: Measure) => changesOf(changed, known, measure)
  const [sold, spent] = [ofEach(MEASURES.conversions), ofEach(MEASURES.cost)]
  const others = sold.others.map((one, i) => netChangeOf(one, spent.others[i]!, times))
  const own = netChangeOf(sold.own, spent.own, times)
  const expected = expectationFrom(others, Math.sqrt(usual))
  const { variance, freedom } = againstExpected(own, expected, extra * Math.abs(times - 1))
  const chanceAfter = { conversions: sold.own.after, cost: spent.own.after }
  const before = (effect: LogEffect, after: number) => Math.max(0, effect.variance - after)
  const spread =
    2 *
    times *
    (Math.sqrt(chanceAfter.conversions * chanceAfter.cost) +
      Math.sqrt(before(ofConversions, chanceAfter.conversions) * before(ofCost, chanceAfter.cost)))
  const both = times ** 2 * ofConversions.variance + ofCost.variance
  return {
    correlation: Math.min(0.98, Math.max(-0.9, (both - variance) / spread)),
    chanceAfter,
    freedom,
    chance: own.variance,
    drift: variance - own.variance,
    shared: expected.shared,
    sharedFreedom: expected.freedom,
  }
}

/** Worth of the conversions before over what they cost; 1 where unknown. */
function returnOf({ before }: WatchedEntity, worthMicros: number | null): number {
  const cost = sumOf(before, ({ costMicros }) => costMicros)
  const worth = (worthMicros ?? 0) * (sumOf(before, conversions) || 0.5)
  return worth > 0 && cost > 0 ? worth / cost : 1
}

/** Clicks drive both: what chance does to them, it does to conversions too. */
function netChangeOf(sold: Change, spent: Change, times: number): Placebo & { freedom: number } {
  return {
    log: times * sold.log - spent.log,
    variance: Math.max(
      times ** 2 * sold.variance + (1 - 2 * times) * Math.min(spent.variance, sold.variance),
      0.25 * times ** 2 * sold.variance,
    ),
    freedom: sold.freedom,
  }
}

/** `freedom`: with which the variance is known; `after`: the part of it that is of the days after. */
type Change = Placebo & { baseline: Baseline; freedom: number; after: number }

/** How days scatter is learned from all of them together. */
function changesOf(changed: WatchedEntity, untouched: readonly WatchedEntity[], measure: Measure) {
  const [own, ...others] = [changed, ...untouched].map((one) => countedOf(one, measure))
  const among = others.map(({ scatter }) => scatter)
  return {
    own: changeOf(own!, amongOthers(own!.scatter, among)),
    others: others.map((one, i) => changeOf(one, amongOthers(one.scatter, among.toSpliced(i, 1)))),
  }
}

type Counted = { total: Pair; count: Pair; per: Pair | null; clicks: number; scatter: Dispersion }

function countedOf(entity: WatchedEntity, { figure, events, per }: Measure): Counted {
  const pair = (of: Figure): Pair => ({
    before: sumOf(entity.before, of),
    after: sumOf(entity.after, of),
  })
  const [total, count] = [pair(figure), pair(events)]
  const unit = (total.before + total.after) / (count.before + count.after) || 1
  return {
    total,
    count,
    per: per ? pair(per) : null,
    clicks: sumOf(entity.before, (m) => m.clicks),
    scatter: dispersionOf([entity.before.map(figure), entity.after.map(figure)], unit),
  }
}

function changeOf({ total, count, per, clicks }: Counted, scatter: Dispersion): Change {
  const { log, variance } = logRatio(total, scatter.value, count)
  const [before, after] = [count.before || 0.5, count.after || 0.5]
  return {
    log: per ? log - logRatio(per, 1).log : log,
    variance,
    after: (variance * before) / (before + after),
    freedom: scatter.freedom,
    baseline: { events: count.before, clicks, dispersion: scatter.value },
  }
}

/** The luck of the weeks before taken off: what is left of the change, and what is still unknown of it. */
function regressed(own: Change, others: readonly Change[]): Placebo & { freedom: number } {
  const luck = regression(
    own.baseline,
    others.map(({ baseline }) => baseline),
  )
  if (luck === null) return own
  const { dispersion, events } = own.baseline
  return {
    log: own.log - luck.log,
    variance: own.variance - dispersion / (events || 0.5) + luck.variance,
    freedom: own.freedom,
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
