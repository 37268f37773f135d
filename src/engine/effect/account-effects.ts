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

export type Effects = Record<keyof typeof MEASURES, LogEffect>

/** What happened to the changed entity beyond what the untouched ones let expect; each other change adds variance. */
export function effectsOn(
  changed: WatchedEntity,
  untouched: readonly WatchedEntity[],
  otherChanges: number,
): Effects {
  const extra = otherChanges * EFFECT_THRESHOLDS.confounderDrift.value ** 2
  const on = (measure: Measure) => {
    const others = withEnough(untouched, measure.events).map((one) => changeOf(one, measure))
    const own = changeOf(changed, measure)
    // Amounts of clicks differ so much that luck explains next to nothing of them.
    const fair = measure.events === conversions ? regressed(own, others) : own
    return againstExpected(fair, expectationFrom(others, measure.usualDrift), extra)
  }
  return {
    conversions: on(MEASURES.conversions),
    conversionsPerCost: on(MEASURES.conversionsPerCost),
    conversionsPerImpression: on(MEASURES.conversionsPerImpression),
    cost: on(MEASURES.cost),
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
