import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { WASTE_LIST } from '../../findings/shared-negatives.ts'
import {
  conversionsText,
  groupFigures,
  groupTest,
  whereListed,
  whereText,
} from '../../words/group-figures.ts'
import { labelsOf } from '../../words/setup-groups.ts'
import { examples, listed } from '../../words/setup-texts.ts'
import { meaningText, type Told } from './meaning-words.ts'
import type { LuckyWord } from './ngram-verdicts.ts'
import { ofMeaning, STOPPED, seasonText } from './wasted-ngrams-words.ts'

/** `parts`: wasted queries, two or more, in any campaigns; `lucky`: the words that make some of them waste. */
export function wastedTermGroupTexts(
  context: Context,
  parts: readonly Finding[],
  lucky: readonly LuckyWord[] = [],
): GroupTexts {
  const named = `Son ${examples(labelsOf(parts))}.`
  return termGroupTexts(context, parts, '', [named, ...luckyWordsText(lucky)])
}

/** The same of those with a word that one lucky query keeps from being excluded. */
export function luckyWordGroupTexts(
  context: Context,
  parts: readonly Finding[],
  word: LuckyWord,
): GroupTexts {
  return termGroupTexts(context, parts, ` con «${word.word}»`, [luckyWordText(word)])
}

function termGroupTexts(
  context: Context,
  parts: readonly Finding[],
  which: string,
  about: readonly string[],
): GroupTexts {
  const figures = groupFigures(context, parts, 'Búsquedas que se excluyen')
  const { show } = figures
  const where = whereText(context, parts)
  const isOne = new Set(parts.map(({ campaignId }) => campaignId)).size === 1
  return {
    title: `Excluye ${show('count')} búsquedas${which} de ${where}: ${outcome(figures)}`,
    description: `En ${show('days')} días, estas búsquedas hicieron ${figures.count('clicks', 'clic', 'clics')} en ${whereListed(context, parts)}, costaron ${show('cost')} y ${brought(figures)}. ${about.join(' ')} Añádelas como palabras clave negativas exactas (los anuncios dejan de salir en ellas).`,
    whyNow: `Siguen gastando unos ${show('monthlyCost')} al mes.`,
    figures: figures.list,
    test: groupTest(parts, figures),
    before: `Los anuncios de ${where} salen en estas búsquedas.`,
    after: `Una palabra clave negativa exacta en ${isOne ? where : 'su campaña'} por cada búsqueda de la tabla.`,
  }
}

/** Why its queries go one by one. */
export function luckyWordText({ word, sold, isOfBrand }: LuckyWord): string {
  const dear = `Las búsquedas con «${word}» cuestan en conjunto más de lo que traen`
  if (sold.length === 0 && isOfBrand)
    return `${dear}; como también la llevan búsquedas con tu marca o la de un competidor, no se excluye la palabra entera, sino una a una las que salen caras.`
  // What sold may be one of those that are excluded.
  if (sold.length === 0)
    return `${dear}; como alguna sí vendió, no se excluye la palabra entera, sino una a una las que salen caras.`
  const names = listed(sold.slice(0, MOST_SOLD).map((text) => `«${text}»`))
  const didSell = sold.length === 1 ? `${names} sí vendió` : `${names} sí vendieron`
  return `${dear}; como ${didSell}, no se excluye la palabra entera, sino las demás una a una.`
}

function luckyWordsText(words: readonly LuckyWord[]): string[] {
  if (words.length < 2) return words.map(luckyWordText)
  const names = listed(words.slice(0, MOST_SOLD).map(({ word }) => `«${word}»`))
  const more = words.length > MOST_SOLD ? ' y otras palabras' : ''
  return [
    `Las búsquedas con ${names}${more} cuestan en conjunto más de lo que traen; como algunas sí vendieron, no se excluyen las palabras enteras, sino las demás búsquedas una a una.`,
  ]
}

/** `parts`: repeated words of wasted queries, two or more; `isShared`: as words of a list that the campaigns share. `spared`: words of the calendar that are left alone. */
export function wastedNgramGroupTexts(
  context: Context,
  parts: readonly Finding[],
  {
    isShared,
    spared,
    told = [],
  }: { isShared: boolean; spared: readonly string[]; told?: readonly Told[] },
): GroupTexts {
  const figures = groupFigures(context, parts, 'Palabras que se excluyen')
  const { show } = figures
  const labels = labelsOf(parts)
  const words = quoted(labels)
  const meaning = meaningText(context, told)
    .map((text) => `${text} `)
    .join('')
  const others = labels.length - TITLE_WORDS
  const first = labels.slice(0, TITLE_WORDS).map((word) => `«${word}»`)
  const more = others === 1 ? 'otra palabra' : 'otras palabras'
  const shown = others > 0 ? `${first.join(', ')} y ${more}` : words
  return {
    title: `Excluye búsquedas con ${shown}: ${outcome(figures)}`,
    description: `Las búsquedas que contienen ${words} sumaron ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días, costaron ${show('cost')} y ${brought(figures)}. ${meaning}Cada palabra va como palabra clave negativa de frase (frena toda búsqueda que la contenga), también para las que Google no muestra.`,
    whyNow: `Siguen gastando unos ${show('monthlyCost')} al mes.`,
    figures: [...figures.list, ...ofMeaning(context, told)],
    test: groupTest(parts, figures),
    before: `Los anuncios salen en búsquedas que contienen ${words}.`,
    after: isShared
      ? `Palabras clave negativas de frase con ${words} en la lista compartida «${WASTE_LIST}», que usarán ${whereListed(context, parts)}.`
      : `Palabras clave negativas de frase con ${words}, en las campañas donde salían.`,
    doubts: (all) => [
      ...seasonText(spared),
      ...all.filter((doubt) => !doubt.startsWith(STOPPED)),
      STOPPED_ALL,
    ],
  }
}

const MOST_SOLD = 3
const TITLE_WORDS = 3

const quoted = (words: readonly string[]) => listed(words.map((word) => `«${word}»`))

function brought(figures: ReturnType<typeof groupFigures>): string {
  const text = conversionsText(figures)
  return text === NONE ? `no trajeron ${text}` : `trajeron ${text}`
}

function outcome(figures: ReturnType<typeof groupFigures>): string {
  const text = conversionsText(figures)
  return `${figures.show('cost')} ${text === NONE ? 'sin' : 'para'} ${text}`
}

const STOPPED_ALL = `${STOPPED} con estas palabras, también en las que aún no se han visto.`
const NONE = 'ninguna conversión'

/** `parts`: ad groups, two or more, each with its converting queries. */
export function convertingGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = groupFigures(context, parts, 'Grupos de anuncios')
  const terms = parts.reduce((sum, { acts = [] }) => sum + acts.length, 0)
  const { show } = figures
  const added = context.say.integer(terms)
  return {
    title: `Añade ${added} búsquedas de ${whereText(context, parts)} como palabras clave: ya han traído ${conversionsText(figures)}`,
    description: `En ${show('days')} días trajeron ${conversionsText(figures)} por ${show('cost')} en ${whereListed(context, parts)}, por debajo del coste de referencia, y llegan por otras palabras clave. Como concordancia exacta, cada una tiene su puja y su anuncio y no depende de que Google decida mostrarla.`,
    whyNow:
      'Dependen de que Google las empareje cada vez con otra palabra clave, con la puja de esa.',
    figures: [
      ...figures.list,
      { key: 'terms', label: 'Búsquedas que se añaden', unit: 'integer', value: terms },
      ...parts[0]!.card.figures.filter(({ key }) => key === 'uplift'),
    ],
    test: groupTest(parts, figures),
    before: 'No son palabras clave.',
    after: 'Una palabra clave exacta por cada búsqueda, en el grupo que la trae hoy.',
  }
}
