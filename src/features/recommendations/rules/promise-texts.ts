import { conversionsToSee } from '#engine/effect/experiment-promise.ts'
import type { LonePromise } from '#engine/effect/lone-promise.ts'
import type { MeasuredEffect } from '#engine/effect/measure-effect.ts'
import { appliedBeside, namedTitles, OF_ITS_RULE } from '#engine/effect/measured-texts.ts'
import type { Day } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, longDay, money } from '#shared/spanish-numbers.ts'
import type { getPromise } from '../contract/changes.ts'

type Reply = ReplyOf<typeof getPromise>

/** `reason`: why looking at this place alone could not tell anything. */
export type LoneOutlook = {
  promise: LonePromise | null
  reason: MeasuredEffect['reason'] | 'everything' | 'no-past'
  /** Titles of what was applied today to the same campaigns, with which it will be measured as one. */
  together?: readonly string[]
}

/** `expectedMicros`: as forecast, a month. */
type Said = {
  currencyCode: string
  expectedMicros: number | null
  /** What the campaigns that are changed cost a month, or sell where that is more; absent: not known. */
  wholeMicros?: number
}

/** Below it a verdict is not to be counted on. */
const HOPELESS = 0.2
const SURE = 0.8

/** What applying all of it now could tell. */
export function atOnceWay(
  outlook: LoneOutlook,
  said: Parameters<typeof aloneWay>[1],
): Reply['atOnce'] {
  const way = aloneWay(outlook, said)
  const { together = [] } = outlook
  if (together.length === 0) return way
  const text = `Se medirá junto con ${appliedBeside(together, 'hoy')}: el efecto que se vea será de todas.`
  // Nothing is learned of one of several.
  return {
    ...way,
    sentences: [...way.sentences.map((one) => one.replace(OF_ITS_RULE, '').trim()), text],
  }
}

function aloneWay(
  { promise, reason }: LoneOutlook,
  said: Said & { dayOfLook: (weeks: number) => Day },
): Reply['atOnce'] {
  const { currencyCode, expectedMicros, dayOfLook } = said
  if (!promise) return { sentences: [SILENCES[reason ?? 'no-data']], chance: expectedMicros && 0 }
  const { leastMicros: leastSeen } = promise.looks.at(-1)!
  const least = money(leastSeen, currencyCode)
  const last = longDay(dayOfLook(promise.looks.at(-1)!.weeks))
  if (expectedMicros === null && leastSeen > (said.wholeMicros ?? leastSeen))
    return { sentences: [BEYOND_ALL], chance: null }
  if (expectedMicros === null)
    return {
      sentences: [`El ${last} se distinguiría un efecto de ${least} al mes o más.`],
      chance: null,
    }
  const chance = promise.chanceOf(expectedMicros)
  const expected = money(expectedMicros, currencyCode)
  if (chance < HOPELESS)
    return {
      sentences: [
        `Este cambio solo no se podrá demostrar: se esperan ${expected} al mes y solo se distinguiría a partir de ${least}. ${OF_ITS_RULE}`,
      ],
      chance,
    }
  const early = promise.looks.find(({ leastMicros }) => leastMicros <= Math.abs(expectedMicros))
  const day = early ? longDay(dayOfLook(early.weeks)) : last
  return { sentences: [knownText(day, chance, expected)], chance }
}

const BEYOND_ALL =
  'Este cambio solo no se podrá demostrar: solo se distinguiría un efecto mayor que todo lo que estas campañas gastan o venden al mes.'

const SILENCES: Record<NonNullable<LoneOutlook['reason']>, string> = {
  everything: 'No se podrá medir: afecta a toda la cuenta y no queda con qué comparar.',
  'no-control': 'No se podrá medir: no queda nada parecido sin tocar con lo que comparar.',
  'no-past':
    'No se puede decir qué se sabrá: en las últimas semanas cambió casi todo lo que se le parece.',
  'no-data': 'No se puede decir qué se sabrá: faltan semanas de datos con las que calcularlo.',
  unlisted:
    'No se puede decir qué se sabrá: los informes no traen nada suyo de las últimas semanas.',
  'too-new': 'No se puede decir qué se sabrá: lo que cambia empezó hace pocas semanas.',
  stopped: 'No se puede decir qué se sabrá: en las últimas semanas estuvo parado.',
  lost: 'No se puede decir qué se sabrá: en las últimas semanas no se contaron todas las conversiones.',
  'changed-again': 'No se podrá medir: alguien volvió a cambiar lo mismo.',
  'no-worth':
    'Se medirán el coste y las conversiones, pero no si compensa: no se sabe cuánto vale una conversión.',
  'too-many-changes': 'No se podrá medir: hay demasiados cambios más en lo mismo.',
  disturbed:
    'No se puede decir qué se sabrá: en las últimas semanas pasó algo solo aquí y no se puede calcular.',
  turned: `Este cambio solo no se podrá demostrar. ${OF_ITS_RULE}`,
  'other-values': `Este cambio solo no se podrá demostrar. ${OF_ITS_RULE}`,
  'few-days': `Este cambio solo no se podrá demostrar. ${OF_ITS_RULE}`,
  'too-few': `Este cambio solo no se podrá demostrar. ${OF_ITS_RULE}`,
}

/** Titles of what is still being measured where a card acts: what it changes again, and what is beside it. */
export type StillMeasured = { again: string[]; beside: string[] }

/** What applying it does to measurements that are not over, in whichever way. */
export function disturbedTexts({ again, beside }: StillMeasured): string[] {
  const isOne = (titles: string[]) => titles.length === 1
  return [
    ...(again.length > 0
      ? [
          isOne(again)
            ? `${namedTitles(again)} se está midiendo todavía y cambia lo mismo: con este cambio ya no se podrá medir por separado.`
            : `${namedTitles(again)} se están midiendo todavía y cambian lo mismo: con este cambio ya no se podrán medir por separado.`,
        ]
      : []),
    ...(beside.length > 0
      ? [
          isOne(beside)
            ? `${namedTitles(beside)} se está midiendo todavía en la misma campaña: lo que haga este cambio se verá también en su medida.`
            : `${namedTitles(beside)} se están midiendo todavía en las mismas campañas: lo que haga este cambio se verá también en sus medidas.`,
        ]
      : []),
  ]
}

const about = (changes: number) =>
  changes === 1 ? 'Un cambio' : `Unos ${integer(changes)} cambios`

/** What a drawn half now and the other later could tell. */
export function halvesWay(
  seen: { leastMicros: number | null; chanceOf: (monthlyMicros: number) => number },
  said: Said & { first: number; second: number; secondOn: Day; latestOn: Day },
): Omit<NonNullable<Reply['halves']>, 'refusal'> {
  const { expectedMicros, first, second, secondOn, latestOn } = said
  const day = longDay(secondOn)
  // The coins of the application are thrown when it is made: they may deal otherwise than here.
  const how = `${about(first)} ahora, por sorteo, y ${second === 1 ? 'el otro' : `unos ${integer(second)}`} el ${day}, cuando se sepa qué hizo la primera mitad; si perdió dinero, la segunda no se hace, y si aún puede ser casualidad, espera a que se mire otra vez, como mucho hasta el ${longDay(latestOn)}.`
  const chance = expectedMicros === null ? null : seen.chanceOf(expectedMicros)
  return {
    sentences: [how, ...halvesChance(seen.leastMicros, chance, said)],
    chance,
    first,
    second,
    secondOn,
  }
}

/** What half of a campaign's searches, in one of Google's experiments, could tell. */
export function experimentWay(
  promise: LonePromise | null,
  said: Said & {
    startsOn: Day
    endsOn: Day
    /** Of each half in all the weeks, at the present pace. */
    conversions: number
    dayOfLook: (weeks: number) => Day
  },
): Pick<NonNullable<Reply['experiment']>, 'sentences' | 'chance'> {
  const { startsOn, endsOn, conversions, expectedMicros } = said
  const how = `Google reparte las búsquedas de la campaña: la mitad con el cambio y la otra mitad como está, del ${longDay(startsOn)} al ${longDay(endsOn)} como mucho. Con el resultado decides si se promueve.`
  const size = `Para ver un ${RISE * 100} % más de conversiones hacen falta unas ${integer(conversionsToSee(RISE))} en cada mitad; al ritmo de ahora habrá unas ${integer(Math.round(conversions))}.`
  if (!promise) return { sentences: [how, SILENCES['no-worth'], size], chance: expectedMicros && 0 }
  const { sentences, chance } = atOnceWay({ promise, reason: null }, said)
  return { sentences: [how, ...sentences, size], chance }
}

/** Named where conversions alone are to tell. */
const RISE = 0.2

function halvesChance(
  leastMicros: number | null,
  chance: number | null,
  { currencyCode, expectedMicros, secondOn }: Said & { secondOn: Day },
): string[] {
  const least = leastMicros === null ? null : money(leastMicros, currencyCode)
  if (chance === null || expectedMicros === null)
    return least ? [`Se distinguiría un efecto de ${least} al mes o más.`] : [NEVER]
  const expected = money(expectedMicros, currencyCode)
  if (chance >= HOPELESS) return [knownText(longDay(secondOn), chance, expected)]
  return [
    least
      ? `Ni así es probable que se sepa: se esperan ${expected} al mes y se distinguiría a partir de ${least}.`
      : NEVER,
  ]
}

const NEVER =
  'Ni así se sabría: lo que venden estas partes ya varía más de lo que el cambio movería.'

function knownText(day: string, chance: number, expected: string): string {
  const share = `${Math.min(95, Math.max(5, Math.round(chance * 20) * 5))} %`
  const sure = chance >= SURE ? 'Se sabrá' : 'Puede que se sepa'
  return `${sure} el ${day}, con un ${share} de probabilidad si trae lo previsto (${expected} al mes).`
}
