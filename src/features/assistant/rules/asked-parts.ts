import { blankOut } from './fold-text.ts'
import { isCost, MEASURES, type MeasureKey } from './measures.ts'
import type { Filters, Ranked, Split } from './question.ts'

const SPLITS: [Split, RegExp][] = [
  ['search_term', /\bterminos?(?: de busqueda)?\b|\bbusquedas?\b|\bbuscan?\b|\bbuscado\b/g],
  ['keyword', /\bpalabras? clave\b|\bkeywords?\b/g],
  ['ad_group', /\bgrupos?(?: de anuncios)?\b/g],
  ['campaign', /\bcampanas?\b/g],
  ['device', /\bdispositivos?\b/g],
  [
    'region',
    /\b(?:lugar(?:es)?|ciudad(?:es)?|region(?:es)?|provincias?|zonas?|ubicacion(?:es)?|comunidad(?:es)?|paises|pais|sitios?|donde)\b/g,
  ],
  ['hour', /\b(?:a )?(?:que|por|cada) horas?\b|\bhoras?\b|\bhora a hora\b/g],
  [
    'weekday',
    /\bdias? de la sem(?:ana| {4})\b|\bque dias?\b(?= (?:se )?(?:vend|conv|gast|tengo|tenemos|hay|funciona|me|nos|es|son))/g,
  ],
  ['day', /\b(?:que|mejor|peor|mejores|peores|cada) dias?\b|\bdia a dia\b|\bpor dias?\b/g],
  ['month', /\b(?:por|cada|que) mes(?:es)?\b|\bmes a mes\b/g],
]
const DEVICE_WORDS: [number, RegExp][] = [
  [1, /\bmovil(?:es)?\b|\btelefonos?\b|\bsmartphones?\b|\bmobile\b/g],
  [2, /\bordenador(?:es)?\b|\bescritorio\b|\bdesktop\b|\bpc\b/g],
  [3, /\btablets?\b|\btabletas?\b/g],
]
const WEEKDAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabados?', 'domingos?']
const HOURS: [RegExp, number[]][] = [
  [/\bpor las? mananas?\b/g, hours(6, 12)],
  [/\bpor las? tardes?\b/g, hours(12, 20)],
  [/\bpor las? noches?\b/g, hours(20, 24)],
  [/\b(?:de|por la) madrugada\b/g, hours(0, 6)],
]

/** A reader that takes what it understands out of the text, so that what is left can be named. */
export class TextLeft {
  text: string
  constructor(text: string) {
    this.text = text
  }
  /** The first match, or null; all matches go. */
  take(words: RegExp): RegExpExecArray | null {
    let first: RegExpExecArray | null = null
    for (const match of this.text.matchAll(new RegExp(words.source, 'g'))) {
      first ??= match as RegExpExecArray
      this.text = blankOut(this.text, match.index, match[0].length)
    }
    return first
  }
}

export function takeMeasures(left: TextLeft): MeasureKey[] {
  return MEASURES.filter(({ words }) => left.take(words)).map(({ key }) => key)
}

/** All the ways asked for, in the order of the list above. */
export function takeSplits(left: TextLeft): Split[] {
  return SPLITS.filter(([, words]) => left.take(words)).map(([split]) => split)
}

export function takeFilters(left: TextLeft): Omit<Filters, 'region'> {
  const device = DEVICE_WORDS.filter(([, words]) => left.take(words)).map(([code]) => code)
  const isWeekend = left.take(/\blos fines? de semana\b|\b(?:en )?fines de semana\b/) !== null
  const named = WEEKDAYS.flatMap((name, at) =>
    left.take(new RegExp(`(?<!\\bel (?:pasado )?)\\b(?:los |cada )?${name}\\b`)) ? [at] : [],
  )
  const clock = left.take(/\b(?:entre las|de) (\d{1,2}) (?:y las|a|a las) (\d{1,2})(?: horas)?\b/)
  const single = left.take(/\ba las (\d{1,2})\b/)
  const parts = HOURS.flatMap(([words, span]) => (left.take(words) ? span : []))
  return {
    device: device.length === 1 ? (device[0] ?? null) : null,
    weekdays: isWeekend ? [5, 6] : named,
    hours: [
      ...(clock ? hours(Number(clock[1]), Number(clock[2])) : []),
      ...(single ? [Number(single[1])] : []),
      ...parts,
    ],
  }
}

/** Of which measures, parts, devices, days of the week and hours a folded text speaks. */
export function subjectsIn(text: string): string[] {
  const left = new TextLeft(text)
  const { weekdays, hours } = takeFilters(new TextLeft(text))
  return [
    ...DEVICE_WORDS.filter(([, words]) => left.take(words)).map(([code]) => `device ${code}`),
    ...weekdays.map((day) => `weekday ${day}`),
    ...hours.map((hour) => `hour ${hour}`),
    ...takeSplits(left),
    ...takeMeasures(left),
  ]
}

/** 'Mejor' and 'peor' are about the cost of a conversion unless a measure is named. */
export function rankedBy(text: string, measures: readonly MeasureKey[]): Ranked {
  const isWorst = /\bpeor(?:es)?\b/.test(text)
  const isBest = /\bmejor(?:es)?\b/.test(text)
  const withoutConversions = /\bsin (?:\w+ )?(?:conver|vent|vend)|\bno (?:convier|vend)/.test(text)
  const named = measures.find((key) => key !== 'conversions' || !withoutConversions)
  const sortBy = named ?? (isWorst ? 'cpa' : isBest ? 'conversions' : 'spend')
  const isLess = /\bmenos\b|\bmenor\b|\bbarat/.test(text)
  const wantsLow = isCost(sortBy) ? isBest || isLess : isWorst || isLess
  const limit = Number(/\b(?:top|las|los) (\d{1,2})\b/.exec(text)?.[1] ?? 5)
  return {
    sortBy,
    direction: wantsLow ? 'lowest' : 'highest',
    limit: Math.min(20, Math.max(1, limit)),
    withoutConversions,
  }
}

function hours(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(24, to) - from) }, (_, i) => from + i)
}
