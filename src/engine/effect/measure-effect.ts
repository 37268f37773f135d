import { type Metrics, MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { type Effects, effectsOn, type WatchedEntity } from './account-effects.ts'
import { dispersionOf } from './noise.ts'
import { eventsNeeded, intervalOf, type LogEffect, reachOf, shrunk } from './ratio-of-ratios.ts'

/** What the change was meant to do decides what it is judged by. */
export type EffectKind = 'saving' | 'bids' | 'budget' | 'ads'

export type EffectQuestion = {
  kind: EffectKind
  changed: WatchedEntity
  /** Of the same account and kind, without a change and without a shared budget. */
  untouched: readonly WatchedEntity[]
  /** What a conversion is worth, micros; null where unknown: no money is claimed then. */
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

/**
 * What an applied change did, against what happened meanwhile to entities left unchanged: ratio of ratios with
 * overdispersion and drift. Nothing is claimed without a control or with too many other changes.
 */
export function measureEffect(question: EffectQuestion): MeasuredEffect {
  const effects = effectsOn(question.changed, question.untouched, question.confounders)
  const primary = primaryOf(question.kind, effects)
  const net =
    question.targetMicros === null ? null : netOf(question, effects, question.targetMicros)
  const reason = reasonForSilence(question)
  const verdict = reason ? 'no_concluyente' : verdictOf(question.kind, primary, effects, net)
  return {
    verdict,
    kpi: { name: primary.name, change: changeOf(primary.effect) },
    monthlyMicros: reason === 'no-control' || reason === 'no-data' ? null : (net?.(0.05) ?? null),
    shrunkChange:
      Math.exp(
        shrunk(primary.effect, question.spread ?? EFFECT_THRESHOLDS.effectSpread.value).log,
      ) - 1,
    conversionsNeeded: verdict === 'no_concluyente' ? neededFor(question) : null,
    reason: reason ?? (verdict === 'no_concluyente' ? 'too-few' : null),
  }
}

type Primary = { name: MeasuredEffect['kpi']['name']; effect: LogEffect; better: 1 | -1 }

function primaryOf(kind: EffectKind, effects: Effects): Primary {
  const { conversionsPerCost: perCost, conversionsPerImpression: perImpression } = effects
  if (kind === 'saving') return { name: 'coste', effect: effects.cost, better: -1 }
  if (kind === 'bids') return { name: 'cpa', effect: { ...perCost, log: -perCost.log }, better: -1 }
  if (kind === 'budget') return { name: 'conversiones', effect: effects.conversions, better: 1 }
  return { name: 'conversiones_por_impresion', effect: perImpression, better: 1 }
}

/** Two-sided error of the guard when it alone calls a change worse: two looks share it (Bonferroni). */
const GUARD_ERROR = 0.025

/**
 * Better: the interval of what it is judged by lies on the good side and the guard's not on the bad one. The guard is
 * conversions (they must not fall) or, where spending more was the point, the net result.
 */
function verdictOf(kind: EffectKind, primary: Primary, effects: Effects, net: Net | null): Verdict {
  const side = sideOf(primary.effect) * primary.better
  const guard = (error: number) =>
    kind === 'budget' || kind === 'bids'
      ? signOf(net?.(error) ?? null)
      : sideOf(effects.conversions, error)
  if (guard(GUARD_ERROR) < 0 || side < 0) return 'empeorado'
  if (guard(0.05) < 0) return 'no_concluyente'
  if (side > 0) return 'mejorado'
  const { low, high } = changeOf(primary.effect)
  const { noChange } = EFFECT_THRESHOLDS
  return low >= -noChange.value && high <= noChange.value ? 'sin_cambios' : 'no_concluyente'
}

function sideOf(effect: LogEffect, error = 0.05): -1 | 0 | 1 {
  const reach = reachOf(effect, error)
  return effect.log - reach > 0 ? 1 : effect.log + reach < 0 ? -1 : 0
}

function signOf(interval: Interval | null): -1 | 0 | 1 {
  return interval === null ? 0 : interval.low > 0 ? 1 : interval.high < 0 ? -1 : 0
}

function changeOf(effect: LogEffect): Interval {
  const { estimate, low, high } = intervalOf(effect)
  return { estimate: estimate - 1, low: low - 1, high: high - 1 }
}

/** Micros per 30 days with its interval at a two-sided error. */
type Net = (error: number) => Interval

/** Conversions gained at their worth less money spent, against what the control let expect; first-order error. */
function netOf({ changed }: EffectQuestion, effects: Effects, targetMicros: number): Net {
  const after = addUp(changed.after)
  const month = 30 / changed.after.length
  const worth = (targetMicros * after.conversionsMicros) / MICROS
  const gain = {
    worth: gainOf(worth, effects.conversions),
    cost: gainOf(after.costMicros, effects.cost),
  }
  const estimate = (gain.worth - gain.cost) * month
  return (error) => {
    const reach =
      month *
      Math.hypot(
        (worth - gain.worth) * reachOf(effects.conversions, error),
        (after.costMicros - gain.cost) * reachOf(effects.cost, error),
      )
    return { estimate, low: estimate - reach, high: estimate + reach }
  }
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
