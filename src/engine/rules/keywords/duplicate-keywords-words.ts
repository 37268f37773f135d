import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import type { Context } from '../../account/context.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import { type GammaMixture, mixtureMean } from '../../statistics/priors.ts'
import { groupFigures, groupTest } from '../../words/group-figures.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, listed, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats } from '../../words/shared-texts.ts'
import { integer, keywordTable, money, percent, type Texts } from '../bidding/campaign-facts.ts'
import { keywordId } from './keyword-evidence.ts'

/** A keyword and, where conversions can be believed, what is known of its rate. */
export type Copy = { keyword: KeywordFacts; belief: GammaMixture | null }

export type DuplicateCase = {
  kept: Copy
  copies: Copy[]
  /** Why the kept one stays: its score and results, or that Google prefers it by its bid. */
  keptFor: 'results' | 'bid'
  /** P(every conversion of the copies costs more than one of the kept); null where it cannot be told. */
  dearer: number | null
}

/** What is known of the copies: they pay more for a conversion, it does not show, or other findings already save it. */
export type CopyProof = 'dearer' | 'alike' | 'told elsewhere'

export function duplicateKeywordTexts(
  context: Context,
  one: DuplicateCase,
  proof: CopyProof,
  operations: MutateOperation[],
): Texts {
  const isDearer = proof === 'dearer'
  const { kept, copies } = one
  const { text, matchType, adGroupId } = kept.keyword
  const all = [kept, ...copies]
  const groupName = (id: string) => context.adGroups.get(id)?.name ?? ''
  const cost = copies.reduce((sum, { keyword }) => sum + keyword.sums.costMicros, 0)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    count: integer('Veces que está', all.length),
    copies: integer('Copias que se pausan', copies.length),
    cost: money('Coste de las copias', cost),
    monthlyCost: money('Coste de las copias al mes', cost * context.monthFactor),
    probability: certainty(one.dearer ?? 1),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const match = MATCH_TYPES[matchType].inSentence
  // A copy may be written otherwise: with little words, accents or another number.
  const spellings = [...new Set(all.map(({ keyword }) => `«${keyword.text}»`))]
  const others = spellings.length > 1 ? `; en pausa ${listed(spellings.slice(1))}` : ''
  const rates = new Map(all.map(({ keyword, belief }) => [keyword, belief && mixtureMean(belief)]))
  return {
    title: `«${text}» está ${show('count')} veces: deja solo la de «${groupName(adGroupId)}»`,
    description: `La misma palabra clave, con concordancia ${match}, está activa en ${show('count')} sitios donde pueden coincidir. Google elige uno cada vez y lo aprendido se reparte. Se queda ${STAYS[one.keptFor]} y se pausa lo demás (${figures.count('copies', 'copia', 'copias')}).`,
    whyNow: `Las copias gastan unos ${show('monthlyCost')} al mes.`,
    impact: isDearer ? withAmount() : withoutAmount(NO_AMOUNT[proof]),
    card: {
      figures: figures.list,
      table: keywordTable(
        all.map(({ keyword }) => keyword),
        groupName,
        {
          campaign: ['Campaña', 'text'],
          score: ['Nivel de calidad', 'integer'],
          rate: ['Tasa de conversión estimada', 'percent'],
          plan: ['Propuesta', 'text'],
        },
        (keyword) => ({
          campaign: context.campaigns.get(keyword.campaignId)?.name ?? '',
          score: keyword.qualityScore ?? null,
          rate: rates.get(keyword) ?? null,
          plan: keyword === kept.keyword ? 'se queda' : 'se pausa',
          ...(keyword === kept.keyword && { entity: null, kept: keywordId(keyword) }),
        }),
      ),
      test: isDearer
        ? {
            name: 'Comparación de dos tasas gamma',
            sentence: `Hay una probabilidad del ${show('probability')} de que cada conversión de las copias cueste de verdad más que una de la que se queda.`,
            numbers: figures.list.filter(({ key }) => ['probability', 'knownShare'].includes(key)),
          }
        : directCheck(
            'Las palabras clave tienen las mismas palabras y la misma concordancia, y sus campañas llegan a las mismas zonas.',
          ),
      counterEvidence: [
        ...(isDearer
          ? [
              'No se sabe cuánto de lo que cuestan de más se debe a las copias y cuánto a quien las ve, que seguirá llegando por la otra: la previsión cuenta con cualquier parte, desde nada hasta todo.',
              ...conversionCaveats(context, show('knownShare')),
            ]
          : []),
        'Si los grupos llevan a páginas distintas a propósito, la repetición puede ser una prueba en marcha.',
        'Quien hacía clic en la copia verá desde ahora el anuncio del grupo que se queda.',
      ],
      change: {
        operations,
        before: `${listed(spellings)} activa en ${show('count')} sitios.`,
        after: `«${text}» activa solo en «${groupName(adGroupId)}»${others}.`,
      },
    },
  }
}

const STAYS = {
  results: 'la de mejor nivel de calidad o conversiones más baratas',
  bid: 'la que Google ya prefiere por su puja y su nivel de calidad',
} as const

const NO_AMOUNT = {
  alike: 'no consta que las copias salgan más caras',
  'told elsewhere': 'lo que las copias gastan de más ya lo ahorran otras recomendaciones',
  mixed:
    'de unas copias no consta que salgan más caras y lo que otras gastan de más ya lo ahorran otras recomendaciones',
} as const

export const NONE =
  'Ninguna palabra clave activa se repite con la misma concordancia donde coincidan.'

export const RAISED =
  'De las palabras clave repetidas, la copia que se quedaría puja bastante más que las demás, o bastante menos sin que conste que compense: quitarlas sería cambiar de golpe la puja de sus búsquedas.'

export const CHEAP = 'Hay palabras clave repetidas, pero casi no gastan.'

/** `parts`: repeated keywords, two or more, either all proven dearer or none. */
export function duplicateGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = groupFigures(context, parts, 'Palabras clave repetidas')
  const paused = parts.reduce((sum, { acts = [] }) => sum + acts.length, 0)
  const isDearer = parts[0]!.drawMonthlyNet !== null
  const reasons = new Set(parts.map(({ impact }) => impact('')))
  const isMixed = !isDearer && reasons.size > 1
  const { show } = figures
  return {
    title: isDearer
      ? `Quita las copias caras de ${show('count')} palabras clave repetidas: ${show('monthlyCost')} al mes`
      : `Deja una sola copia de ${show('count')} palabras clave repetidas`,
    description: `Cada una está activa con la misma concordancia en varios grupos que pueden coincidir: Google elige uno cada vez y lo aprendido se reparte. ${isDearer ? `Se queda ${STAYS.results}` : 'La tabla dice cuál se queda'}; las demás se pausan (${context.say.plural(paused, 'copia', 'copias')}).${isDearer ? ' Las copias que se pausan pagan más por cada conversión.' : ''}`,
    whyNow: `Las copias gastan unos ${show('monthlyCost')} al mes.`,
    ...(isMixed && { impact: withoutAmount(NO_AMOUNT.mixed) }),
    figures: [
      ...figures.list,
      { key: 'copies', label: 'Copias que se pausan', unit: 'integer', value: paused },
    ],
    test: isDearer ? groupTest(parts, figures) : parts[0]!.card.test,
    before: 'Activas en varios grupos a la vez.',
    after: 'Activas solo en el grupo que la tabla marca como «se queda».',
  }
}
