import type { Day } from '#shared/dates.ts'
import type { DataTable } from '../contract/data-table.ts'
import { subjectsIn } from './asked-parts.ts'
import { foldText } from './fold-text.ts'
import { MEASURES } from './measures.ts'
import { mentionsIn } from './mentions.ts'
import { type NumberToken, numberTokens } from './number-tokens.ts'
import { answerText, type PlainAnswer } from './plain-answer.ts'
import { spokenDates } from './spoken-dates.ts'
import { textFaults } from './text-faults.ts'
import { maskedText } from './trace-figures.ts'

export type Told = {
  answer: PlainAnswer
  tables: readonly DataTable[]
  question: string
  today: Day
  /** What else the account has that has a name. */
  names: readonly string[]
}

/**
 * Why other words for the body of an answer may not be shown. They say the same figures in the same order, each of the same
 * measure and the same thing, and speak of no days, devices, parts or names but those of the question and its answer.
 */
export function wordingFaults(wording: string, told: Told): string[] {
  return [
    ...textFaults(withoutMakers(wording, told.answer), told),
    ...figureFaults(wording, told),
    ...nameFaults(wording, told),
    ...dateFaults(wording, told),
    ...subjectFaults(wording, told),
  ]
}

const MAIL = /[\w.+-]+@[\w.-]+\w/g

/** Who made a change is named by a mail address; no other address may stand in the words. */
function withoutMakers(wording: string, { body }: PlainAnswer): string {
  const makers = new Set(body.match(MAIL))
  return wording.replace(MAIL, (mail) => (makers.has(mail) ? ' '.repeat(mail.length) : mail))
}

function figureFaults(wording: string, { answer, tables }: Told): string[] {
  const said = spokenFigures(wording, tables)
  const wanted = spokenFigures(answer.body, tables)
  if (said.map(keyOf).join('; ') !== wanted.map(keyOf).join('; '))
    return [
      `Di estas cifras, todas, ninguna más y en este orden: ${wanted.map(({ text }) => text).join('; ')}.`,
    ]
  const turned = said.filter((figure, i) => {
    const own = wanted[i]
    return own && (isOther(figure.measures, own.measures) || isOther(figure.ways, own.ways))
  })
  return turned.length > 0
    ? [`Estas cifras no son de lo que dice su frase: ${turned.map(({ text }) => text).join('; ')}.`]
    : []
}

type SpokenFigure = NumberToken & {
  sign: string
  /** What the words around it make it a figure of; none where they do not say. */
  measures: readonly string[]
  /** 'up', 'down'; 'before', 'now'. */
  ways: readonly string[]
}

const keyOf = ({ value, kind, sign }: SpokenFigure) => `${sign}${value} ${kind}`
const isOther = (said: readonly string[], meant: readonly string[]) =>
  said.length > 0 && meant.length > 0 && !said.some((one) => meant.includes(one))

const SENTENCE = /[.;:!?](?=\s|$)|\n|·/g
const CLAUSE = /[.;:!?,(](?=\s|$)|\n|·|\(/g

function spokenFigures(text: string, tables: readonly DataTable[]): SpokenFigure[] {
  const masked = maskedText(text, tables)
  const folded = foldText(masked)
  let end = 0
  return numberTokens(masked)
    .filter(({ kind }) => kind !== 'days')
    .map((token) => {
      const before = folded.slice(0, token.start)
      const sentence = before.slice(lastEnd(before.replace(/:/g, ' '), SENTENCE))
      const clause = before.slice(Math.max(end, lastEnd(before, CLAUSE)))
      const after = /^\s+(?:de (?:\p{L}+ )?)?\p{L}+/u.exec(folded.slice(token.end))?.[0] ?? ''
      end = token.end
      return {
        ...token,
        sign: /[-−]\s?$/.test(before) ? '-' : '',
        measures: [...lastMeasure(sentence), ...lastMeasure(after)],
        ways: waysIn(clause + after),
      }
    })
}

function lastEnd(text: string, ends: RegExp): number {
  return [...text.matchAll(ends)].at(-1)?.index ?? 0
}

/** The measure named last; a longer name takes its words. */
function lastMeasure(text: string): string[] {
  let left = text
  let [last, at] = ['', -1]
  for (const { key, words } of MEASURES)
    for (const match of left.matchAll(new RegExp(words.source, 'g'))) {
      left = left.replace(match[0], ' '.repeat(match[0].length))
      if (match.index > at) [last, at] = [key, match.index]
    }
  return at < 0 ? [] : [last]
}

const WAYS: [string, RegExp][] = [
  ['up', /\b(?:sub\w+|aument\w+|crec\w+|mas|mayor)\b/],
  ['down', /\b(?:baj\w+|ca(?:e|yo|ido|ida)|descen\w+|reduc\w+|menos|menor)\b/],
  ['before', /\b(?:antes|anterior\w*|previ[oa]s?|desde|frente)\b/],
  ['now', /\b(?:ahora|actual\w*)\b/],
]

function waysIn(text: string): string[] {
  return WAYS.filter(([, words]) => words.test(text)).map(([way]) => way)
}

function nameFaults(wording: string, { answer, names }: Told): string[] {
  const own = foldText(answerText(answer))
  const wanted = quotedIn(answer.body)
  const said = quotedIn(wording).filter((name) => wanted.includes(name))
  if ([...new Set(said)].join() !== wanted.join())
    return [`Nombra entre «», y en este orden: ${wanted.join(', ')}.`]
  const others = mentionsIn(wording, names).filter((mention) =>
    mention.names.every((name) => !own.includes(foldText(name))),
  )
  return others.map(({ start, end }) => `No se pregunta por ${wording.slice(start, end)}.`)
}

const quotedIn = (text: string) => [...new Set(text.match(/«[^«»]+»/g))]

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'
const SHORT_DATE = /\b(\d{1,2}) (?:de )?(ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)\b\.?/g

function dateFaults(wording: string, told: Told): string[] {
  const read = (text: string) => spokenDates(withLongDates(text), told.today)
  const allowed = [told.question, answerText(told.answer)].map(read)
  const ranges = new Set(allowed.flatMap((one) => one.ranges.map(({ from, to }) => from + to)))
  for (const { from, to } of told.tables) ranges.add(`${from}${to}`)
  const unread = new Set(allowed.flatMap((one) => one.unread.map(({ said }) => said)))
  const said = read(wording)
  const others = [
    ...said.ranges.filter(({ from, to }) => !ranges.has(from + to)).map((range) => range.said),
    ...said.unread.flatMap((one) => (unread.has(one.said) ? [] : [one.said])),
  ]
  return others.length > 0 ? [`La respuesta no es de estos días: ${others.join('; ')}.`] : []
}

/** '3 nov 2026' as '3 de noviembre de 2026'. */
function withLongDates(text: string): string {
  const quoteless = foldText(text.replace(/«[^«»]*»/g, (name) => ' '.repeat(name.length)))
  return quoteless
    .replace(SHORT_DATE, (_, day, name) => {
      const month = MONTHS.split(' ').find((one) => one.startsWith(name.slice(0, 3)))
      return `${day} de ${month}`
    })
    .replace(/[¿?¡!.,;:()]/g, ' ')
    .replace(/\s+/g, ' ')
}

const ALL = /\btoda la cuenta\b|\btotal de la cuenta\b|\bla cuenta\b/

function subjectFaults(wording: string, { answer, question }: Told): string[] {
  const [own, said] = [`${question} ${answerText(answer)}`, wording].map((text) =>
    foldText(text.replace(/«[^«»]*»/g, ' ')),
  ) as [string, string]
  const known = subjectsIn(own)
  const others = subjectsIn(said).filter((one) => !known.includes(one))
  const isOfAll = ALL.test(said) && !ALL.test(own)
  return others.length > 0 || isOfAll
    ? ['La respuesta habla de algo que no se ha preguntado: cíñete a ella.']
    : []
}
