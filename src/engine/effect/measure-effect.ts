import type { NetSpread } from '#shared/measured.ts'
import { MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { type Effects, effectsOn, type WatchedEntity } from './account-effects.ts'
import { type Disturbance, disturbancesOf, oddDays, restOf, withoutDays } from './disturbed-days.ts'
import { firstDaysOf, ranAllAlong } from './first-days.ts'
import { errorAtLook, fractionsAt, LOOK_WEEKS, MOST_WEEKS, mayConclude } from './looks.ts'
import { joined, type LostRun, lostDaysOf } from './lost-days.ts'
import {
  breakEvenOf,
  type Interval,
  type NetEffect,
  netEffect,
  timesAsMuch,
  type Worth,
} from './net-effect.ts'
import { intervalOf, type LogEffect, shrunk } from './ratio-of-ratios.ts'
import { canCompare, hasOtherCause, reasonForDays, type Silence } from './silence.ts'
import { type CountedSales, withCountedSales } from './sold-by-value.ts'
import { stoppedDaysOf } from './stopped-days.ts'
import { isAnotherValue } from './value-per-sale.ts'

/** What the change was meant to do decides what it is judged by. */
export type EffectKind = 'saving' | 'bids' | 'budget' | 'ads'

export type EffectQuestion = {
  kind: EffectKind
  changed: WatchedEntity
  /** Of the same account and kind, without a change and without a shared budget. */
  untouched: readonly WatchedEntity[]
  /** What of its traffic others of the account got, before and after: counted with the change. */
  sisters?: readonly WatchedEntity[]
  /** What a conversion is worth; null where unknown: no money and no verdict then. */
  worth: Worth | null
  /** Left out: by number. */
  sales?: CountedSales
  /** How many other changes touched the entity in the windows. */
  confounders: number
  /** Of each day of the window after: whether it did not run because others had stopped it. */
  isIdle?: readonly boolean[]
  /** Days on which the account lost conversions. */
  lost?: readonly LostRun[]
  /** What was changed was changed again before its weeks were over, by others. */
  isChangedAgain?: boolean
  /** Nothing tells whether it was shown after the change. */
  isUnlisted?: boolean
  /** Where more weeks may follow: weeks so far, and the information at the looks before. */
  look?: { weeks: number; fractions: readonly number[] }
  /** Spread of earlier effects of this rule (sd of the logarithm); undefined: the usual one. */
  spread?: number
}

export type Verdict = 'improved' | 'unchanged' | 'worsened' | 'inconclusive'

export type MeasuredEffect = {
  verdict: Verdict
  /** What the change was about, as a fraction, with its 95 % interval. */
  kpi: { name: 'cost' | 'cpa' | 'conversions' | 'conversions-per-impression'; change: Interval }
  cost: Interval
  conversions: Interval
  perCost: Interval
  /** Conversions are those that would have brought what the changed one's bring, at what they brought before. */
  isByValue: boolean
  /** Net effect in micros per 30 days, conversions at their worth, which decides; null without a worth. */
  monthlyMicros: Interval | null
  spread: NetSpread
  /** P(net > 0). */
  chanceOfGain: number | null
  /** What a month would have cost without the change, micros. */
  usualMicros: number
  /** What a month's net may be without mattering, micros. */
  marginMicros: number
  /** What a conversion would have to be worth for the change to pay neither way, micros. */
  breakEvenMicros: number | null
  /** The estimate to learn from: pulled towards no effect by what is unknown. Fraction. */
  shrunkChange: number
  /** What would decide if the effect is what it looks like; null where decided, or where nothing more would. */
  missing: { conversions: number; weeks: number } | null
  /** Information at the looks so far; empty where it was the only one. */
  fractions: number[]
  /** Weeks after which it is worth looking again; null where decided, or where it would not help. */
  nextWeeks: number | null
  /** Days that were left out, for something else hit the entity then. */
  disturbed: Disturbance[]
  /** Days that would have decided alone: no verdict rests on them. */
  odd: Disturbance | null
  reason: Silence | null
}

/**
 * What an applied change did, against what happened meanwhile to entities left unchanged: ratio of ratios with
 * overdispersion and drift. Net money decides. Nothing is claimed without a control or with too many other changes.
 */
export function measureEffect(question: EffectQuestion): MeasuredEffect {
  const asked = withCountedSales(question)
  const whole = togetherWith(asked.changed, asked.sisters ?? [])
  const out = [
    ...firstDaysOf(whole),
    ...stoppedDaysOf(asked.isIdle ?? [], whole),
    ...lostDaysOf(asked.lost ?? [], asked.untouched),
  ]
  const first = joined(out, (window) => whole[window].length)
  const untouched = asked.untouched.filter((one) => ranAllAlong(withoutDays(one, first)))
  const judged = { ...asked, untouched }
  const disturbed = [...first, ...disturbancesSince(first, { question: judged, whole })]
  const measured = measuredWithout(judged, whole, disturbed)
  const { verdict, fractions } = measured
  const isDecided = verdict === 'improved' || verdict === 'worsened'
  const isOther = canCompare(measured) && isOtherSale({ question: judged, whole }, disturbed)
  if (!isDecided) return isOther ? { ...measured, ...OTHER_SALE } : measured
  const mayGoOn = judged.look && fractions.at(-1)! < 1 && !isCountedOtherwise(disturbed)
  const nextWeeks = mayGoOn ? judged.look!.weeks + LOOK_WEEKS : null
  const withheld = { ...measured, verdict: 'inconclusive', nextWeeks } as const
  if (isOther) return { ...withheld, ...OTHER_SALE }
  if (isTurned(measured, { question: judged, whole })) return { ...withheld, reason: 'turned' }
  const odd = deciding(measured, { question: judged, whole })
  return odd ? { ...withheld, reason: 'few-days', odd } : measured
}

/** The month's net that can be added up and learned from, micros; null where it may be something else's. */
export function ownMonthly(effect: MeasuredEffect): Interval | null {
  return hasOtherCause(effect) ? null : effect.monthlyMicros
}

const OTHER_SALE = { verdict: 'inconclusive', reason: 'other-values' } as const

/** The number of sales says nothing of money where each came to bring another amount. */
function isOtherSale({ question, whole }: Judged, disturbed: readonly Disturbance[]): boolean {
  if (question.sales !== 'unlike') return false
  const untouched = question.untouched.map((one) => withoutDays(one, disturbed))
  return isAnotherValue(withoutDays(whole, disturbed), untouched)
}

/** Later weeks would be counted otherwise as well. */
const isCountedOtherwise = (disturbed: readonly Disturbance[]) =>
  disturbed.some(({ lost }) => lost?.counting)

type Judged = { question: EffectQuestion; whole: WatchedEntity }

/** What hit it while it ran. */
function disturbancesSince(
  first: readonly Disturbance[],
  { question, whole }: Judged,
): Disturbance[] {
  const untouched = question.untouched.map((one) => withoutDays(one, first))
  const found = disturbancesOf(withoutDays(whole, first), untouched)
  return found.map((one) => asInWhole(one, first))
}

/** Days without which the verdict would not have fallen: what changed acts on all of them, a tag or a stock lost on some. */
function deciding(measured: MeasuredEffect, { question, whole }: Judged): Disturbance | null {
  const { verdict, disturbed } = measured
  const odd = oddDays(withoutDays(whole, disturbed), verdict === 'improved' ? 1 : -1)
  if (!odd) return null
  const out = asInWhole(odd, disturbed)
  return isHeldWithout([...disturbed, out], measured, { question, whole }) ? null : out
}

/** What stands out next to the change may be its effect, and what came later something else: if that would not be the same verdict. */
function isTurned(measured: MeasuredEffect, { question, whole }: Judged): boolean {
  return measured.disturbed.some((run) => {
    const days = whole[run.window].length
    // Measurements are lost far more often than they count double: the other half may be what was lost.
    const isHalf = (run.last - run.first + 1) * 2 >= days
    const own = run.nextToChange ?? (isHalf && run.soldMore ? run : null)
    if (!own) return false
    const others = measured.disturbed.filter(({ window }) => window !== run.window)
    const out = [...others, ...restOf(run.window, own, days)]
    return !isHeldWithout(out, measured, { question, whole })
  })
}

/** What fewer days make less exact is no reason: only where to the middle of the interval moves. */
function isHeldWithout(
  out: readonly Disturbance[],
  { verdict, monthlyMicros }: MeasuredEffect,
  { question, whole }: Judged,
): boolean {
  const untouched = question.untouched.map((one) => withoutDays(one, out))
  const asked = { ...question, untouched, look: undefined }
  const rest = measuredWithout(asked, withoutDays(whole, out), [])
  const { estimate, low, high } = monthlyMicros!
  const shift = (rest.monthlyMicros?.estimate ?? 0) - estimate
  return verdict === 'improved' ? low + shift > 0 : high + shift < 0
}

/** Of days counted without those left out, their places with them. */
function asInWhole(odd: Disturbance, disturbed: readonly Disturbance[]): Disturbance {
  const out = disturbed
    .filter(({ window }) => window === odd.window)
    .sort((a, b) => a.first - b.first)
  const placeOf = (day: number) =>
    out.reduce((place, { first, last }) => (place >= first ? place + last - first + 1 : place), day)
  const placesOf = ({ first, last }: { first: number; last: number }) => ({
    first: placeOf(first),
    last: placeOf(last),
  })
  const { nextToChange: next } = odd
  return { ...odd, ...placesOf(odd), ...(next && { nextToChange: placesOf(next) }) }
}

function measuredWithout(
  question: EffectQuestion,
  whole: WatchedEntity,
  disturbed: Disturbance[],
): MeasuredEffect {
  const isTooShort = leavesTooFew(disturbed, whole)
  const clean = isTooShort ? [] : disturbed
  const changed = withoutDays(whole, clean)
  const untouched = question.untouched.map((one) => withoutDays(one, clean))
  const effects = effectsOn(changed, untouched, {
    otherChanges: question.confounders,
    worthMicros: question.worth?.micros ?? null,
  })
  const silence = reasonForSilence(question) ?? (isTooShort ? reasonForDays(disturbed) : null)
  const net = netOf(changed, effects, question.worth)
  // Of lost days nothing was looked at: no error is spent, and the next weeks may have theirs.
  const isLost = silence === 'lost'
  const isForGood = isCountedOtherwise(disturbed)
  const fractions = isLost
    ? [...(question.look?.fractions ?? [])]
    : fractionsWithThis(effects, question.look, isForGood)
  const decisive = net?.interval(fractions.length > 0 ? errorAtLook(fractions) : 0.05)
  const monthly = decisive ? monthlyOf(decisive, changed) : null
  const marginMicros = marginOf(changed, effects)
  const verdict = silence || !monthly ? 'inconclusive' : verdictOf(monthly, marginMicros)
  const isOpen = verdict === 'inconclusive'
  const primary = primaryOf(question.kind, effects)
  const usual = net?.interval(0.05) ?? null
  const isTellable = isOpen && !silence && usual !== null
  const mayDecide = isTellable && (!question.look || mayConclude(usual, fractions))
  const hasWeeksLeft = (question.look?.weeks ?? MOST_WEEKS) < MOST_WEEKS
  const isWorthWaiting = mayDecide && !isForGood
  const goesOn = isLost ? hasWeeksLeft && !isForGood : isWorthWaiting
  const isComparable = canCompare({ reason: silence })
  return {
    verdict,
    kpi: { name: primary.name, change: changeOf(primary.effect) },
    cost: changeOf(effects.cost),
    conversions: changeOf(effects.conversions),
    perCost: changeOf(effects.conversionsPerCost),
    isByValue: question.sales === 'by-value',
    monthlyMicros: isComparable && usual ? monthlyOf(usual, changed) : null,
    spread: {
      allMicros: ((net?.spread ?? 0) * 30) / changed.after.length,
      ...inCommonOf(changed, effects, question.worth),
    },
    chanceOfGain: isComparable ? (net?.chanceOfGain ?? null) : null,
    usualMicros: usualCost(changed, effects),
    marginMicros,
    breakEvenMicros: isComparable ? breakEvenOf({ ...had(changed), ...onBoth(effects) }) : null,
    shrunkChange:
      Math.exp(
        shrunk(primary.effect, question.spread ?? EFFECT_THRESHOLDS.effectSpread.value).log,
      ) - 1,
    missing: isWorthWaiting ? missingFor(changed, effects, usual) : null,
    fractions,
    nextWeeks: goesOn && question.look ? question.look.weeks + LOOK_WEEKS : null,
    disturbed,
    odd: null,
    reason: silence ?? (question.worth === null ? 'no-worth' : isOpen ? 'too-few' : null),
  }
}

/** Where no other look follows, this one is the whole, and spends all that is left of the error. */
function fractionsWithThis(
  { together }: Effects,
  look: EffectQuestion['look'],
  isForGood: boolean,
): number[] {
  const fractions = fractionsAt(together, look)
  return isForGood ? fractions.fill(1, -1) : fractions
}

function togetherWith(changed: WatchedEntity, sisters: readonly WatchedEntity[]): WatchedEntity {
  if (sisters.length === 0) return changed
  const window = (name: 'before' | 'after') =>
    changed[name].map((day, i) => addUp([day, ...sisters.map((one) => one[name][i]!)]))
  return { before: window('before'), after: window('after'), parts: changed.parts ?? [] }
}

/** Of either window more than half is left out. */
export function leavesTooFew(
  disturbed: readonly Disturbance[],
  whole: Pick<WatchedEntity, 'before' | 'after'>,
): boolean {
  return (['before', 'after'] as const).some((window) => {
    const own = disturbed.filter((one) => one.window === window)
    const out = own.reduce((days, { first, last }) => days + last - first + 1, 0)
    return out * 2 > whole[window].length
  })
}

type Primary = { name: MeasuredEffect['kpi']['name']; effect: LogEffect }

function primaryOf(kind: EffectKind, effects: Effects): Primary {
  const { conversionsPerCost: perCost, conversionsPerImpression: perImpression } = effects
  if (kind === 'saving') return { name: 'cost', effect: effects.cost }
  if (kind === 'bids') return { name: 'cpa', effect: { ...perCost, log: -perCost.log } }
  if (kind === 'budget') return { name: 'conversions', effect: effects.conversions }
  return { name: 'conversions-per-impression', effect: perImpression }
}

/** Sure to gain, sure to lose, or sure to matter neither way. */
export function verdictOf({ low, high }: Interval, marginMicros: number): Verdict {
  if (low > -marginMicros && high < marginMicros) return 'unchanged'
  if (low > 0) return 'improved'
  if (high < 0) return 'worsened'
  return 'inconclusive'
}

function changeOf(effect: LogEffect): Interval {
  const { estimate, low, high } = intervalOf(effect)
  return { estimate: estimate - 1, low: low - 1, high: high - 1 }
}

/** Conversions and cost after the change; half a conversion, and half a click's, where there is none, for a ratio to mean something. */
function had({ before, after }: WatchedEntity) {
  const { conversionsMicros, costMicros } = addUp(after)
  const paid = addUp(before)
  const halfClick = paid.clicks > 0 ? paid.costMicros / paid.clicks / 2 : 0
  return { conversions: conversionsMicros / MICROS || 0.5, costMicros: costMicros || halfClick }
}

const onBoth = ({ conversions, cost }: Effects) => ({ onConversions: conversions, onCost: cost })

function netOf(changed: WatchedEntity, effects: Effects, worth: Worth | null): NetEffect | null {
  return worth && netEffect({ ...had(changed), ...onBoth(effects), ...effects.together, worth })
}

function monthlyOf(interval: Interval, { after }: WatchedEntity): Interval {
  return timesAsMuch(interval, 30 / after.length)
}

/** What a month would have cost without the change. */
function usualCost(changed: WatchedEntity, { cost }: Effects): number {
  return (had(changed).costMicros * Math.exp(-cost.log) * 30) / changed.after.length
}

/** What the conversions of a month would have been worth without the change. */
function usualValue(changed: WatchedEntity, { conversions }: Effects, worth: Worth | null): number {
  const sold = had(changed).conversions * Math.exp(-conversions.log)
  return ((worth?.micros ?? 0) * sold * 30) / changed.after.length
}

function marginOf(changed: WatchedEntity, effects: Effects): number {
  const { noMatterShare, noMatterMicros } = EFFECT_THRESHOLDS
  return Math.max(noMatterShare.value * usualCost(changed, effects), noMatterMicros.value)
}

function inCommonOf(
  changed: WatchedEntity,
  effects: Effects,
  worth: Worth | null,
): Omit<NetSpread, 'allMicros'> {
  const gained = had(changed).conversions * -Math.expm1(-effects.conversions.log)
  return {
    controlMicros: usualCost(changed, effects) * Math.sqrt(effects.together.shared),
    worthMicros: worth ? (worth.sd * worth.micros * gained * 30) / changed.after.length : 0,
    controlValueMicros: usualValue(changed, effects, worth) * Math.sqrt(effects.conversions.shared),
    controlCostMicros: usualCost(changed, effects) * Math.sqrt(effects.cost.shared),
    // Counts vary as their sum: of what was had and would have been, against twice what would have been.
    stillTimes: Math.sqrt(2 / (1 + Math.exp(effects.conversions.log))),
    controlFreedom: effects.together.sharedFreedom,
  }
}

/** More weeks take away what is chance, not what entities drift by themselves. */
function missingFor(
  changed: WatchedEntity,
  { together }: Effects,
  { estimate, low, high }: Interval,
): MeasuredEffect['missing'] {
  const { chance, drift } = together
  const share = (estimate / ((high - low) / 2)) ** 2 * (chance + drift)
  const times = chance / (share - drift)
  const days = changed.after.length
  const weeks = ((times - 1) * days) / 7
  if (!(times > 1) || weeks > EFFECT_THRESHOLDS.missingWeeks.value) return null
  const conversions = Math.ceil((times - 1) * had(changed).conversions)
  return { conversions, weeks: Math.max(1, Math.ceil(weeks)) }
}

function reasonForSilence({
  changed,
  untouched,
  confounders,
  isChangedAgain,
  isUnlisted,
}: EffectQuestion): MeasuredEffect['reason'] {
  const before = addUp(changed.before)
  if (before.clicks === 0 && before.impressions === 0) return 'no-data'
  if (isUnlisted) return 'unlisted'
  const control = addUp(untouched.flatMap((one) => [...one.before, ...one.after]))
  if (control.clicks === 0) return 'no-control'
  if (isChangedAgain) return 'changed-again'
  return confounders >= EFFECT_THRESHOLDS.confounderLimit.value ? 'too-many-changes' : null
}
