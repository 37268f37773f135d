import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import { limitOf } from '../../account/targets.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import { type BidBelief, type BidElasticity, bidResponse } from '../../statistics/bid-response.ts'
import type { GammaMixture } from '../../statistics/priors.ts'
import { groupFigures, groupTest, whereText } from '../../words/group-figures.ts'
import { keywordName } from '../../words/place-names.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { withAmount } from '../../words/setup-texts.ts'
import {
  budgetLimitedCaveat,
  certainty,
  comingClicks,
  comingClicksCaveat,
  conversionCaveats,
  lessSpend,
  limitName,
  targetName,
  worthCaveat,
} from '../../words/shared-texts.ts'
import {
  integer,
  keywordTable,
  money,
  percent,
  quantity,
  type Texts,
} from '../bidding/campaign-facts.ts'

export type BidCase = {
  keyword: KeywordFacts
  /** Its own, with its clicks at the price that they have under today's bid. */
  sums: CountedSums
  /** Told without searches that its bid is no more for: excluded by now, or, of a raise, given keywords of their own by another card. */
  isRest?: true
  target: Target
  direction: 'raise' | 'lower'
  /** P(its conversions, or those that it adds, are on the right side of the target). */
  probability: number
  posterior: GammaMixture
  coming: GammaMixture
  /** Conversions per click, shrunk; and those at which a conversion costs the target. */
  rate: number
  breakEven: number
  belief: BidBelief
  bidMicros: number
  newBidMicros: number
  key: string
}

/** What the proposed bid does to clicks and cost, as factors. */
export function answerTo(
  { sums, bidMicros, newBidMicros }: Pick<BidCase, 'sums' | 'bidMicros' | 'newBidMicros'>,
  elasticity: BidElasticity,
  { most, perBid }: { most?: number; perBid?: number } = {},
) {
  const bidPerCpc = ratio(bidMicros * sums.clicks, sums.costMicros)
  return bidResponse(newBidMicros / bidMicros, elasticity, { most, bidPerCpc, perBid })
}

/** The middle of what is known of an added click's price. */
export function middleOf({ marginal }: BidBelief): { perBid?: number } {
  return marginal ? { perBid: Math.exp(marginal.ln) } : {}
}

export function keywordBidTexts(
  context: Context,
  one: BidCase,
  operations: MutateOperation[],
): Texts {
  const { keyword, direction, target } = one
  const figures = bidFigures(context, one)
  const { show } = figures
  const lowers = direction === 'lower'
  const campaign = context.campaigns.get(keyword.campaignId)
  const place = `(concordancia ${MATCH_TYPES[keyword.matchType].inSentence}, campaña «${campaign?.name ?? ''}»)`
  return {
    title: `${lowers ? 'Baja' : 'Sube'} la puja de ${keywordName(context, keyword)} de ${show('bid')} a ${show('newBid')}`,
    description: lowers
      ? `${isDear(one) ? `A «${keyword.text}» ${place} cada conversión le cuesta más de ${show('target')} (${limitName(target)}).` : `A «${keyword.text}» ${place} la conversión le sale por menos de ${show('target')} (${limitName(target)}), pero los últimos clics que compra su puja cuestan más de lo que traen.`} Con una puja más baja se pagan menos clics, y cada uno más barato. Es un paso: dentro de unas semanas se vuelve a medir.`
      : `A «${keyword.text}» ${place} las conversiones le salen por bastante menos de ${show('target')} (${targetName(target)}): hay margen para pagar más por clic y salir más veces. Es un paso: dentro de unas semanas se vuelve a medir.`,
    whyNow: lowers
      ? isDear(one)
        ? `Gasta unos ${show('monthlyCost')} al mes a un precio que no se recupera.`
        : `De los ${show('monthlyCost')} que gasta al mes, la última parte no se recupera.`
      : `Cada mes deja pasar búsquedas que saldrían por menos de ${show('target')} la conversión.`,
    impact: lowers ? withAmount() : withAmount(lessSpend(target.origin)),
    card: {
      figures: figures.list,
      table: keywordTable(
        [keyword],
        (id) => context.adGroups.get(id)?.name ?? '',
        { bid: ['Puja', 'money'], newBid: ['Puja propuesta', 'money'] },
        () => ({ bid: one.bidMicros, newBid: one.newBidMicros, campaign: campaign?.name ?? '' }),
      ),
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: lowers
          ? `Para pagar ${show('target')} por conversión haría falta una tasa de conversión del ${show('breakEven')}; la estimada es del ${show('rate')}. Hay una probabilidad del ${show('probability')} de que los clics que se dejan de comprar traigan menos de lo que cuestan.`
          : `Aunque el clic se encarezca al subir la puja, hay una probabilidad del ${show('probability')} de que las conversiones que añade cuesten menos de ${show('target')}.`,
        numbers: testNumbers(one, figures.list),
      },
      counterEvidence: caveats(context, one, figures),
      change: {
        operations,
        before: `Puja máxima de ${show('bid')}.`,
        after: `Puja máxima de ${show('newBid')}.`,
      },
    },
  }
}

function bidFigures(context: Context, one: BidCase) {
  const { keyword, belief, bidMicros, newBidMicros } = one
  const { sums } = keyword
  const answer = answerTo(one, belief.elasticity, middleOf(belief))
  return figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    clicks: integer('Clics', sums.clicks),
    conversions: quantity('Conversiones', sums.conversionsMicros / MICROS),
    cost: money('Coste', sums.costMicros),
    monthlyCost: money('Coste al mes', sums.costMicros * context.monthFactor),
    cpc: money('Coste medio del clic', ratio(sums.costMicros, sums.clicks)),
    bid: money('Puja actual', bidMicros),
    newBid: money('Puja propuesta', newBidMicros),
    target: money(
      'Coste de referencia por conversión',
      one.direction === 'lower' ? limitOf(one.target) : one.target.micros,
    ),
    rate: percent('Tasa de conversión estimada', one.rate),
    breakEven: percent('Tasa de conversión necesaria', one.breakEven),
    clicksChange: percent('Cambio previsto de los clics', answer.clicks - 1),
    costChange: percent('Cambio previsto del coste', answer.cost - 1),
    probability: certainty(one.probability),
    comingClicks: comingClicks(context),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
}

function testNumbers(
  { posterior, belief: { elasticity, marginal } }: BidCase,
  list: Texts['card']['figures'],
) {
  return [
    ...list.filter(({ key }) => ['rate', 'breakEven', 'probability'].includes(key)),
    ...posterior.flatMap(({ weight, shape, rate }, i) => [
      { key: `weight${i}`, ...percent(`Peso del grupo ${i + 1}`, weight) },
      { key: `shape${i}`, ...quantity(`Gamma ${i + 1}: forma`, shape) },
      { key: `rate${i}`, ...quantity(`Gamma ${i + 1}: clics`, rate) },
    ]),
    { key: 'eta', ...quantity('Elasticidad de los clics a la puja', elasticity.eta) },
    marginal
      ? {
          key: 'marginal',
          ...percent('Precio de un clic de más, sobre la puja', Math.exp(marginal.ln)),
        }
      : { key: 'kappa', ...quantity('Elasticidad del precio del clic', elasticity.kappa) },
  ]
}

function caveats(
  context: Context,
  one: BidCase,
  { show }: ReturnType<typeof bidFigures>,
): string[] {
  const { keyword, direction, target, belief, newBidMicros } = one
  const firstPage = keyword.quality?.firstPageCpcMicros ?? 0
  return [
    ...conversionCaveats(context, show('knownShare')),
    ...comingClicksCaveat(show('comingClicks')),
    RESPONSE[belief.source],
    ...(direction === 'lower'
      ? [
          ...budgetLimitedCaveat(context.campaigns.get(keyword.campaignId)),
          ...(isDear(one) ? [] : [VOLUME]),
        ]
      : [
          'Con más clics, las búsquedas nuevas pueden convertir algo peor que las de ahora.',
          ...(target.limit?.again?.isAtOnce ? [TAKEN] : []),
        ]),
    ...(one.isRest ? [REST[direction]] : []),
    ...(direction === 'lower' && firstPage > newBidMicros
      ? ['La puja propuesta queda por debajo de la que Google estima para la primera página.']
      : []),
    ...worthCaveat(target, { saves: direction === 'lower' }),
  ]
}

/** Even its mean conversion costs more than it is worth. */
function isDear({ rate, breakEven }: BidCase): boolean {
  return rate < breakEven
}

const VOLUME =
  'También quita alguna conversión: si prefieres volumen mientras la media no pase de ese coste, déjala como está.'

const TAKEN =
  'Donde falta presupuesto, lo que gaste de más lo dejan de gastar otras búsquedas que paga el mismo presupuesto: la previsión ya lo descuenta.'

const REST = {
  raise:
    'La tasa estimada y la previsión son de lo que le queda sin las búsquedas que ya están excluidas, ni las de tu marca, que una puja más alta no aumenta, ni las que tienen su propia palabra clave exacta o la tendrán por otra recomendación: esas van con su propia puja.',
  lower:
    'La tasa estimada y la previsión son de lo que le queda sin las búsquedas que ya están excluidas.',
} as const

const RESPONSE = {
  google: 'Lo que cambian los clics con la puja sale de la simulación de Google para esta campaña.',
  own: 'Lo que cambian los clics con la puja se ha aprendido de las pujas que ya se movieron en esta cuenta, junto con lo usual en otras.',
  usual: 'Lo que cambian los clics con la puja es un supuesto, medido en otras cuentas.',
} as const

export const NO_OWN_BIDS =
  'Ninguna palabra clave activa tiene una puja que Google use: con puja automática, las pujas por palabra no cuentan.'

export const KEPT_BIDS =
  'Las palabras clave con puja propia tienen aún pocos clics, o son de la marca, de la competencia o de las que pediste no tocar: esas pujas se dejan como están.'

export const NEW_BIDS =
  'Las pujas que se apartan de lo que valen sus clics han cambiado en la última semana: primero se ve qué clics traen con la nueva.'

export const NOTHING_SURE =
  'Ninguna puja se aparta lo bastante de lo que valen sus clics como para asegurar hacia dónde moverla.'

/** `parts`: bids of one campaign or of many, two or more. */
export function keywordBidGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const figures = groupFigures(context, parts, 'Pujas que se mueven')
  const { show } = figures
  const isOfSeveral = new Set(parts.map(({ campaignId }) => campaignId)).size > 1
  const lowers = parts.filter(({ kpi }) => kpi === 'cost').length
  const all = lowers === parts.length
  const verb = all ? 'Baja' : lowers === 0 ? 'Sube' : 'Ajusta'
  return {
    title: `${verb} ${show('count')} pujas de ${whereText(context, parts)}`,
    description: `${all ? LOWER : lowers === 0 ? RAISE : BOTH} Gastan unos ${show('monthlyCost')} al mes; la tabla dice la puja de ahora y la propuesta de cada una. Es un solo paso: dentro de unas semanas se vuelve a medir.`,
    whyNow: WHY[verb],
    impact: all ? withAmount() : withAmount(lessSpend(context.ofAccount?.origin)),
    figures: figures.list,
    ...(isOfSeveral && { columns: withCampaign(parts[0]!.card.table.columns) }),
    test: groupTest(parts, figures),
    before: 'Las pujas de ahora, en la tabla.',
    after: 'Las pujas propuestas, en la tabla.',
  }
}

/** Of many campaigns keywords may be alike. */
function withCampaign(columns: Texts['card']['table']['columns']) {
  const [first, ...others] = columns
  return [first!, ...columnsOf('campaign'), ...others]
}

const LOWER =
  'En estas palabras clave los últimos clics cuestan más de lo que traen: con una puja más baja se pagan menos clics y más baratos.'
const RAISE =
  'En estas palabras clave las conversiones salen baratas y hay margen para pagar más por clic y salir más veces.'
const BOTH =
  'Unas palabras clave pagan de más por sus últimos clics y a otras les sobra margen para salir más veces.'

const WHY = {
  Baja: 'Cada clic de más cuesta más de lo que devuelve en conversiones.',
  Sube: 'Cada subasta que se pierde por una puja corta la gana otro anunciante.',
  Ajusta: 'El mismo dinero rinde más en las que convierten barato que en las que convierten caro.',
} as const
