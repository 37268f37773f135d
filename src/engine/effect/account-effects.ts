import { type Metrics, MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { type Baseline, regression } from './baseline.ts'
import type { Placebo } from './drift.ts'
import { amongOthers, type Dispersion, dispersionOf } from './noise.ts'
import { alikeOf, asItDrifts } from './own-drift.ts'
import { againstExpected, expectationFrom } from './placebos.ts'
import { type LogEffect, logRatio, type Pair } from './ratio-of-ratios.ts'

/** One entity's days in the two windows of effectWindows(), every day of them, oldest first. */
export type WatchedEntity = {
  before: readonly Metrics[]
  after: readonly Metrics[]
  /** Sums of windows like these two, further and further back: the first one's `after` is this `before`. Null where something was changed in them. */
  earlier?: readonly (EarlierWindows | null)[]
  /** Of an untouched one, parts of which were changed and are left out of its days: what they cost over what the rest did. */
  edited?: number
  /** Of what is judged by the sum of several, what each cost in the window before. */
  parts?: readonly number[]
}

export type EarlierWindows = { before: Metrics; after: Metrics }

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
  conversionsPerClick: { ...counted, per: (m) => m.clicks },
  cost: {
    figure: (m) => m.costMicros,
    events: (m) => m.clicks,
    usualDrift: EFFECT_THRESHOLDS.clickDrift.value,
  },
} satisfies Record<string, Measure>

export type Effects = Record<Exclude<keyof typeof MEASURES, 'conversionsPerClick'>, Effect> & {
  together: Together
}

/** `shared`: of its variance, what every entity that is held against the same untouched has in common. */
type Effect = LogEffect & { shared: number }

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
  const drift = rateDrift(changed, untouched)
  const on = (measure: Measure) => {
    const { own, others } = changesOf(changed, withEnough(untouched, measure.events), measure)
    // Amounts of clicks differ so much that luck explains next to nothing of them.
    const fair = measure.events === conversions ? regressed(own, others, drift) : own
    const expected = asItDrifts(
      expectedOf(others, measure),
      [null, ...own.earlier],
      others.map((one) => [one, ...one.earlier]),
      alikeOf(changed.parts),
    )
    return { ...againstExpected(fair, expected, extra), shared: expected.shared }
  }
  const [ofConversions, ofCost] = [on(MEASURES.conversions), on(MEASURES.cost)]
  return {
    conversions: ofConversions,
    conversionsPerCost: on(MEASURES.conversionsPerCost),
    conversionsPerImpression: on(MEASURES.conversionsPerImpression),
    cost: ofCost,
    together: togetherOf({ changed, untouched, worthMicros, extra, drift }, ofConversions, ofCost),
  }
}

function expectedOf(others: readonly Change[], { usualDrift }: Measure) {
  return expectationFrom(others, usualDrift, periodsOf(others))
}

/** Of conversions per click, from one window to the next. */
function rateDrift(changed: WatchedEntity, untouched: readonly WatchedEntity[]): number {
  if (!changed.earlier?.length) return 0
  const measure = MEASURES.conversionsPerClick
  const { others } = changesOf(changed, withEnough(untouched, conversions), measure)
  return expectedOf(others, measure).drift
}

type Question = {
  changed: WatchedEntity
  untouched: readonly WatchedEntity[]
  worthMicros: number | null
  extra: number
  drift: number
}

/**
 * The covariance of both follows from the variance of times · ln conversions − ln cost, which untouched entities tell as
 * they do any other: so what moves both alike cancels, as it does in money.
 */
function togetherOf(
  { changed, untouched, worthMicros, extra, drift }: Question,
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
  const before = (one: Change, paid: Change) =>
    one.earlier.map((moved, back) => {
      const spending = paid.earlier[back]
      return moved && spending
        ? netChangeOf({ ...one, ...moved }, { ...paid, ...spending }, times)
        : null
    })
  const fair = changed.earlier?.length ? regressed(sold.own, sold.others, drift) : sold.own
  const own = netChangeOf({ ...sold.own, ...fair }, spent.own, times)
  const earlier = sold.others.map((one, i) => before(one, spent.others[i]!))
  const periods = periodsOf(earlier.map((all) => ({ earlier: all })))
  const expected = asItDrifts(
    expectationFrom(others, Math.sqrt(usual), periods),
    [null, ...before(sold.own, spent.own)],
    others.map((one, i) => [one, ...earlier[i]!]),
    alikeOf(changed.parts),
  )
  const { variance, freedom } = againstExpected(own, expected, extra * Math.abs(times - 1))
  const chanceAfter = { conversions: sold.own.after, cost: spent.own.after }
  const until = (effect: LogEffect, after: number) => Math.max(0, effect.variance - after)
  const spread =
    2 *
    times *
    (Math.sqrt(chanceAfter.conversions * chanceAfter.cost) +
      Math.sqrt(until(ofConversions, chanceAfter.conversions) * until(ofCost, chanceAfter.cost)))
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
function netChangeOf(sold: Change, spent: Change, times: number) {
  return {
    log: times * sold.log - spent.log,
    variance: Math.max(
      times ** 2 * sold.variance + (1 - 2 * times) * Math.min(spent.variance, sold.variance),
      0.25 * times ** 2 * sold.variance,
    ),
    freedom: sold.freedom,
    edited: sold.edited,
  }
}

/** `freedom`: with which the variance is known; `after`: the part of it that is of the days after. */
type Change = Required<Placebo> & {
  baseline: Baseline
  freedom: number
  after: number
  /** Between earlier windows; null where they are too small to tell. */
  earlier: readonly (Placebo | null)[]
}

/** Period by period, instead of entity by entity. */
function periodsOf(others: readonly Pick<Change, 'earlier'>[]): Placebo[][] {
  const most = Math.max(0, ...others.map(({ earlier }) => earlier.length))
  return Array.from({ length: most }, (_, back) =>
    others.flatMap(({ earlier }) => earlier[back] ?? []),
  )
}

/** How days scatter is learned from all of them together. */
function changesOf(changed: WatchedEntity, untouched: readonly WatchedEntity[], measure: Measure) {
  const [own, ...others] = [changed, ...untouched].map((one) => countedOf(one, measure))
  const among = others.map(({ scatter }) => scatter)
  return {
    own: changeOf(own!, amongOthers(own!.scatter, among)),
    others: others.map((one, i) => changeOf(one, amongOthers(one.scatter, among.toSpliced(i, 1)))),
  }
}

type Sums = { total: Pair; count: Pair; per: Pair | null }
type Counted = Sums & {
  edited: number
  clicks: number
  scatter: Dispersion
  earlier: (Sums | null)[]
  rates: { events: number; clicks: number }[]
}

function countedOf(entity: WatchedEntity, measure: Measure): Counted {
  const { figure } = measure
  const { total, count, per } = sumsOf(entity, measure)
  const unit = (total.before + total.after) / (count.before + count.after) || 1
  return {
    ...{ total, count, per },
    edited: entity.edited ?? 0,
    clicks: sumOf(entity.before, (m) => m.clicks),
    scatter: dispersionOf([entity.before.map(figure), entity.after.map(figure)], unit),
    earlier: (entity.earlier ?? []).map(
      (one) => one && sumsOf({ before: [one.before], after: [one.after] }, measure),
    ),
    rates: untouchedSince(entity).map(({ before }) => ({
      events: measure.events(before),
      clicks: before.clicks,
    })),
  }
}

/** Back to the last change. */
function untouchedSince({ earlier = [] }: WatchedEntity): EarlierWindows[] {
  const changed = earlier.indexOf(null)
  return earlier.slice(0, changed < 0 ? earlier.length : changed).filter((one) => one !== null)
}

function sumsOf({ before, after }: WatchedEntity, { figure, events, per }: Measure): Sums {
  const pair = (of: Figure): Pair => ({ before: sumOf(before, of), after: sumOf(after, of) })
  return { total: pair(figure), count: pair(events), per: per ? pair(per) : null }
}

function changeOf(counted: Counted, scatter: Dispersion): Change {
  const { count, clicks, earlier, rates, edited } = counted
  const { log, variance } = moveOf(counted, scatter)
  const [before, after] = [count.before || 0.5, count.after || 0.5]
  return {
    log,
    variance,
    edited,
    earlier: earlier.map((sums) => (sums && isEnough(sums.count) ? moveOf(sums, scatter) : null)),
    after: (variance * before) / (before + after),
    freedom: scatter.freedom,
    baseline: { events: count.before, clicks, dispersion: scatter.value, earlier: rates },
  }
}

function moveOf({ total, count, per }: Sums, scatter: Dispersion): Placebo {
  const { log, variance } = logRatio(total, scatter.value, count)
  return { log: per ? log - logRatio(per, 1).log : log, variance }
}

/** The luck of the weeks before taken off: what is left of the change, and what is still unknown of it. */
function regressed(
  own: Change,
  others: readonly Change[],
  drift: number,
): Placebo & { freedom: number } {
  const luck = regression(
    own.baseline,
    others.map(({ baseline }) => baseline),
    drift,
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
  const tells = ({ before, after }: WatchedEntity) =>
    isEnough({ before: sumOf(before, events), after: sumOf(after, events) })
  const { large = [], small = [] } = Object.groupBy(untouched, (one) =>
    tells(one) ? 'large' : 'small',
  )
  const rest = summed(small)
  return large.length === 0 || tells(rest) ? [...large, rest] : large
}

function isEnough({ before, after }: Pair): boolean {
  return Math.min(before, after) >= EFFECT_THRESHOLDS.placeboEvents.value
}

function summed(entities: readonly WatchedEntity[]): WatchedEntity {
  const days = (window: 'before' | 'after') =>
    (entities[0]?.[window] ?? []).map((_, day) => addUp(entities.map((one) => one[window][day]!)))
  const cost = (one: WatchedEntity) => sumOf(one.before, (m) => m.costMicros)
  const all = entities.reduce((total, one) => total + cost(one), 0)
  const parts = entities.reduce((total, one) => total + cost(one) * (one.edited ?? 0), 0)
  return { before: days('before'), after: days('after'), edited: all > 0 ? parts / all : 0 }
}

function sumOf(days: readonly Metrics[], of: Figure): number {
  return days.reduce((all, day) => all + of(day), 0)
}
