import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { WithStrategy } from '../../account/known-settings.ts'
import type { CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats } from '../../words/shared-texts.ts'
import { integer, keywordTable, money, percent, type Texts } from '../bidding/campaign-facts.ts'
import { strategyName } from '../bidding/strategy-names.ts'

export type BroadCase = {
  campaign: WithStrategy<CampaignFacts<never>>
  broad: KeywordFacts[]
  broadSums: CountedSums
  /** Of its exact keywords; all 0 without them. */
  exactSums: CountedSums
  /** Of the cost of the campaign's keywords, fraction. */
  share: number
  /** P(a conversion of the broad ones costs more than an exact one). */
  dearer: number
  /** Whether its conversions are enough for Google's bidding to learn from. */
  couldLearn: boolean
}

export function broadWithoutSmartBiddingTexts(
  context: Context,
  one: BroadCase,
  isDearer: boolean,
): Texts {
  const { campaign, broad, broadSums, exactSums } = one
  const strategy = strategyName(campaign.biddingStrategyType)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    count: integer('Palabras clave amplias', broad.length),
    share: percent('Gasto en concordancia amplia', one.share),
    cost: money('Coste en concordancia amplia', broadSums.costMicros),
    broadCpa: money('Coste por conversión, amplia', cpaOf(broadSums)),
    exactCpa: money('Coste por conversión, exacta', cpaOf(exactSums)),
    probability: certainty(one.dearer),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const [them, same] = broad.length === 1 ? ['Pásala', 'La misma'] : ['Pásalas', 'Las mismas']
  return {
    title: `Concordancia amplia sin puja automática en «${campaign.name}»: el ${show('share')} del gasto`,
    description: `La campaña usa ${strategy} y gasta ${show('cost')} en ${figures.count('count', 'palabra clave amplia', 'palabras clave amplias')}. La amplia deja que Google elija búsquedas parecidas, y sin puja automática se paga por todas lo mismo. ${them} a frase o exacta${one.couldLearn ? ', o prueba la puja automática' : ': con las conversiones de la campaña, la puja automática aprendería poco más que del azar'}.`,
    whyNow: isDearer
      ? `Las amplias dan ${cpaOf(broadSums) === null ? 'cero conversiones' : `conversiones a ${show('broadCpa')}`}; las exactas, a ${show('exactCpa')}.`
      : 'Nadie está eligiendo a qué búsquedas se responde.',
    impact: isDearer
      ? withAmount(' según cuánto se acerquen al precio de las exactas (un supuesto)')
      : withoutAmount(
          'no hay palabras clave exactas con clics suficientes, o no salen más baratas',
        ),
    card: {
      // Without exact ones to compare with nothing is told of it.
      figures: figures.list.filter(({ key }) => isDearer || key !== 'probability'),
      table: keywordTable(broad, (id) => context.adGroups.get(id)?.name ?? ''),
      test: isDearer
        ? {
            name: 'Razón de dos gammas',
            sentence: `Hay una probabilidad del ${show('probability')} de que cada conversión de las amplias cueste de verdad más que una de las exactas.`,
            numbers: figures.list.filter(({ key }) =>
              ['broadCpa', 'exactCpa', 'probability'].includes(key),
            ),
          }
        : directCheck(
            `El ${show('share')} del gasto de las palabras clave es de concordancia amplia y la estrategia de puja es ${strategy}.`,
          ),
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'La amplia también encuentra búsquedas nuevas que las exactas no tienen.',
        'Las palabras exactas suelen ser las mejor elegidas: parte de la diferencia es de las palabras, no de la concordancia.',
      ],
      change: {
        operations: [],
        before: `${figures.count('count', 'palabra clave amplia', 'palabras clave amplias')} con ${strategy}.`,
        after: `${same} en frase o exacta${one.couldLearn ? ', o un experimento con puja automática' : ''}.`,
      },
    },
  }
}

function cpaOf({ costMicros, conversionsMicros }: CountedSums): number | null {
  return conversionsMicros > 0 ? ratio(costMicros, conversionsMicros / MICROS) : null
}

export const ALL_WELL =
  'Ninguna campaña sin puja automática gasta una parte apreciable en concordancia amplia, o donde lo hace sale a buen precio.'
