import { CAMPAIGN_TYPES, MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { CampaignFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, smartBiddingCaveat } from '../../words/shared-texts.ts'
import { isPart } from '../../words/waste-texts.ts'
import {
  extraColumns,
  integer,
  money,
  percent,
  sumCells,
  type Texts,
} from '../bidding/campaign-facts.ts'

export type MatchTypeSums = { type: string; sums: CountedSums; rows: SearchTermFacts[] }
export type MatchTypeCase = {
  campaign: CampaignFacts<never>
  /** All with enough clicks, the exact ones among them. */
  types: MatchTypeSums[]
  exact: MatchTypeSums
  /** P(the match types differ only by chance), corrected for the number of campaigns. */
  pValue: number
}

const { EXACT, PHRASE, BROAD } = MATCH_TYPES
const NAMES: Readonly<Record<string, string>> = {
  EXACT: EXACT.inSentence,
  PHRASE: PHRASE.inSentence,
  BROAD: BROAD.inSentence,
  NEAR_EXACT: `${EXACT.inSentence} por variante parecida`,
  NEAR_PHRASE: `${PHRASE.inSentence} por variante parecida`,
  AI_MAX: 'AI Max',
  PERFORMANCE_MAX: CAMPAIGN_TYPES.PERFORMANCE_MAX,
}

/** Of what no known keyword brought, as of dynamic ads, there is none. */
export const isMatchType = (type: string): boolean => type in NAMES

export function matchTypeMixTexts(
  context: Context,
  { campaign, types, exact, pValue }: MatchTypeCase,
  dear: MatchTypeSums,
  probability: number,
): Texts {
  const name = NAMES[dear.type] ?? dear.type
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    cost: money('Coste', dear.sums.costMicros),
    cpa: money('Coste por conversión', cpaOf(dear.sums)),
    exactCpa: money('Coste por conversión, exacta', cpaOf(exact.sums)),
    worse: percent('Diferencia que se busca', THRESHOLDS.matchTypeRatio.value - 1),
    chance: percent(
      'Probabilidad de que sea azar, como mucho',
      Math.max(pValue, 1 - THRESHOLDS.mostCertain.value),
    ),
    probability: certainty(probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
    visible: percent('Parte del coste cuyas búsquedas se ven', context.visibleShare),
  })
  const { show } = figures
  const price =
    cpaOf(dear.sums) === null
      ? `${show('cost')} sin ninguna conversión`
      : `${show('cpa')} por conversión`
  const isSmart = isSmartBidding(campaign)
  const isVariant = dear.type.startsWith('NEAR_')
  return {
    title: `En «${campaign.name}», la concordancia ${name} sale más cara: ${price}`,
    description: `Las búsquedas que entran por concordancia ${name} han costado ${show('cost')}; las exactas dan conversiones a ${show('exactCpa')}. ${isVariant ? 'Excluye como negativas exactas las variantes que no convierten.' : isSmart ? 'Revísalas y excluye las que no convierten.' : 'Pasa a exacta lo que ya convierte y excluye lo que no.'}`,
    whyNow: `Sigue gastando a un precio al menos un ${show('worse')} mayor que el de las exactas.`,
    impact: isSmart
      ? withoutAmount(WITH_SMART_BIDDING)
      : withAmount(' según cuánto se acerquen al precio de las exactas (un supuesto)'),
    card: {
      figures: figures.list.filter(({ value }) => value !== null),
      table: {
        columns: [
          ...columnsOf('matchType', 'impressions', 'clicks', 'cost', 'conversions'),
          ...extraColumns({ cpa: ['Coste por conversión', 'money'] }),
        ],
        rows: types.map(({ type, sums }) => ({
          matchType: NAMES[type] ?? type,
          ...sumCells(sums),
          cpa: cpaOf(sums),
        })),
      },
      test: {
        name: 'Chi cuadrado entre concordancias y razón de dos gammas',
        sentence: `Que las concordancias de esta campaña se diferencien tanto por azar tiene una probabilidad del ${show('chance')} como mucho. Hay una probabilidad del ${show('probability')} de que cada conversión de esta cueste al menos un ${show('worse')} más que una exacta.`,
        numbers: figures.list.filter(({ key }) =>
          ['chance', 'probability', 'cpa', 'exactCpa'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        ...(isPart(show('visible'))
          ? [`Google solo muestra las búsquedas del ${show('visible')} del coste.`]
          : []),
        'Las búsquedas exactas son las mejor elegidas: parte de la diferencia es de las palabras, no de la concordancia.',
        ...smartBiddingCaveat(campaign),
      ],
      change: {
        operations: [],
        before: `Búsquedas por concordancia ${name}: ${price}.`,
        after: isSmart
          ? 'Las que no convierten, excluidas.'
          : 'Las que convierten, como exactas; las demás, excluidas.',
      },
    },
  }
}

const WITH_SMART_BIDDING =
  'con puja automática Google puja por cada búsqueda según lo que espera de ella, venga por la concordancia que venga.'

function cpaOf({ costMicros, conversionsMicros }: CountedSums): number | null {
  return conversionsMicros > 0 ? ratio(costMicros, conversionsMicros / MICROS) : null
}

export const NOT_COMPARABLE =
  'Ninguna campaña tiene clics suficientes en búsquedas exactas y en las de otra concordancia para compararlas.'

export const PAID_FOR =
  'Alguna concordancia sale más cara que la exacta, pero cada conversión cuesta menos de lo que puede costar.'

export const ALIKE =
  'Las búsquedas de cada concordancia convierten de forma parecida, o la diferencia puede ser azar.'
