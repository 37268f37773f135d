import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { bidResponse } from '../../statistics/bid-response.ts'
import { figuresOf } from '../../words/say.ts'
import {
  budgetLimitedCaveat,
  certainty,
  conversionCaveats,
  targetName,
} from '../../words/shared-texts.ts'
import { savingImpact } from '../../words/waste-texts.ts'
import {
  integer,
  keywordTable,
  money,
  percent,
  quantity,
  type Texts,
} from '../bidding/campaign-facts.ts'
import type { BidCase } from './keyword-bids.ts'

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
    titulo: `${lowers ? 'Baja' : 'Sube'} la puja de «${keyword.text}» de ${show('bid')} a ${show('newBid')}`,
    descripcion: lowers
      ? `A «${keyword.text}» ${place} cada conversión le cuesta más de ${show('target')} (${targetName(target)}). Con una puja más baja se pagan menos clics, y cada uno más barato. Es un paso: dentro de unas semanas se vuelve a medir.`
      : `A «${keyword.text}» ${place} las conversiones le salen por bastante menos de ${show('target')} (${targetName(target)}): hay margen para pagar más por clic y salir más veces. Es un paso: dentro de unas semanas se vuelve a medir.`,
    whyNow: lowers
      ? `Gasta unos ${show('monthlyCost')} al mes a un precio que no se recupera.`
      : `Cada mes deja pasar búsquedas que saldrían por menos de ${show('target')} la conversión.`,
    impact: lowers
      ? savingImpact
      : ({ low, high }) =>
          `Beneficio neto de entre ${low} y ${high} al mes, descontado el gasto extra`,
    card: {
      figures: figures.list,
      table: keywordTable(
        [keyword],
        (id) => context.adGroups.get(id)?.name ?? '',
        { bid: ['Puja', 'money'], newBid: ['Puja propuesta', 'money'] },
        () => ({ bid: one.bidMicros, newBid: one.newBidMicros }),
      ),
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: lowers
          ? `Para pagar ${show('target')} por conversión haría falta una tasa de conversión del ${show('breakEven')}; la estimada es del ${show('rate')}. Hay una probabilidad del ${show('probability')} de que la tasa real no llegue.`
          : `Aunque el clic se encarezca al subir la puja, hay una probabilidad del ${show('probability')} de que hasta la última conversión añadida cueste menos de ${show('target')}.`,
        numbers: testNumbers(one, figures.list),
      },
      counterEvidence: caveats(context, one, show('knownShare')),
      change: {
        operations,
        before: `Puja máxima de ${show('bid')}.`,
        after: `Puja máxima de ${show('newBid')}.`,
      },
    },
  }
}

function bidFigures(context: Context, one: BidCase) {
  const { keyword, elasticity, bidMicros, newBidMicros } = one
  const { sums } = keyword
  const answer = bidResponse(newBidMicros / bidMicros, elasticity)
  return figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    clicks: integer('Clics', sums.clicks),
    conversions: quantity('Conversiones', sums.conversionsMicros / MICROS),
    cost: money('Coste', sums.costMicros),
    monthlyCost: money('Coste al mes', sums.costMicros * context.monthFactor),
    cpc: money('Coste medio del clic', ratio(sums.costMicros, sums.clicks)),
    bid: money('Puja actual', bidMicros),
    newBid: money('Puja propuesta', newBidMicros),
    target: money('Coste de referencia por conversión', one.target.micros),
    rate: percent('Tasa de conversión estimada', one.rate),
    breakEven: percent('Tasa de conversión necesaria', one.breakEven),
    clicksChange: percent('Cambio previsto de los clics', answer.clicks - 1),
    costChange: percent('Cambio previsto del coste', answer.cost - 1),
    probability: certainty(one.probability),
    knownShare: percent('Clics con tiempo para convertir', context.measurement.knownShare),
  })
}

function testNumbers({ posterior, elasticity }: BidCase, list: Texts['card']['figures']) {
  return [
    ...list.filter(({ key }) => ['rate', 'breakEven', 'probability'].includes(key)),
    ...posterior.flatMap(({ weight, shape, rate }, i) => [
      { key: `weight${i}`, ...percent(`Peso del grupo ${i + 1}`, weight) },
      { key: `shape${i}`, ...quantity(`Gamma ${i + 1}: forma`, shape) },
      { key: `rate${i}`, ...quantity(`Gamma ${i + 1}: clics`, rate) },
    ]),
    { key: 'eta', ...quantity('Elasticidad de los clics a la puja', elasticity.eta) },
    { key: 'kappa', ...quantity('Elasticidad del precio del clic', elasticity.kappa) },
  ]
}

function caveats(context: Context, one: BidCase, knownShare: string): string[] {
  const { keyword, direction, target, fromSimulation, newBidMicros } = one
  const firstPage = keyword.quality?.firstPageCpcMicros ?? 0
  return [
    ...conversionCaveats(context, knownShare),
    fromSimulation
      ? 'Lo que cambian los clics con la puja sale de la simulación de Google para esta campaña.'
      : 'Lo que cambian los clics con la puja es un supuesto, medido en otras cuentas.',
    ...(direction === 'lower'
      ? budgetLimitedCaveat(context.campaigns.get(keyword.campaignId))
      : ['Con más clics, las búsquedas nuevas pueden convertir algo peor que las de ahora.']),
    ...(direction === 'lower' && firstPage > newBidMicros
      ? ['La puja propuesta queda por debajo de la que Google estima para la primera página.']
      : []),
    ...(target.origin === 'average'
      ? ['No consta cuánto puedes pagar por conversión: se ha usado la media de la cuenta.']
      : []),
  ]
}
