import type { Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { money, plural } from '#shared/spanish-numbers.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import {
  type ExperimentEffect,
  type ExperimentFigures,
  experimentEffect,
} from './experiment-effect.ts'
import type { ArmFigures } from './halves-by-day.ts'
import type { CountedWorth } from './late-conversions.ts'
import { LOOK_WEEKS, MOST_WEEKS } from './looks.ts'
import { verdictOf } from './measure-effect.ts'
import { toldWorth, unmeasurable } from './measured-texts.ts'
import { type Interval, timesAsMuch } from './net-effect.ts'
import type { CountedSales } from './sold-by-value.ts'
import { valuedHalves } from './valued-halves.ts'

export type ExperimentQuestion = {
  figures: ExperimentFigures
  /** Left out: by number. */
  sales?: CountedSales
  worth: CountedWorth | null
  look: { weeks: number; fractions: readonly number[] }
  /** Day on which the look after so many weeks falls. */
  dayOfLook: (weeks: number) => Day
  /** Those that its figures are of. */
  windowDays: number
  /** Spanish; days of its weeks that its figures are not of. */
  leftOut?: readonly string[]
  measuredOn: Day
  measuredTo: Day
  currencyCode: string
  campaignId: string
}

/** What one of Google's own experiments tells, in net money of the whole campaign. */
export function measuredInExperiment(question: ExperimentQuestion): Measured {
  const { figures, worth, look, windowDays, sales } = question
  if (isHalfMissing(figures)) return unmeasuredHalf(question)
  const valued = sales === 'by-value' ? valuedHalves(figures) : null
  const counted = valued ?? figures
  const effect = experimentEffect(counted, worth, look)
  const toMonth = 30 / windowDays
  const monthly = (interval: Interval) => timesAsMuch(interval, toMonth)
  const usualMicros = effect.usualMicros * toMonth
  const { noMatterShare, noMatterMicros } = EFFECT_THRESHOLDS
  const marginMicros = Math.max(noMatterShare.value * usualMicros, noMatterMicros.value)
  const { net } = effect
  const verdict = net ? verdictOf(monthly(net.decisive), marginMicros) : 'inconclusive'
  const isOpen = verdict === 'inconclusive' && net !== null && effect.mayConclude
  const weeks = look.weeks + LOOK_WEEKS
  const next = isOpen ? { weeks, on: question.dayOfLook(weeks) } : null
  const gained = counted.treatment.conversions - counted.control.conversions
  return {
    verdict,
    kpi: { label: 'Coste', change: effect.cost },
    monthlyMicros: net && monthly(net.usual),
    money: {
      cost: effect.cost,
      conversions: effect.conversions,
      ...(valued && { isByValue: true }),
      ...toldWorth(worth),
      usualMicros,
      marginMicros,
      ...(net && {
        spread: {
          allMicros: net.spread * toMonth,
          // Each half is the other's control, and no other card's.
          controlMicros: 0,
          worthMicros: worth ? worth.sd * worth.micros * gained * 2 * toMonth : 0,
        },
      }),
      campaignIds: [question.campaignId],
      measuredTo: question.measuredTo,
      chanceOfGain: net?.chanceOfGain ?? null,
      leftOut: [...(question.leftOut ?? [])],
    },
    looks: { fractions: effect.fractions, next },
    measuredOn: question.measuredOn,
    confounders: [],
    note: noteOf({ verdict, effect, marginMicros, isOpen: next !== null }, question),
  }
}

/** A coin shares out the searches: neither half spends so many times what the other does by chance, nor by a step that a card makes. */
const MOST_APART = 10
/** A half that is shown does not go without a click on a day on which the other has so many. */
const SURELY_SHOWN = 10
/** Of the days. */
const MOST_DAYS = 0.1

/** The copy waits for the review of its ads, or one of them was paused: what is missing is no effect. */
function isHalfMissing(figures: ExperimentFigures): boolean {
  const { treatment, control } = figures
  const [less, more] = [treatment, control].sort((a, b) => a.costMicros - b.costMicros)
  if (less!.clicks === 0 || more!.costMicros > MOST_APART * less!.costMicros) return true
  const byDay = wholeDays(figures)
  const missed = byDay?.treatment.filter(({ clicks }, day) => {
    const other = byDay.control[day]!.clicks
    return Math.min(clicks, other) === 0 && Math.max(clicks, other) >= SURELY_SHOWN
  })
  return byDay !== null && missed!.length > MOST_DAYS * byDay.treatment.length
}

/** Null where the days that were read are not all of what Google prints: those of the copy may not be there yet. */
function wholeDays({ treatment, control, byDay }: ExperimentFigures): ExperimentFigures['byDay'] {
  const isWhole = (days: readonly ArmFigures[], { clicks }: ArmFigures) =>
    days.reduce((sum, day) => sum + day.clicks, 0) >= (1 - MOST_DAYS) * clicks
  const isKnown = byDay && isWhole(byDay.treatment, treatment) && isWhole(byDay.control, control)
  return isKnown ? byDay : null
}

/** Nothing was looked at, and no error is spent; more weeks may have both. */
function unmeasuredHalf({ look, dayOfLook, measuredOn }: ExperimentQuestion): Measured {
  const weeks = look.weeks + LOOK_WEEKS
  const next = look.weeks < MOST_WEEKS ? { weeks, on: dayOfLook(weeks) } : null
  return {
    ...unmeasurable(measuredOn, HALF_MISSING),
    looks: { fractions: [...look.fractions], next },
  }
}

const HALF_MISSING =
  'Una de las dos mitades del experimento no se mostró, o apenas (anuncios en revisión, o pausada): no se pueden comparar.'

type Found = {
  verdict: Measured['verdict']
  effect: ExperimentEffect
  marginMicros: number
  isOpen: boolean
}

function noteOf(
  { verdict, effect, marginMicros, isOpen }: Found,
  { currencyCode, figures, look }: ExperimentQuestion,
): string {
  const { treatment, control } = figures
  const both = Math.round(treatment.conversions + control.conversions)
  const how = `Medido con un experimento de Google: ${plural(look.weeks, 'semana', 'semanas')}, mitad y mitad de las búsquedas, ${plural(both, 'conversión', 'conversiones')} en total.`
  if (effect.net === null)
    return `${how} No se sabe cuánto vale una conversión: sin eso no se puede decir si compensa.`
  if (isOpen) return `${how} Aún puede ser casualidad.`
  if (verdict === 'unchanged')
    return `${how} Si cambió algo, es menos de ${money(marginMicros, currencyCode)} al mes, que aquí no se nota.`
  if (verdict === 'inconclusive')
    return `${how} La diferencia entre las dos mitades puede ser casualidad, y más semanas no lo aclararían.`
  return how
}
