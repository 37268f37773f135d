import { MICROS } from '#shared/metrics.ts'
import { hasOwnBids, isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import { withoutAmount } from '../../words/setup-texts.ts'
import {
  certainty,
  conversionCaveats,
  targetName,
  theShare,
  worthCaveat,
} from '../../words/shared-texts.ts'
import {
  campaignTable,
  integer,
  money,
  percent,
  quantity,
  roughly,
  type Texts,
} from './campaign-facts.ts'

export type RankCase = {
  campaign: CampaignFacts
  target: Target
  /** What is held against it: of the campaign, or of that without the brand. */
  sums: CountedSums
  isUnbranded: boolean
  /** Fractions of the possible impressions. */
  won: number
  lost: number
  /** Conversions of the window if all were won, at the usual falling return: more than can be had. */
  mostConversions: number
  /** Mean quality score by cost; null where Google gives none. */
  score: number | null
  probability: number
  key: string
}

export function lostToRankTexts(context: Context, one: RankCase): Texts {
  const { campaign, target, score, sums } = one
  const unbranded = one.isUnbranded ? ' sin la marca' : ''
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    won: percent('Cuota de impresiones', one.won),
    lost: percent('Perdidas por ranking', one.lost),
    cpa: money(
      `Coste por conversión${unbranded}`,
      sums.costMicros / (sums.conversionsMicros / MICROS),
    ),
    target: money('Coste de referencia por conversión', target.micros),
    most: roughly(
      'Conversiones extra al mes, como máximo',
      one.mostConversions * context.monthFactor,
    ),
    score: quantity('Nivel de calidad medio, según gasto', score),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const had = theShare(show('won'), one.won, 'had')
  const remedy = remedyOf(one)
  return {
    title: `«${campaign.name}» pierde por ranking ${theShare(show('lost'), one.lost, 'lost')} de las subastas y convierte barato`,
    description: `Sus conversiones salen a ${show('cpa')}${unbranded} y podrías pagar ${show('target')}. ${remedy.text}`,
    whyNow: `Solo sale en ${had} de las búsquedas posibles.`,
    impact: withoutAmount(
      `ganarlas todas daría como máximo ${figures.someConversions('most')} más al mes`,
    ),
    card: {
      figures: figures.list.filter(({ value }) => value !== null),
      table: campaignTable([campaign], { lost: ['Perdidas por ranking', 'percent'] }, () => ({
        lost: one.lost,
      })),
      test: {
        name: 'Gamma sobre las conversiones',
        sentence: `Hay una probabilidad del ${show('probability')} de que cada conversión cueste de verdad menos de ${show('target')} (${targetName(target)}).`,
        numbers: figures.list.filter(({ key }) => ['cpa', 'target', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'El máximo supone ganar todas las subastas; en la práctica se recupera una parte, y a mayor precio.',
        'La cuota de impresiones es una estimación de Google, redondeada por debajo del 10 % y por encima del 90 %.',
        ...worthCaveat(target),
      ],
      change: {
        operations: [],
        before: `Sale en ${had} de las búsquedas posibles.`,
        after: remedy.after,
      },
    },
  }
}

/** Quality is cheaper than bids, so it goes first where it is poor. */
function remedyOf({ score, campaign }: RankCase): RankRemedy {
  if (score !== null && score < THRESHOLDS.goodQuality.value) {
    return {
      text: 'El nivel de calidad es mejorable: empieza por los anuncios y la página de destino, que ganan subastas sin pagar más, y solo después toca la puja.',
      after: 'Mejor calidad primero; después, la puja por pasos.',
    }
  }
  if (isSmartBidding(campaign)) return OF_TARGET
  const isOfProducts = campaign.channelType === 'SHOPPING'
  if (hasOwnBids(campaign)) return isOfProducts ? OF_PRODUCTS : OF_BIDS
  return OF_STRATEGY[campaign.biddingStrategyType ?? ''] ?? ofAny(isOfProducts)
}

type RankRemedy = { text: string; after: string }

const OF_TARGET: RankRemedy = {
  text: 'Si tiene un objetivo, aflójalo por pasos de pocos puntos; si no lo tiene, la frena el presupuesto.',
  after: 'Objetivo de puja algo menos exigente, por pasos.',
}

const OF_BIDS: RankRemedy = {
  text: 'Sube las pujas por pasos, empezando por las palabras clave que mejor convierten.',
  after: 'Pujas más altas en las palabras que mejor convierten, por pasos.',
}

const OF_PRODUCTS: RankRemedy = {
  text: 'Mejora primero el título, el precio y la foto de los productos, que ganan subastas sin pagar más; después sube las pujas por pasos, empezando por los grupos de productos que mejor venden.',
  after:
    'Mejores fichas de producto primero; después, pujas más altas en los grupos de productos que mejor venden, por pasos.',
}

const OF_STRATEGY: Readonly<Record<string, RankRemedy>> = {
  TARGET_SPEND: {
    text: 'Con «Maximizar clics» no hay pujas que subir: si lleva un tope de CPC, súbelo por pasos; si no lo lleva, la frena el presupuesto.',
    after: 'Tope de CPC algo más alto, por pasos.',
  },
  TARGET_IMPRESSION_SHARE: {
    text: 'Puja por una cuota de impresiones, no por palabra clave: sube por pasos la cuota que le pides o su tope de CPC.',
    after: 'Cuota objetivo o tope de CPC algo más altos, por pasos.',
  },
}

const ofAny = (isOfProducts: boolean): RankRemedy => ({
  text: `Afloja por pasos lo que frena su puja: un objetivo, un tope o las pujas de ${isOfProducts ? 'los grupos de productos que mejor venden' : 'las palabras que mejor convierten'}.`,
  after: 'Puja algo menos contenida, por pasos.',
})

export const FEW_LOST =
  'Ninguna campaña activa pierde muchas subastas por ranking, allí donde Google da la cuota de impresiones.'

export const NO_SHARES = 'No consta qué parte de sus impresiones pierden las campañas por ranking.'

export const NO_BUDGET =
  'Las campañas que pierden muchas subastas por ranking también las pierden por presupuesto: con él agotado, pujar más compra menos clics.'

export const TOO_DEAR =
  'Alguna campaña pierde muchas subastas por ranking, pero no se puede asegurar que ganarlas saliera a buen precio.'

export function lostToRankGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  const better = whatToBetter(context, parts)
  return settingsGroupTexts(context, parts, 'Campañas', {
    title: `${count} campañas que convierten barato pierden muchas subastas por ranking`,
    description: `${quoted(labelsOf(parts))} consiguen conversiones por menos del coste de referencia y aun así dejan de salir muchas veces, por la puja o por ${better === QUALITY ? QUALITY : 'lo que enseñan'}. La tabla dice cuánto pierde cada una: mejora primero ${better}, y afloja después, poco a poco, lo que frena la puja.`,
    whyNow: 'Cada subasta perdida la gana otro anunciante.',
    impact: withoutAmount('no se puede saber cuántas de esas subastas se ganarían'),
    after: `Primero, mejorar ${better}; después, pujas más altas, u objetivos o topes menos exigentes, por pasos.`,
  })
}

/** What wins auctions without paying more; only keywords have a quality score. */
function whatToBetter(context: Context, parts: readonly Finding[]): string {
  const channels = new Set(
    parts.map(({ campaignId }) => context.campaigns.get(campaignId ?? '')?.channelType ?? ''),
  )
  const others = Object.entries(SHOWN_ELSEWHERE).filter(([channel]) => channels.has(channel))
  const isSearched = others.length < channels.size
  return [...(isSearched ? [QUALITY] : []), ...others.map(([, shown]) => shown)].join(', o ')
}

const QUALITY = 'la calidad'

const SHOWN_ELSEWHERE = {
  SHOPPING: 'el título, el precio y la foto de los productos',
  PERFORMANCE_MAX: 'los recursos de Máximo rendimiento',
}
