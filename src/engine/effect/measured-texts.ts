import { addDays, type Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { quoted } from '#shared/quoted.ts'
import { integer, longDay, money, plural } from '#shared/spanish-numbers.ts'
import type { LostDays } from '../account/measurement.ts'
import type { WorthSource } from '../account/worth-of-conversions.ts'
import { countingText } from '../words/counting-texts.ts'
import type { Disturbance } from './disturbed-days.ts'
import type { EffectWindows } from './effect-windows.ts'
import { type CountedWorth, lateText } from './late-conversions.ts'
import type { MeasuredEffect } from './measure-effect.ts'
import { canCompare, hasOtherCause } from './silence.ts'

const KPI_LABELS: Record<MeasuredEffect['kpi']['name'], string> = {
  cost: 'Coste',
  cpa: 'Coste por conversión',
  conversions: 'Conversiones',
  'conversions-per-impression': 'Conversiones por impresión',
}

/** Where conversions count by what they bring. */
const VALUE_LABELS: typeof KPI_LABELS = {
  cost: 'Coste',
  cpa: 'Coste por valor de conversión',
  conversions: 'Valor de las conversiones',
  'conversions-per-impression': 'Valor por impresión',
}

/** How what was measured came about, beside the effect itself. */
export type Measuring = {
  measuredOn: Day
  windows: Pick<EffectWindows, 'before' | 'after'>
  /** Spanish; what else changed meanwhile. */
  confounders: string[]
  campaignIds: readonly string[]
  /** Of each of several: what it cost before. */
  campaignCosts?: readonly number[]
  currencyCode: string
  worth: CountedWorth | null
  /** Titles of others that it is measured with as one. */
  together?: readonly string[]
  /** Titles of others of its campaigns that were applied on other days of the windows. */
  beside?: readonly string[]
  /** Of a look after so many weeks. */
  dayOfLook?: (weeks: number) => Day
}

/** The measured effect, of one campaign or of several as one, as it is kept and shown. */
export function measuredOf(effect: MeasuredEffect, measuring: Measuring): Measured {
  const { worth, measuredOn, confounders, windows, dayOfLook, together = [] } = measuring
  const { nextWeeks: weeks, fractions } = effect
  const next = weeks !== null && dayOfLook ? { weeks, on: dayOfLook(weeks) } : null
  const { cost, conversions, marginMicros, chanceOfGain } = effect
  return {
    verdict: effect.verdict,
    kpi: {
      label: (effect.isByValue ? VALUE_LABELS : KPI_LABELS)[effect.kpi.name],
      change: canCompare(effect) ? effect.kpi.change : NOTHING,
    },
    monthlyMicros: effect.monthlyMicros,
    money: canCompare(effect)
      ? {
          cost,
          conversions,
          perCost: effect.perCost,
          ...(effect.isByValue && { isByValue: true }),
          ...toldWorth(worth),
          usualMicros: effect.usualMicros,
          marginMicros,
          spread: effect.spread,
          campaignIds: [...measuring.campaignIds],
          ...sharesOf(measuring.campaignCosts),
          measuredTo: windows.after.to,
          chanceOfGain,
          ...(hasOtherCause(effect) && { hasOtherCause: true }),
          // Too few days would be left of what was disturbed, so that all are looked at.
          leftOut: effect.reason === 'disturbed' ? [] : daysText(effect.disturbed, windows),
        }
      : undefined,
    ...(dayOfLook && { looks: { fractions, next } }),
    ...(together.length > 0 && { together: [...together] }),
    measuredOn,
    confounders,
    note: noteOf(effect, measuring),
  }
}

function sharesOf(costs: readonly number[] = []) {
  const all = costs.reduce((sum, cost) => sum + cost, 0)
  return costs.length > 1 && all > 0 && { campaignShares: costs.map((cost) => cost / all) }
}

/** Of what was not compared. */
const NOTHING = { estimate: 0, low: 0, high: 0 }

/** `note`: why it cannot be told at all. */
export function unmeasurable(measuredOn: Day, note = NO_PLACE): Measured {
  return {
    verdict: 'inconclusive',
    kpi: { label: 'Coste', change: NOTHING },
    monthlyMicros: null,
    measuredOn,
    confounders: [],
    note,
  }
}

/** Of a change to the whole account, of which nothing is left untouched, or to campaigns that were not recorded. */
const NO_PLACE = 'Afecta a toda la cuenta, o no consta a qué campañas: no hay con qué comparar.'

export const CHANGED_AGAIN =
  'Se volvió a cambiar lo mismo antes de que acabaran los días que se miden: lo que se ve ya no es solo de este cambio.'

export const CHANGED_UNHEARD =
  'Mientras la cuenta estuvo sin leerse se volvió a cambiar lo mismo, y Google ya no recuerda cuándo: no se puede juzgar.'

/** Of a change to so many campaigns, beside which nothing like them was left alone. */
export const withoutControlText = (campaigns: number) =>
  campaigns > 1
    ? 'Ha cambiado casi todo lo que se parece a estas campañas: no queda con qué comparar.'
    : 'No queda en la cuenta nada parecido sin tocar con lo que comparar.'

export const tooManyText = (campaigns: number) =>
  campaigns > 1
    ? 'Hubo demasiados cambios más en esas campañas: no se puede separar su efecto.'
    : 'Hubo demasiados cambios más en lo mismo: no se puede separar su efecto.'

/** Of a card and those of these titles, which were applied on its day to its campaigns. */
const togetherText = (titles: readonly string[]) =>
  `Se mide junto con ${appliedBeside(titles, 'el mismo día')}: el efecto es de todas.`

/** Of one that is judged by itself, with what others of its campaigns did in its figures. */
function besideText(titles: readonly string[]): string {
  const also = titles.length > 1 ? 'También se aplicaron aquí' : 'También se aplicó aquí'
  return `${also} ${namedTitles(titles)} en los días que se comparan: parte de lo que se ve puede ser suyo.`
}

/** '«Baja 4 pujas» y 2 más'. */
export function namedTitles([first = '', ...rest]: readonly string[]): string {
  return `${quoted(first)}${rest.length > 0 ? ` y ${integer(rest.length)} más` : ''}`
}

/** '«Baja 4 pujas» y 2 más, que se aplicaron aquí hoy'; of at least one title. */
export function appliedBeside(titles: readonly string[], when: string): string {
  const rest = titles.length - 1
  return `${namedTitles(titles)}, que se ${rest > 0 ? 'aplicaron' : 'aplicó'} aquí ${when}`
}

/** Of a card whose amounts are in another currency than those of the account now. */
export const otherCurrencyText = (was: string, now: string) =>
  `La cuenta estaba en ${was} cuando se aplicó y ahora está en ${now}: no hay con qué comparar sus importes.`

/** As it is told: of a conversion, and not with what it stands for. */
export const toldWorth = (worth: CountedWorth | null) => ({
  worthMicros: worth && (worth.saidMicros ?? worth.micros),
  worthText: worth && WORTH_TEXTS[worth.source] + lateText(worth),
})

const WORTH_TEXTS: Record<WorthSource, string> = {
  value: 'lo que dijiste que vale una conversión aquí',
  actions: 'lo que dijiste que vale cada tipo de conversión',
  campaign: 'el coste por conversión que pide la campaña',
  roas: 'el valor registrado y el ROAS que pide la campaña',
  goal: 'lo máximo que pagas por una conversión',
  reported: 'el valor que Google registra de cada conversión',
  otherRoas: 'el valor registrado y el ROAS que se pide a otras campañas',
  advice: 'la referencia con la que se aconsejó',
  average: 'lo que se venía pagando de media, que es un supuesto',
  rest: 'lo que se venía pagando de media, que es un supuesto',
}

function daysText(
  disturbed: readonly Disturbance[],
  windows: Pick<EffectWindows, 'before' | 'after'>,
): string[] {
  return disturbed.map(({ window, first, last, isEverywhere, isBeginning, isStopped, lost }) => {
    const { from } = windows[window]
    if (isBeginning)
      return `Hasta el ${longDay(addDays(from, last))} no había empezado, o acababa de hacerlo: esos días no se cuentan.`
    if (isStopped)
      return `Del ${longDay(addDays(from, first))} al ${longDay(addDays(from, last))} alguien lo tuvo parado: esos días no se cuentan.`
    if (lost)
      return `${lostText(lost)}: del ${longDay(addDays(from, first))} al ${longDay(addDays(from, last))}, en semanas enteras, no se cuenta nada.`
    const where = isEverywhere ? 'algo, y no solo aquí,' : 'algo solo aquí'
    return `Del ${longDay(addDays(from, first))} al ${longDay(addDays(from, last))}: esos días pasó ${where} (un corte, una oferta o una medición a medias) y no se cuentan.`
  })
}

/** 'Del 3 nov 2026 al 12 nov 2026 no se contaron todas las conversiones'. */
function lostText({ from, to, counting }: Omit<LostDays, 'part'>): string {
  if (counting) return countingText(counting)
  return `Del ${longDay(from)} al ${longDay(to)} no se contaron todas las conversiones`
}

/** Of halves, which are compared day by day. */
export function leftOutText(lost: Omit<LostDays, 'part'>): string {
  const { from, to, counting } = lost
  const days = counting ? `del ${longDay(from)} al ${longDay(to)}` : 'de esos días'
  return `${lostText(lost)}: no se cuenta nada ${days}.`
}

/** Why too little is left to be compared. */
export function lostNote(lost: readonly Omit<LostDays, 'part'>[]): string {
  return `${[...new Set(lost.map(lostText))].join('. ')}: quedan muy pocos días con los que comparar.`
}

function noteOf(effect: MeasuredEffect, measuring: Measuring): string | null {
  const { together = [], beside = [] } = measuring
  const isOne = together.length > 0 && canCompare(effect)
  const isMixed = beside.length > 0 && canCompare(effect)
  const texts = [
    isOne && togetherText(together),
    ownNote(effect, measuring),
    isMixed && besideText(beside),
  ]
  return texts.filter(Boolean).join(' ') || null
}

function ownNote(effect: MeasuredEffect, measuring: Measuring): string | null {
  const { currencyCode, windows } = measuring
  const campaigns = measuring.campaignIds.length
  switch (effect.reason) {
    case 'no-control':
      return withoutControlText(campaigns)
    case 'no-data':
      return 'No hubo impresiones antes del cambio: no hay con qué comparar.'
    case 'unlisted':
      return 'Los informes no traen nada suyo de después del cambio: no se sabe si dejó de mostrarse o si se descargaron sin ella.'
    case 'too-new':
      return 'Empezó muy poco antes del cambio: no hay con qué comparar lo de después.'
    case 'stopped':
      return 'Alguien lo paró más de la mitad de los días que se iban a medir (pausado o eliminado): no se puede juzgar lo que hizo el cambio.'
    case 'lost':
      return lostNote(effect.disturbed.flatMap(({ lost }) => lost ?? []))
    case 'changed-again':
      return CHANGED_AGAIN
    case 'no-worth':
      return unpricedNote(effect, currencyCode)
    case 'too-many-changes':
      return tooManyText(campaigns)
    case 'disturbed':
      return 'Más de la mitad de los días pasó algo solo aquí (un corte, una oferta o una medición a medias): no se puede juzgar.'
    case 'turned':
      return 'Unos días y los demás no se parecen, aquí y solo aquí: no se sabe cuáles muestran lo que hizo.'
    case 'few-days':
      return oddNote(effect, windows)
    case 'other-values':
      return OTHER_VALUES
    case 'too-few':
      return missingNote(effect, measuring)
    case null:
      return effect.verdict === 'unchanged'
        ? `Si cambió algo, es menos de ${money(effect.marginMicros, currencyCode)} al mes, que aquí no se nota.`
        : null
  }
}

const OTHER_VALUES =
  'Aquí se puja por el valor de lo que se vende, y lo que trae cada venta cambió más que por casualidad: su número no dice si compensa.'

/** Where a few days would have decided: which. */
function oddNote({ odd }: MeasuredEffect, windows: Measuring['windows']): string {
  const dayAt = (place: number) => longDay(addDays(windows.after.from, place))
  const days = odd ? ` Del ${dayAt(odd.first)} al ${dayAt(odd.last)} se vendió de otra manera.` : ''
  return `Lo que se ve depende de unos pocos días, y un cambio actúa en todos.${days}`
}

/** What a conversion has to be worth at least or at most, for those who know it; less spent and more sold pays at any worth. */
function unpricedNote(
  { breakEvenMicros, cost, conversions }: MeasuredEffect,
  currencyCode: string,
): string {
  const unknown = 'No se sabe cuánto vale una conversión'
  const [spent, sold] = [Math.sign(cost.estimate), Math.sign(conversions.estimate)]
  if (spent < 0 && sold > 0)
    return `${unknown}, pero costó menos y vendió más: si no es casualidad, compensa valga lo que valga.`
  if (spent > 0 && sold < 0)
    return `${unknown}, pero costó más y vendió menos: si no es casualidad, no compensa, valga lo que valga.`
  if (breakEvenMicros === null) return `${unknown}: sin eso no se puede decir si compensa.`
  const side = cost.estimate < 0 ? 'menos' : 'más'
  return `${unknown}: compensa si vale ${side} de ${money(breakEvenMicros, currencyCode)}.`
}

function missingNote(effect: MeasuredEffect, { dayOfLook, together = [] }: Measuring): string {
  const { missing, nextWeeks } = effect
  if (!missing && nextWeeks && dayOfLook) return 'Aún puede ser casualidad.'
  const lean = leaningOf(effect)
  const isOne = together.length > 0
  // Nothing is learned of one of several.
  const end = isOne ? '' : ` ${OF_ITS_RULE}`
  if (!missing && lean) return `No llega a demostrarse, pero lo más probable es ${lean}.${end}`
  if (!missing && isOne)
    return 'Tampoco así se podrá demostrar: sin tocarlo ya se mueve más de lo que lo moverían los cambios.'
  if (!missing)
    return `Por sí solo no se podrá demostrar: sin tocarlo ya se mueve más de lo que lo movería el cambio.${end}`
  const { conversions, weeks } = missing
  const amount =
    conversions === 1 ? 'Falta una conversión' : `Faltan unas ${integer(conversions)} conversiones`
  return `${amount}, ${plural(weeks, 'semana', 'semanas')} más, si el efecto es el que parece.`
}

/** Of what is not proved by itself. */
export const OF_ITS_RULE = 'Se suma a los demás de su tipo: juntos pueden llegar a demostrarlo.'

/** From here on it is said which way it leans, which is no verdict yet. */
const LEANING = 0.9

/** 'que se pierda dinero: de 10 casos así, en unos 9'; never all of them, for nothing is proved. */
function leaningOf({ chanceOfGain }: MeasuredEffect): string | null {
  if (chanceOfGain === null) return null
  const surer = Math.max(chanceOfGain, 1 - chanceOfGain)
  if (surer < LEANING) return null
  const what = chanceOfGain > 0.5 ? 'que se gane dinero' : 'que se pierda dinero'
  return `${what}: de 10 casos así, en unos 9`
}
