import { MICROS } from '#shared/metrics.ts'
import { purposeOf } from '../../account/campaign-purpose.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf, isSold } from '../../words/say.ts'
import { withAmount, withoutAmount } from '../../words/setup-texts.ts'
import {
  certainty,
  conversionCaveats,
  smartBiddingCaveat,
  targetName,
  worthCaveat,
} from '../../words/shared-texts.ts'
import { campaignTable, integer, money, percent, quantity, type Texts } from './campaign-facts.ts'
import type { Remedy } from './campaign-remedy.ts'
import { NO_AMOUNT, REMEDY_TITLES, remedyAdvice, remedyChange } from './campaign-remedy-words.ts'

export type ReturnlessCampaign = {
  campaign: CampaignFacts
  target: Target
  verdict: WasteVerdict
  /** Conversions that its spend would have bought at the target. */
  expected: number
  /** It costs at least so many times the target. */
  times: number
  probability: number
  /** What one of its conversions brings over what one of the account does, at least 1. */
  worth: number
  /** Why its conversions may not have been counted, or null. */
  doubt: 'stopped' | 'elsewhere' | 'action' | null
  key: string
}

export function returnlessTexts(
  context: Context,
  one: ReturnlessCampaign,
  remedy: Remedy,
  operations: MutateOperation[],
): Texts {
  const { campaign, target } = one
  const figures = figuresFor(context, one, remedy)
  const { show } = figures
  const { name } = campaign
  const outcome = `${figures.count('conversions', 'conversión', 'conversiones')} de unas ${show('expected')} esperadas`
  return {
    title: `${REMEDY_TITLES[remedy.kind]} «${name}»: ${show('cost')} y ${outcome}`,
    description: `Lo que ha gastado en ${show('days')} días habría bastado para ${figures.someConversions('expected')} a ${show('target')} (${targetName(target)}), y consta ${isSold(figures.list) ? `que trajo ${show('conversions')}: cada una le sale a ${show('costPerConversion')}` : 'que no trajo ninguna'}. ${remedyAdvice(remedy, show('newBudget'))}`,
    whyNow: `Sigue gastando unos ${show('monthlyCost')} al mes.`,
    impact: remedy.kind === 'decide' ? withoutAmount(NO_AMOUNT[remedy.why]) : withAmount(),
    card: {
      figures: figures.list,
      table: campaignTable([campaign], { expected: ['Conversiones esperadas', 'integer'] }, () => ({
        expected: Math.round(one.expected),
      })),
      test: {
        name: 'Gamma–Poisson con reparto previo de las demás campañas',
        sentence: `Hay una probabilidad del ${show('probability')} de que cada conversión de esta campaña cueste más de ${show('times')} veces ${show('target')}.`,
        numbers: [
          ...figures.list.filter(({ key }) => ['expected', 'times', 'probability'].includes(key)),
          ...one.verdict.posterior.flatMap(({ weight, shape, rate }, i) => [
            { key: `weight${i}`, ...percent(`Peso del grupo ${i + 1}`, weight) },
            { key: `shape${i}`, ...quantity(`Gamma ${i + 1}: forma`, shape) },
            { key: `rate${i}`, ...quantity(`Gamma ${i + 1}: clics`, rate) },
          ]),
        ],
      },
      counterEvidence: caveats(context, one, remedy, show('knownShare')),
      change: remedyChange(context, campaign, remedy, operations),
    },
  }
}

function figuresFor(context: Context, one: ReturnlessCampaign, remedy: Remedy) {
  const { campaign, target, verdict } = one
  const { sums } = campaign
  const conversions = sums.conversionsMicros / MICROS
  return figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    clicks: integer('Clics', sums.clicks),
    cost: money('Coste', sums.costMicros),
    monthlyCost: money('Coste al mes', sums.costMicros * context.monthFactor),
    conversions: quantity('Conversiones', conversions),
    costPerConversion: money(
      'Coste por conversión',
      conversions > 0 ? sums.costMicros / conversions : null,
    ),
    expected: integer('Conversiones esperadas', Math.round(one.expected)),
    target: money('Coste de referencia por conversión', target.micros),
    times: quantity('Veces más cara, al menos', one.times),
    rate: percent('Tasa de conversión estimada', verdict.rate),
    breakEven: percent('Tasa de conversión necesaria', verdict.breakEven),
    budget: money('Presupuesto actual', campaign.budgetMicros ?? null),
    newBudget: money(
      'Presupuesto propuesto',
      remedy.kind === 'halve' ? remedy.newBudgetMicros : null,
    ),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      verdict.knownClicks / sums.clicks,
    ),
  })
}

function caveats(
  context: Context,
  { campaign, target }: ReturnlessCampaign,
  remedy: Remedy,
  knownShare: string,
): string[] {
  return [
    ...conversionCaveats(context, knownShare),
    ...worthCaveat(target, { saves: true }),
    'Si esta campaña persigue algo que no está en la columna «Conversiones» (llamadas, visitas, darse a conocer), no la juzgues por esto.',
    'Antes, comprueba que sus páginas de destino cuentan las conversiones: si les faltara la etiqueta se vería igual.',
    'Google atribuye la conversión a otros clics si esta campaña solo intervino antes, en el camino hasta la compra.',
    ...(purposeOf(campaign) === 'unknown'
      ? [
          'No consta con qué estrategia puja: si busca otra cosa que conversiones, no la juzgues por esto.',
        ]
      : []),
    ...(remedy.kind === 'decide'
      ? []
      : ['Parte de esas búsquedas pueden pasar a otras campañas de la cuenta, que las pagarán.']),
    ...(remedy.kind === 'halve' ? smartBiddingCaveat(campaign) : []),
  ]
}

export function doubtText({ campaign, doubt }: ReturnlessCampaign): string {
  return `«${campaign.name}» gasta y casi no consta que venda, pero ${DOUBTS[doubt ?? 'action']}: comprueba antes si se cuentan sus conversiones.`
}

const DOUBTS = {
  stopped: 'vendía bien hasta que dejó de contarse',
  elsewhere: 'lleva a otra web que las campañas que venden',
  action: 'una de las acciones de conversión ha dejado de contar',
}

export const NONE_JUDGED =
  'Ninguna campaña activa desde hace tres semanas busca conversiones, aparte de la marca.'

export const ALL_RETURN =
  'Ninguna campaña se aparta tanto de lo que cuesta una conversión como para decir que gasta sin vender.'

/** Enough conversions to know what one costs are no chance: it may be worth as much, or not. */
export function unsureText(
  { say, measurement: { knownShare } }: Context,
  cases: readonly ReturnlessCampaign[],
): string {
  const dear = cases.find(
    ({ campaign: { sums }, target }) =>
      target.origin === 'rest' &&
      sums.conversionsMicros >= THRESHOLDS.accountConversions.value * MICROS,
  )
  if (!dear) return NOT_SURE
  const { name, sums } = dear.campaign
  // As the other is: of clicks that have had time to convert.
  const cost = say.money((sums.costMicros * knownShare * MICROS) / sums.conversionsMicros)
  return `Una conversión de «${name}» cuesta ${cost}, y ${say.money(dear.target.micros)} es ${targetName(dear.target)}: puede que valga más, o que pierda dinero. Di lo que vale en cada una en «Cuánto vale una conversión».`
}

const NOT_SURE = 'Alguna campaña gasta mucho y vende poco, pero con estos datos puede ser azar.'

export const MENDED =
  'La campaña que gasta sin vender lo hace en búsquedas que excluye otra recomendación: sin ellas, lo que queda no se aparta tanto.'
