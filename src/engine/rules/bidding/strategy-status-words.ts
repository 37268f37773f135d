import type { Context } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { figuresOf } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { campaignTable, integer, type Texts } from './campaign-facts.ts'

/** `state`: as in 'está …'; `cause`: what Google means by it; `remedy`: what to look at. */
const PROBLEMS = {
  MISCONFIGURED_ZERO_ELIGIBILITY: {
    state: 'mal configurada: no le llegan conversiones',
    cause: 'La estrategia necesita conversiones o listas de visitantes y Google no recibe ninguna.',
    remedy: 'Comprueba que la etiqueta de conversión de la web funciona.',
  },
  MISCONFIGURED_CONVERSION_TYPES: {
    state: 'mal configurada: le faltan acciones de conversión',
    cause:
      'La estrategia aprende de conversiones y la cuenta no tiene ninguna acción que le sirva.',
    remedy: 'Crea o marca como principal la acción de conversión que quieres conseguir.',
  },
  MISCONFIGURED_CONVERSION_SETTINGS: {
    state: 'mal configurada: ajustes de conversión',
    cause: 'La estrategia aprende de conversiones, y sus ajustes no le dejan usarlas.',
    remedy: 'Revisa los objetivos de conversión de la campaña y qué acciones son principales.',
  },
  MISCONFIGURED_SHARED_BUDGET: {
    state: 'mal configurada: presupuesto compartido',
    cause: 'Comparte el presupuesto con campañas que no están en la misma estrategia de cartera.',
    remedy:
      'Dale un presupuesto propio, o pon en la misma estrategia a todas las que lo comparten.',
  },
  MISCONFIGURED_STRATEGY_TYPE: {
    state: 'mal configurada: la campaña no admite ese tipo de puja',
    cause: 'El tipo de estrategia no vale para esta campaña, y por eso no se publica.',
    remedy: 'Elige una estrategia que la campaña admita.',
  },
  MULTIPLE_MISCONFIGURED: {
    state: 'mal configurada',
    cause: 'Google no da una causa única.',
    remedy: 'Abre la estrategia en Google Ads: al pasar por encima del estado se ven las causas.',
  },
  BUDGET_MISCONFIGURED: {
    state: 'mal configurada: el presupuesto no le vale',
    cause: 'Su estrategia de puja no puede trabajar con el presupuesto que tiene la campaña.',
    remedy: 'Revisa el importe, el periodo y si es compartido.',
  },
  LIMITED_BY_CPC_BID_CEILING: {
    state: 'limitada por la puja máxima',
    cause:
      'El tope de CPC que lleva puesto no le deja pujar lo que haría falta en muchas subastas.',
    remedy: 'Quita el tope o súbelo: con puja automática, el objetivo ya cuida el precio.',
  },
  CEILING_WITHOUT_TARGET: {
    state: 'limitada por la puja máxima',
    cause:
      'El tope de CPC que lleva puesto no le deja pujar lo que haría falta en muchas subastas.',
    remedy:
      'No lo quites: sin un objetivo de CPA o de ROAS, el tope es lo único que cuida el precio. Súbelo poco a poco, y solo si lo que compra de más compensa.',
  },
  LIMITED_BY_CPC_BID_FLOOR: {
    state: 'limitada por la puja mínima',
    cause: 'El suelo de CPC que lleva puesto la obliga a pagar más de lo que querría.',
    remedy: 'Quita el suelo o bájalo.',
  },
  LIMITED_BY_DATA: {
    state: 'limitada por falta de datos',
    cause: 'En las últimas semanas no ha habido conversiones bastantes de las que aprender.',
    remedy:
      'Júntala con campañas que busquen lo mismo, o usa mientras una estrategia que no dependa de conversiones.',
  },
  LIMITED_BY_LOW_PRIORITY_SPEND: {
    state: 'limitada porque su gasto tiene poca prioridad',
    cause: 'No llega a gastar lo que se propone porque Google deja su gasto para el final.',
    remedy: 'Mira si comparte presupuesto o búsquedas con otra campaña que se lleva el gasto.',
  },
  LIMITED_BY_LOW_QUALITY: {
    state: 'limitada por la calidad',
    cause: 'Buena parte de sus palabras clave tiene un nivel de calidad bajo.',
    remedy: 'Mejora los anuncios y la página de destino de las palabras que más gastan.',
  },
  LIMITED_BY_INVENTORY: {
    state: 'limitada por el público al que llega',
    cause: 'Su segmentación es tan estrecha que no encuentra dónde gastar el presupuesto.',
    remedy:
      'Amplía palabras clave, lugares o públicos, o pasa parte del presupuesto a otra campaña.',
  },
  MULTIPLE_LIMITED: {
    state: 'limitada',
    cause: 'Google no da una causa única.',
    remedy: 'Abre la estrategia en Google Ads: al pasar por encima del estado se ven las causas.',
  },
} as const satisfies Record<string, { state: string; cause: string; remedy: string }>

export type StrategyProblem = keyof typeof PROBLEMS
export type StatusCase = { campaign: CampaignFacts<never>; problem: StrategyProblem }

/** Of Google's names of a status those that are looked at here. */
export const isProblem = (status: string): status is StrategyProblem =>
  Object.hasOwn(PROBLEMS, status)

/** Where nothing else holds the price, its ceiling is no mere limit. */
export const problemIn = (
  { targetCpaMicros, targetRoas }: CampaignFacts<never>,
  problem: StrategyProblem,
): StrategyProblem =>
  problem === 'LIMITED_BY_CPC_BID_CEILING' && !targetCpaMicros && !targetRoas
    ? 'CEILING_WITHOUT_TARGET'
    : problem

export function strategyStatusTexts(context: Context, { campaign, problem }: StatusCase): Texts {
  const { state, cause, remedy } = PROBLEMS[problem]
  const figures = figuresOf(context.say, { days: integer('Días analizados', context.days) })
  return {
    title: `Según Google, la puja de «${campaign.name}» está ${state}`,
    description: `${cause} ${remedy}`,
    whyNow: problem.includes('MISCONFIGURED')
      ? 'Mientras siga así, la puja no persigue lo que le has pedido.'
      : 'Mientras siga así, la puja no puede dar todo lo que le has pedido.',
    impact: withoutAmount('Google dice qué le falta, no cuánto cuesta'),
    card: {
      figures: figures.list,
      table: campaignTable([campaign], { status: ['Estado según Google', 'text'] }, () => ({
        status: state,
      })),
      test: directCheck(
        'No hay azar que valorar: es el estado que Google da hoy a la estrategia de puja.',
      ),
      counterEvidence: [
        'Es el juicio de Google sobre su propia puja: no dice que la campaña venda caro ni barato.',
        'Google tarda algún día en cambiar el estado después de un arreglo.',
      ],
      change: { operations: [], before: `Está ${state}.`, after: remedy },
    },
  }
}

export function strategyStatusGroupTexts(
  context: Context,
  problem: StrategyProblem,
  parts: readonly Finding[],
): GroupTexts {
  const { state, cause, remedy } = PROBLEMS[problem]
  const count = context.say.integer(parts.length)
  return settingsGroupTexts(context, parts, 'Campañas', {
    title: `Según Google, la puja de ${count} campañas está ${state}`,
    description: `${quoted(labelsOf(parts))}. ${cause} ${remedy}`,
  })
}

export const ALL_WELL =
  'Google no da por mal configurada ni por limitada la puja de ninguna campaña activa de la que dice el estado, salvo quizá por su presupuesto, que se mira aparte.'

export const STATUS_UNKNOWN = 'Google no dice en qué estado está la puja de las campañas activas.'
