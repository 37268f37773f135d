import { blankOut } from './fold-text.ts'
import { MEASURES, type MeasureKey } from './measures.ts'
import type { Filters, Split } from './question.ts'

const RANKED = '(?:mejor|peor)(?:es)?'
/** 'El día con más ventas'. */
const WITH_MOST =
  '(?= (?:con|de) (?:mas|menos|mayor|menor|mejor|peor)\\b| (?:sin|que no|en (?:los )?que no)\\b)'
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
  [
    'day',
    new RegExp(
      `\\b(?:que|cada|${RANKED}) dias?\\b|\\bdias?${WITH_MOST}|\\bdia a dia\\b|\\bpor dias?\\b`,
      'g',
    ),
  ],
  [
    'week',
    new RegExp(`\\b(?:(?:por|cada|que|${RANKED}) semanas?\\b(?! santa)|semanas?${WITH_MOST})`, 'g'),
  ],
  [
    'month',
    new RegExp(
      `\\b(?:por|cada|que|${RANKED}) mes(?:es)?\\b|\\bmes a mes\\b|\\bmes(?:es)?${WITH_MOST}`,
      'g',
    ),
  ],
]
const DEVICE_WORDS: [number, RegExp][] = [
  [1, /\bmovil(?:es)?\b|\btelefonos?\b|\bsmartphones?\b|\bmobile\b/g],
  [2, /\bordenador(?:es)?\b|\bescritorio\b|\bdesktop\b|\bpc\b/g],
  [3, /\btablets?\b|\btabletas?\b/g],
]
const WEEKDAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabados?', 'domingos?']
const WEEKDAY = `(${WEEKDAYS.join('|')})`
const WEEKDAY_SPAN = new RegExp(
  `\\b(?:(?:de |desde )?(?:los )?${WEEKDAY} (?:a|hasta)(?: los)?|entre(?: los)? ${WEEKDAY} y(?: los)?) ${WEEKDAY}\\b`,
)
/** 'El lunes', 'este lunes', and the Sunday of 'el sábado y domingo', are days of a date. */
const OF_A_DATE = `(?<!\\b(?:d?el|al|este) (?:pasado )?(?:${WEEKDAY} y )?)`
/** 'De 3 a 9 de octubre' are days. */
const HOUR_SPAN =
  /\b(?:entre las|de) (\d{1,2}) (?:y las|a|a las) (\d{1,2})(?: horas)?\b(?! de (?:ene|feb|marzo|abr|may|jun|jul|ago|sep|oct|nov|dic))/
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
    return this.takeAll(words)[0] ?? null
  }
  takeAll(words: RegExp): RegExpExecArray[] {
    const all = [...this.text.matchAll(new RegExp(words.source, 'g'))]
    for (const match of all) this.text = blankOut(this.text, match.index, match[0].length)
    return all
  }
}

export function takeMeasures(left: TextLeft): MeasureKey[] {
  return MEASURES.filter(({ words }) => left.take(words)).map(({ key }) => key)
}

/** All the ways asked for, in the order of the list above. */
export function takeSplits(left: TextLeft): Split[] {
  return SPLITS.filter(([, words]) => left.take(words)).map(([split]) => split)
}

type Narrowed = Omit<Filters, 'region'> & { devices: number }

export function takeFilters(left: TextLeft): Narrowed {
  const device = DEVICE_WORDS.filter(([, words]) => left.take(words)).map(([code]) => code)
  const isWeekend = left.take(/\blos fines? de semana\b|\b(?:en )?fines de semana\b/) !== null
  const spans = left.takeAll(WEEKDAY_SPAN).map(([, from, after, to]) => span(from ?? after, to))
  const named = WEEKDAYS.flatMap((name, at) =>
    left.take(new RegExp(`${OF_A_DATE}\\b(?:los |cada )?${name}\\b(?! al |(?: dia)? \\d)`))
      ? [at]
      : [],
  )
  const clock = left.takeAll(HOUR_SPAN)
  const single = left.takeAll(/\ba las (\d{1,2})\b/)
  const parts = HOURS.flatMap(([words, span]) => (left.take(words) ? span : []))
  const weekdays = [...(isWeekend ? [5, 6] : []), ...spans.flat(), ...named]
  return {
    device: device.length === 1 ? (device[0] ?? null) : null,
    devices: device.length,
    weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b),
    hours: [
      ...clock.flatMap(([, from, to]) => hours(Number(from), Number(to))),
      ...single.map(([, hour]) => Number(hour)),
      ...parts,
    ],
  }
}

/** Days of the week from one to another, past Sunday too. */
function span(from = '', to = ''): number[] {
  const [first = 0, last = 0] = [from, to].map((said) =>
    WEEKDAYS.findIndex((name) => new RegExp(`^${name}$`).test(said)),
  )
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7)
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

/** Past midnight too. */
function hours(from: number, to: number): number[] {
  const last = Math.min(24, to)
  const until = (end: number, start = 0) =>
    Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)
  return from > last ? [...until(24, from), ...until(last)] : until(last, from)
}
