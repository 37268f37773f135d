import { type Metrics, MICROS } from '#shared/metrics.ts'
import { addUp } from '../measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { dispersionOf, driftOf } from './noise.ts'
import {
  eventsNeeded,
  intervalOf,
  type LogEffect,
  ratioOfRatios,
  shrunk,
  Z_95,
} from './ratio-of-ratios.ts'

/** What the change was meant to do decides what it is judged by. */
export type EffectKind = 'saving' | 'bids' | 'budget' | 'ads'

/** One entity's days in the two windows of effectWindows(), every day of them, oldest first. */
export type WatchedEntity = { before: readonly Metrics[]; after: readonly Metrics[] }

export type EffectQuestion = {
  kind: EffectKind
  changed: WatchedEntity
  /** Of the same account and kind, without a change and without a shared budget. */
  untouched: readonly WatchedEntity[]
  /** What a conversion is worth, micros; null where nobody knows: no money is claimed then. */
  targetMicros: number | null
  /** How many other changes touched the entity in the windows. */
  confounders: number
  /** Spread of earlier effects of this rule (sd of the logarithm); undefined: the usual one. */
  spread?: number
}

export type Interval = { estimate: number; low: number; high: number }
export type Verdict = 'mejorado' | 'sin_cambios' | 'empeorado' | 'no_concluyente'

export type MeasuredEffect = {
  verdict: Verdict
  /** What it is judged by; the change as a fraction, with its 95 % interval. */
  kpi: { name: 'coste' | 'cpa' | 'conversiones' | 'conversiones_por_impresion'; change: Interval }
  /** Net effect in micros per 30 days, conversions at their worth; null without a worth. */
  monthlyMicros: Interval | null
  /** The estimate to learn from: pulled towards no effect by what is unknown. Fraction. */
  shrunkChange: number
  /** Conversions that would have told, in each of the four cells; null where it was told. */
  conversionsNeeded: number | null
  /** Why nothing is said although there are figures. */
  reason: 'no-control' | 'no-data' | 'too-many-changes' | 'too-few' | null
}

type Measure = { value: (m: Metrics) => number; count: (m: Metrics) => number; drift: number }

const MEASURES = {
  conversions: {
    value: (m) => m.conversionsMicros / MICROS,
    count: (m) => m.conversionsMicros / MICROS,
    drift: EFFECT_THRESHOLDS.conversionDrift.value,
  },
  cost: {
    value: (m) => m.costMicros,
    count: (m) => m.clicks,
    drift: EFFECT_THRESHOLDS.clickDrift.value,
  },
  impressions: {
    value: (m) => m.impressions,
    count: (m) => m.impressions,
    drift: EFFECT_THRESHOLDS.clickDrift.value,
  },
} satisfies Record<string, Measure>

/**
 * What an applied change did, against what happened meanwhile to entities nobody touched: ratio of ratios with
 * overdispersion and drift. Nothing is claimed without a control or with too many other changes.
 */
export function measureEffect(question: EffectQuestion): MeasuredEffect {
  const effects = {
    cost: effectOn(question, MEASURES.cost),
    conversions: effectOn(question, MEASURES.conversions),
    impressions: effectOn(question, MEASURES.impressions),
  }
  const primary = primaryOf(question.kind, effects)
  const monthly =
    question.targetMicros === null ? null : netOf(question, effects, question.targetMicros)
  const reason = reasonForSilence(question)
  const verdict = reason ? 'no_concluyente' : verdictOf(question.kind, primary, effects, monthly)
  return {
    verdict,
    kpi: { name: primary.name, change: changeOf(primary.effect) },
    monthlyMicros: reason === 'no-control' || reason === 'no-data' ? null : monthly,
    shrunkChange:
      Math.exp(
        shrunk(primary.effect, question.spread ?? EFFECT_THRESHOLDS.effectSpread.value).log,
      ) - 1,
    conversionsNeeded: verdict === 'no_concluyente' ? neededFor(question) : null,
    reason: reason ?? (verdict === 'no_concluyente' ? 'too-few' : null),
  }
}

type Effects = Record<keyof typeof MEASURES, LogEffect>
type Primary = { name: MeasuredEffect['kpi']['name']; effect: LogEffect; better: 1 | -1 }

function effectOn(
  { changed, untouched, confounders }: EffectQuestion,
  measure: Measure,
): LogEffect {
  const sum = (days: readonly Metrics[], of: (m: Metrics) => number) =>
    days.reduce((all, day) => all + of(day), 0)
  const control = {
    before: untouched.flatMap(({ before }) => before),
    after: untouched.flatMap(({ after }) => after),
  }
  const cells = (of: (m: Metrics) => number) => ({
    before: sum(changed.before, of),
    after: sum(changed.after, of),
    controlBefore: sum(control.before, of),
    controlAfter: sum(control.after, of),
  })
  const drift = driftOf(
    untouched.map((one) => ({
      before: sum(one.before, measure.count),
      after: sum(one.after, measure.count),
      dispersion: dispersionOf([one.before.map(measure.count), one.after.map(measure.count)]),
    })),
    measure.drift,
  )
  const extra = confounders * EFFECT_THRESHOLDS.confounderDrift.value ** 2
  return ratioOfRatios(
    cells(measure.value),
    {
      dispersion: dispersionOf([
        changed.before.map(measure.count),
        changed.after.map(measure.count),
      ]),
      controlDispersion: dispersionOf([
        byDay(untouched, 'before', measure),
        byDay(untouched, 'after', measure),
      ]),
      drift: Math.sqrt(drift ** 2 + extra),
    },
    cells(measure.count),
  )
}

function byDay(
  untouched: readonly WatchedEntity[],
  window: 'before' | 'after',
  measure: Measure,
): number[] {
  const length = untouched[0]?.[window].length ?? 0
  return Array.from({ length }, (_, day) =>
    untouched.reduce((all, one) => all + measure.count(one[window][day]!), 0),
  )
}

function primaryOf(kind: EffectKind, { cost, conversions, impressions }: Effects): Primary {
  if (kind === 'saving') return { name: 'coste', effect: cost, better: -1 }
  if (kind === 'bids') return { name: 'cpa', effect: difference(cost, conversions), better: -1 }
  if (kind === 'budget') return { name: 'conversiones', effect: conversions, better: 1 }
  return {
    name: 'conversiones_por_impresion',
    effect: difference(conversions, impressions),
    better: 1,
  }
}

/** As if independent; what moves both alike makes the true interval narrower, never wider. */
function difference(a: LogEffect, b: LogEffect): LogEffect {
  return { log: a.log - b.log, variance: a.variance + b.variance }
}

/**
 * Better: the interval of what it is judged by lies on the good side and the guard's not on the bad one. The guard is
 * conversions (they must not fall) or, where spending more was the point, the net result.
 */
function verdictOf(
  kind: EffectKind,
  primary: Primary,
  effects: Effects,
  monthly: Interval | null,
): Verdict {
  const side = sideOf(primary.effect) * primary.better
  const guard = kind === 'budget' || kind === 'bids' ? signOf(monthly) : sideOf(effects.conversions)
  if (guard < 0 || side < 0) return 'empeorado'
  if (side > 0) return 'mejorado'
  const { low, high } = changeOf(primary.effect)
  const { noChange } = EFFECT_THRESHOLDS
  return low >= -noChange.value && high <= noChange.value ? 'sin_cambios' : 'no_concluyente'
}

function sideOf({ log, variance }: LogEffect): -1 | 0 | 1 {
  const reach = Z_95 * Math.sqrt(variance)
  return log - reach > 0 ? 1 : log + reach < 0 ? -1 : 0
}

function signOf(interval: Interval | null): -1 | 0 | 1 {
  return interval === null ? 0 : interval.low > 0 ? 1 : interval.high < 0 ? -1 : 0
}

function changeOf(effect: LogEffect): Interval {
  const { estimate, low, high } = intervalOf(effect)
  return { estimate: estimate - 1, low: low - 1, high: high - 1 }
}

/** Conversions gained at their worth less money spent, against what the control let expect; first-order error. */
function netOf({ changed }: EffectQuestion, effects: Effects, targetMicros: number): Interval {
  const after = addUp(changed.after)
  const month = 30 / changed.after.length
  const worth = targetMicros * gainOf(after.conversionsMicros / MICROS, effects.conversions)
  const spent = gainOf(after.costMicros, effects.cost)
  const estimate = (worth - spent) * month
  const expected = {
    worth: (targetMicros * after.conversionsMicros) / MICROS - worth,
    cost: after.costMicros - spent,
  }
  const reach =
    Z_95 *
    month *
    Math.sqrt(
      expected.worth ** 2 * effects.conversions.variance +
        expected.cost ** 2 * effects.cost.variance,
    )
  return { estimate, low: estimate - reach, high: estimate + reach }
}

/** What was had less what would have been had without the change. */
function gainOf(had: number, { log }: LogEffect): number {
  return had - had / Math.exp(log)
}

function reasonForSilence({
  changed,
  untouched,
  confounders,
}: EffectQuestion): MeasuredEffect['reason'] {
  const before = addUp(changed.before)
  if (before.clicks === 0 && before.impressions === 0) return 'no-data'
  const control = addUp(untouched.flatMap((one) => [...one.before, ...one.after]))
  if (control.clicks === 0) return 'no-control'
  return confounders >= EFFECT_THRESHOLDS.confounderLimit.value ? 'too-many-changes' : null
}

function neededFor({ changed }: EffectQuestion): number {
  const conversions = (m: Metrics) => m.conversionsMicros / MICROS
  const dispersion = dispersionOf([changed.before.map(conversions), changed.after.map(conversions)])
  return Math.ceil(eventsNeeded(1.2, dispersion))
}
