import { hasOwnBids, isSmartBidding } from '../../account/bidding-strategy.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context, Target } from '../../account/context.ts'
import { presentShares, type WithBudget } from '../../account/known-settings.ts'
import { isSupposed } from '../../account/targets.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { type BudgetState, budgetResponse } from '../../statistics/budget-response.ts'
import { figuresOf } from '../../words/say.ts'
import { withAmount } from '../../words/setup-texts.ts'
import {
  certainty,
  conversionCaveats,
  lessSpend,
  targetName,
  theShare,
  worthCaveat,
} from '../../words/shared-texts.ts'
import { type BudgetUsers, whoseBudget } from './budget-users.ts'
import { campaignTable, roughly } from './campaign-facts.ts'
import { type ExpectedResponse, expectedElasticity } from './campaign-simulation.ts'
import { elasticityName, raiseCaveat } from './elasticity-words.ts'

export type BudgetCase = ExpectedResponse & {
  budget: BudgetUsers
  campaign: WithBudget
  /** Over a whole window at the present budget: `whole` times what was seen. */
  state: BudgetState
  whole: number
  target: Target
  factor: number
  newBudgetMicros: number
  /** Its own word on the budget: shown beside ours, and reckoned with in nothing. */
  google: { isLimited: boolean; budgetMicros: number | null }
  probability: number
  /** Micros over the window. */
  expectedNet: number
  key: string
}

export function limitedBudgetTexts(
  context: Context,
  one: BudgetCase,
  operations: MutateOperation[],
) {
  const { budget, target } = one
  const figures = budgetFigures(context, one)
  const { show } = figures
  const lost = theShare(show('lost'), one.state.lost, 'lost')
  return {
    title: `Sube el presupuesto ${whoseBudget(budget)} de ${show('budget')} a ${show('newBudget')} al día`,
    description: `${budget.users.length > 1 ? 'Entre todas dejan' : 'La campaña deja'} de salir en ${lost} de las búsquedas posibles porque se ${budget.users.length > 1 ? 'les' : 'le'} acaba el presupuesto. Con ${show('extraCost')} más al mes cabe esperar ${figures.someConversions('extraConversions')} más, a unos ${show('incremental')} cada una.`,
    whyNow: `Cada mes pierde por presupuesto ${lost} de las veces que podría salir.${one.google.isLimited ? googlesWord(budget) : ''}`,
    impact: withAmount(lessSpend(target.origin)),
    card: {
      figures: figures.list.filter(({ key, value }) => key !== 'googleBudget' || value !== null),
      table: campaignTable(budget.users),
      test: {
        name: 'Lo que traería el gasto añadido, por simulación',
        sentence: `Hay una probabilidad del ${show('probability')} de que las conversiones añadidas cuesten menos de ${show('target')} cada una (${targetName(target)}).`,
        numbers: figures.list.filter(({ key }) =>
          ['probability', 'marginal', 'elasticity', 'ceiling'].includes(key),
        ),
      },
      counterEvidence: caveats(context, one, show),
      change: {
        operations,
        before: `Presupuesto de ${show('budget')} al día.`,
        after: `Presupuesto de ${show('newBudget')} al día.`,
      },
    },
  }
}

/** Of several Google was asked about the first. */
function googlesWord({ users }: BudgetCase['budget']): string {
  const whom = users.length > 1 ? `da a «${users[0]!.name}»` : 'la da'
  return ` También Google ${whom} por limitada por el presupuesto.`
}

function budgetFigures(context: Context, one: BudgetCase) {
  const { campaign, state, factor, target } = one
  const elasticity = expectedElasticity(one)
  const answer = budgetResponse(state, factor, elasticity)
  const month = context.monthFactor
  const money = 'money' as const
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    budget: { label: 'Presupuesto diario', unit: money, value: campaign.budgetMicros },
    newBudget: { label: 'Presupuesto propuesto', unit: money, value: one.newBudgetMicros },
    googleBudget: {
      label: 'Presupuesto que recomienda Google',
      unit: money,
      value: one.google.budgetMicros,
    },
    share: { label: 'Cuota de impresiones', unit: 'percent', value: state.share },
    lost: { label: 'Impresiones perdidas por presupuesto', unit: 'percent', value: state.lost },
    extraCost: { label: 'Gasto extra al mes', unit: money, value: answer.extraCost * month },
    extraConversions: roughly('Conversiones extra al mes', answer.extraConversions * month),
    incremental: {
      label: 'Coste de cada conversión extra',
      unit: money,
      value: answer.incrementalCost,
    },
    marginal: { label: 'Coste de la última conversión', unit: money, value: answer.marginalCost },
    target: { label: 'Coste de referencia por conversión', unit: money, value: target.micros },
    elasticity: {
      label: elasticityName([one]),
      unit: 'quantity',
      value: elasticity,
    },
    ceiling: {
      label: 'Presupuesto útil (veces el actual)',
      unit: 'quantity',
      value: (state.share + state.lost) / state.share,
    },
    probability: certainty(one.probability),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

function caveats(
  context: Context,
  one: BudgetCase,
  show: ReturnType<typeof budgetFigures>['show'],
): string[] {
  const { budget, campaign, target, google } = one
  const { lostToBudget = 0, lostToRank = 0 } = presentShares(campaign) ?? {}
  return [
    ...conversionCaveats(context, show('knownShare')),
    raiseCaveat(one),
    ...(google.budgetMicros === null
      ? []
      : [
          `Google recomienda ${show('googleBudget')} al día. Es su cifra, no la nuestra: no dice qué costaría cada conversión añadida, y aquí no se ha usado para calcular nada.`,
        ]),
    ...(budget.users.some(isBrandCampaign)
      ? [
          'Parte de quien busca tu marca llega igual por el resultado gratuito: no todas esas conversiones serían nuevas.',
        ]
      : []),
    ...(lostToRank > lostToBudget
      ? ['Pierde aún más impresiones por ranking (puja y calidad) que por presupuesto.']
      : []),
    ...(isSmartBidding(campaign)
      ? ['Con puja automática, un cambio de presupuesto mayor podría reiniciar su aprendizaje.']
      : []),
    ...(hasOwnBids(campaign)
      ? ['Con pujas manuales, bajar la puja también estira el presupuesto.']
      : []),
    ...(budget.users.length > 1
      ? [
          'Google reparte un presupuesto compartido a su manera: lo añadido puede ir más a unas que a otras.',
        ]
      : []),
    ...worthCaveat(target),
  ]
}

export const NOTHING_LIMITED =
  'Ninguna campaña activa pierde una parte apreciable de sus impresiones por presupuesto, allí donde Google da la cuota.'

export const NO_SHARES =
  'No consta qué parte de sus impresiones pierden las campañas por presupuesto.'

export const LIMITED_UNSHARED =
  'Google da alguna campaña por limitada por su presupuesto, pero no su cuota de impresiones: no se puede saber qué traería subirlo.'

export const ENDING =
  'Las campañas a las que les falta presupuesto terminan en menos de un mes: lo que se ganaría se calcula por meses enteros, y no llegaría a verse.'

export const BESIDE_ENDING =
  'Las campañas a las que les falta presupuesto lo comparten con otras que terminan en menos de un mes: lo que estas dejan de gastar queda para ellas, y hasta entonces no se sabe si les falta.'

export const ONLY_UNLIKE =
  'Las campañas a las que les falta presupuesto lo comparten con otras muy distintas, o no se conoce su importe: antes hay que separarlo.'

export const BRAND_FIRST =
  'Las campañas de máximo rendimiento a las que les falta presupuesto viven en buena parte de búsquedas de tu marca: antes hay que excluirla de ellas, porque sin esas conversiones el dinero añadido rinde menos.'

export const ASKS_FOR_MORE =
  'Las campañas a las que les falta presupuesto tienen un CPA objetivo mayor que lo que has dicho que puede costar una conversión: antes hay que decidir cuál de las dos cifras vale.'

export const NO_CONVERSIONS =
  'A alguna campaña le falta presupuesto, pero no tiene conversiones con las que decir a qué precio saldrían las siguientes.'

/** Why no budget is raised; `one`: that which comes nearest to it, `others`: how many more run out. */
export function tooDearText(context: Context, one: BudgetCase, others: number): string {
  const { show } = budgetFigures(context, one)
  const { budget, target } = one
  const name = `${budget.users.length > 1 ? 'A las campañas de un presupuesto compartido' : `A «${budget.users[0]!.name}»`}`
  const open = isSupposed(target)
    ? ' Si una conversión vale más que eso, dilo en «Cuánto vale una conversión»: puede cambiar la respuesta.'
    : ''
  return `${name} ${budget.users.length > 1 ? 'les' : 'le'} falta presupuesto: por él se ${budget.users.length > 1 ? 'pierden' : 'pierde'} ${theShare(show('lost'), one.state.lost, 'lost')} de las búsquedas posibles. Con ${show('newBudget')} al día en vez de ${show('budget')}, cada conversión añadida costaría unos ${show('incremental')}, y se compara con ${show('target')} (${targetName(target)}). Contando con que el mes que viene puede convertir peor, la probabilidad de que compense es del ${show('probability')}, y para proponerlo se pide más.${alsoText(others)}${open}`
}

function alsoText(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' A otra le pasa lo mismo.' : ` A otras ${others} les pasa lo mismo.`
}
