import type { Context, Target } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { Figure, MutateOperation } from '../../findings/recommendation.ts'
import { WASTE_LIST } from '../../findings/shared-negatives.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { listed, withAmount } from '../../words/setup-texts.ts'
import { smartBiddingCaveat, worthCaveat } from '../../words/shared-texts.ts'
import {
  hiddenWordsCaveat,
  wasteCaveats,
  wasteFigures,
  wasteOutcome,
  wasteTest,
  wasteText,
  wasteWhyNow,
} from '../../words/waste-texts.ts'
import type { Ngram } from './frequent-ngrams.ts'
import { meaningFigures, meaningText, type Told } from './meaning-words.ts'
import { mostOfCampaign } from './most-of-campaign.ts'
import { termTable } from './term-table.ts'

export const STOPPED = 'Dejarán de salir los anuncios en cualquier búsqueda'

export function wastedNgramTexts(
  context: Context,
  ngram: Ngram,
  verdict: WasteVerdict,
  target: Target,
  change: {
    operations: MutateOperation[]
    isShared: boolean
    told: readonly Told[]
    spared: readonly string[]
    shares: Parameters<typeof mostOfCampaign>[1]
  },
) {
  const { operations, isShared, told, spared, shares } = change
  const figures = wasteFigures(context, addUp(ngram.terms.map(({ sums }) => sums)), verdict, target)
  const { show } = figures
  const word = ngram.spellings[0]!
  const names = [...new Set(ngram.terms.map(({ campaign }) => campaign.name))].sort()
  const where = listed(names.map((name) => `«${name}»`))
  const negatives = listed(ngram.spellings.map((text) => `«${text}»`))
  const meaning = meaningText(context, told)
    .map((text) => `${text} `)
    .join('')
  const count = { key: 'terms', label: 'Búsquedas distintas', unit: 'integer' as const }
  const counted = { ...count, value: new Set(ngram.terms.map(({ text }) => text)).size }
  return {
    title: `Excluye las búsquedas con «${word}»: ${wasteOutcome(figures)}`,
    description: `${context.say.plural(counted.value, 'búsqueda distinta que contiene', 'búsquedas distintas que contienen')} «${word}» ${counted.value === 1 ? 'sumó' : 'sumaron'} ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días, en ${where}, ${wasteText(figures)}. ${meaning}Una palabra clave negativa de frase (frena toda búsqueda que la contenga) las evita todas, también las que Google no muestra.`,
    whyNow: wasteWhyNow(figures),
    impact: withAmount(),
    card: {
      figures: [...figures.list, counted, ...ofMeaning(context, told)],
      table: termTable(context, ngram.terms),
      test: wasteTest(figures, verdict, target),
      counterEvidence: [
        ...mostOfCampaign(context, shares),
        ...seasonText(spared),
        ...wasteCaveats(context, figures, 'una de estas búsquedas'),
        ...worthCaveat(target, { saves: true }),
        ...smartBiddingCaveat(ngram.terms[0]?.campaign),
        ...hiddenWordsCaveat(figures),
        `${STOPPED} con «${word}», también en las que aún no se han visto.`,
      ],
      change: {
        operations,
        before: `Los anuncios salen en búsquedas que contienen «${word}».`,
        after: isShared
          ? `Palabra clave negativa de frase ${negatives} en la lista compartida «${WASTE_LIST}», que usarán ${where}.`
          : `Palabra clave negativa de frase ${negatives} en ${where}.`,
      },
    },
  }
}

/** Their keys are not those of the searches that are excluded. */
export const ofMeaning = (context: Context, told: readonly Told[]): Figure[] =>
  told.length === 0
    ? []
    : meaningFigures(context, told).list.map((figure) =>
        figure.key === 'conversions' ? { ...figure, key: 'meantConversions' } : figure,
      )

export const nothingCommon = (spared: readonly string[]): string =>
  [NOTHING_COMMON, ...seasonText(spared)].join(' ')

const NOTHING_COMMON =
  'Ninguna palabra que se repite en varias búsquedas tiene clics suficientes para asegurar que gasta de más.'

/** `words`: those that cost more than they bring. */
export function seasonText(words: readonly string[]): string[] {
  if (words.length === 0) return []
  const names = words.slice(0, MOST_SEASONS).map((word) => `«${word}»`)
  const shown = words.length > MOST_SEASONS ? [...names, 'otras fechas'] : names
  return [
    `Las búsquedas con ${listed(shown)} cuestan ahora más de lo que traen, pero no se excluyen: son de una época del año o de un año que no ha empezado, y una negativa seguiría puesta cuando lleguen. Si no vendes nada para esas fechas, exclúyelas a mano.`,
  ]
}

const MOST_SEASONS = 3

export { NO_TERMS } from '../../words/shared-texts.ts'
