import type { Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { money, plural } from '#shared/spanish-numbers.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import {
  type ComparedPair,
  type HalvesEffect,
  halvesEffect,
  netDifferences,
  type UnitNoise,
} from './halves-effect.ts'
import { errorOfLook, fractionsOfHalves } from './halves-looks.ts'
import type { CountedWorth } from './late-conversions.ts'
import { LOOK_WEEKS, type Look, wouldConclude } from './looks.ts'
import { toldWorth } from './measured-texts.ts'
import { errorOf, type Interval, timesAsMuch } from './net-effect.ts'

export type HalvesQuestion = {
  pairs: readonly ComparedPair[]
  noise: UnitNoise
  /** Where more weeks may follow. */
  look?: LookAtHalves
  worth: CountedWorth | null
  /** Its conversions are counted by what they bring. */
  isByValue?: boolean
  /** Of the whole card's past cost. */
  shareNow: number
  shareCompared: number
  /** Of which something was counted. */
  windowDays: number
  /** Spanish; days that are in neither window, for conversions were lost. */
  leftOut?: string[]
  /** Of the half that was to be left alone, units that were changed meanwhile, of how many. */
  crossed: { units: number; of: number }
  /** Of the changes of the other, those that were taken back or changed again meanwhile, of how many. */
  undone?: { steps: number; of: number }
  measuredOn: Day
  measuredTo: Day
  currencyCode: string
  campaignIds: readonly string[]
}

export type LookAtHalves = Look & {
  /** The same pairs as the looks before saw them, the first one first. */
  earlier: readonly (readonly ComparedPair[])[]
  isStopped: boolean
  dayOfLook: (weeks: number) => Day
}

/** More of the half that waited than this changed meanwhile: it is no comparison any more. */
const MOST_CROSSED = 0.1

/**
 * What the half that was changed did against the one that waited, as they were drawn, carried over to the whole card by what its
 * parts cost. A unit that was changed stays in its half: leaving it out would be choosing by what came of it.
 */
export function measuredInHalves(question: HalvesQuestion): Measured {
  const { pairs, noise, worth, measuredOn, shareNow } = question
  const fractions = fractionsSoFar(question)
  const effect = halvesEffect(pairs, noise, worth, {
    error: errorAtThisLook(question, fractions),
    isStopped: question.look?.isStopped ?? false,
  })
  const reason = silenceOf(question, effect)
  const amount = effect.isEnough ? effect.netMicros : null
  const times = 30 / question.windowDays / question.shareCompared
  const monthly = amount && timesAsMuch(amount, times)
  const decisive = amount && timesAsMuch(amount.decisive, times)
  const usualMicros = usualOf(pairs) * times
  const marginMicros = Math.max(
    EFFECT_THRESHOLDS.noMatterShare.value * usualMicros,
    EFFECT_THRESHOLDS.noMatterMicros.value,
  )
  const verdict = reason || !decisive ? 'inconclusive' : verdictOf(decisive, marginMicros)
  const isOpen = verdict === 'inconclusive' && !reason && monthly !== null
  const next = isOpen ? nextLook(question, monthly, fractions) : null
  // What others changed is no longer as it was drawn.
  const isCompared = effect.isEnough && meddledText(question) === null
  const cost = isCompared ? effect.cost : NOTHING
  return {
    verdict,
    kpi: { label: 'Coste', change: cost },
    monthlyMicros: monthly && !reason ? monthly : null,
    money: {
      cost,
      conversions: isCompared ? shareOf(effect.conversions, pairs) : NOTHING,
      ...(question.isByValue && { isByValue: true }),
      ...toldWorth(worth),
      usualMicros,
      marginMicros,
      ...(monthly && { spread: spreadOf(monthly, effect, worth, times) }),
      campaignIds: [...question.campaignIds],
      measuredTo: question.measuredTo,
      chanceOfGain: null,
      leftOut: question.leftOut ?? [],
    },
    ...(question.look && { looks: { fractions, next } }),
    halves: { pairs: pairs.length, p: effect.netMicros?.p ?? 1, shareNow },
    measuredOn,
    confounders: [],
    note:
      reason ??
      noteOf(
        verdict,
        { p: 1, isRare: false, ...effect.netMicros, marginMicros, isOpen: next !== null },
        question,
      ),
  }
}

const NOTHING: Interval = { estimate: 0, low: 0, high: 0 }

/** Of the information, what there is at the looks so far. */
function fractionsSoFar({ look, pairs, noise, worth }: HalvesQuestion): number[] {
  if (!look || !worth) return []
  const outlook = {
    pairs: (look.earlier[0] ?? pairs).map(({ now, later }) => [now.before, later.before] as const),
    wholeCostMicros: 0,
    noise,
    worth,
    isStopped: look.isStopped,
  }
  return fractionsOfHalves(outlook, look)
}

function errorAtThisLook(
  { look, pairs, worth }: HalvesQuestion,
  fractions: readonly number[],
): number {
  if (!look || !worth) return 0.05
  const differences = [...look.earlier, pairs].map((one) => netDifferences(one, worth))
  return errorOfLook(differences, fractions.at(-1) === 1)
}

function nextLook({ look }: HalvesQuestion, monthly: Interval, fractions: readonly number[]) {
  if (!look || !wouldConclude(monthly, fractions)) return null
  const weeks = look.weeks + LOOK_WEEKS
  return { weeks, on: look.dayOfLook(weeks) }
}

const NONE = { steps: 0, of: 0 }

function silenceOf(question: HalvesQuestion, effect: HalvesEffect): string | null {
  const meddled = meddledText(question)
  if (meddled) return meddled
  if (question.worth === null)
    return 'No se sabe cuánto vale una conversión: sin eso no se puede decir si compensa.'
  if (effect.isEnough) return null
  return 'De las partes sorteadas quedan muy pocas comparables: no se puede juzgar.'
}

function meddledText({ crossed, undone = NONE }: HalvesQuestion): string | null {
  if (crossed.units > MOST_CROSSED * crossed.of)
    return `Alguien cambió ${crossed.units} de las ${plural(crossed.of, 'parte', 'partes')} que esperaban: ya no hay con qué comparar.`
  if (undone.steps > MOST_CROSSED * undone.of)
    return `Alguien deshizo o volvió a cambiar ${undone.steps} de ${plural(undone.of, 'cambio', 'cambios')} de la primera mitad: lo que se ve ya no es solo de este cambio.`
  return null
}

function verdictOf({ low, high }: Interval, marginMicros: number): Measured['verdict'] {
  if (low > -marginMicros && high < marginMicros) return 'unchanged'
  if (low > 0) return 'improved'
  return high < 0 ? 'worsened' : 'inconclusive'
}

function noteOf(
  verdict: Measured['verdict'],
  {
    p,
    isRare,
    marginMicros,
    isOpen,
  }: { p: number; isRare: boolean; marginMicros: number; isOpen: boolean },
  { pairs, currencyCode }: HalvesQuestion,
): string {
  const how = `Comparado por sorteo: ${pairs.length} parejas de partes parecidas, una cambiada y otra no, y llevado a todo el cambio.`
  if (verdict === 'unchanged')
    return `${how} Si cambió algo, es menos de ${money(marginMicros, currencyCode)} al mes, que aquí no se nota.`
  if (isOpen) return `${how} Aún puede ser casualidad.`
  if (verdict === 'inconclusive' && p <= 0.05 && isRare)
    return `${how} Las dos mitades se distinguen, pero se vendió tan poco que aún no se sabe si compensa.`
  if (verdict === 'inconclusive' && p <= 0.05)
    return `${how} Las dos mitades se distinguen, pero que compense depende de cuánto vale una conversión.`
  if (verdict === 'inconclusive')
    return `${how} La diferencia entre las dos mitades puede ser casualidad.`
  return how
}

/** What the changed half would have cost had it grown as the other did. */
function usualOf(pairs: readonly ComparedPair[]): number {
  const sum = (of: (pair: ComparedPair) => number) => pairs.reduce((all, pair) => all + of(pair), 0)
  const before = sum(({ later }) => later.before.costMicros)
  const growth = before > 0 ? sum(({ later }) => later.after.costMicros) / before : 1
  return sum(({ now }) => now.before.costMicros) * growth
}

/** As a share of the conversions that the changed half would have had. */
function shareOf(gained: Interval, pairs: readonly ComparedPair[]): Interval {
  const had = pairs.reduce((all, { now }) => all + now.after.conversions, 0)
  const usual = Math.max(0.5, had - gained.estimate)
  return timesAsMuch(gained, 1 / usual)
}

function spreadOf(
  monthly: Interval,
  { conversions }: HalvesEffect,
  worth: CountedWorth | null,
  times: number,
) {
  return {
    allMicros: errorOf(monthly),
    // Each half is the other's control, and no other card's.
    controlMicros: 0,
    worthMicros: worth ? worth.sd * worth.micros * conversions.estimate * times : 0,
  }
}
