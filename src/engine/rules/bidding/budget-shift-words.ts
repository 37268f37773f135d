import type { Context, Target } from '../../account/context.ts'
import type { WithBudget } from '../../account/known-settings.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { listed, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, targetName } from '../../words/shared-texts.ts'
import type { BudgetUsers } from './budget-users.ts'
import { lostShare } from './campaign-evidence.ts'
import {
  campaignTable,
  integer,
  money,
  percent,
  quantity,
  roughly,
  type Texts,
} from './campaign-facts.ts'
import { type ExpectedResponse, expectedElasticity } from './campaign-simulation.ts'
import { namesOf } from './campaigns-as-one.ts'
import { elasticityName, shiftCaveat } from './elasticity-words.ts'

/**
 * A campaign's part in the split; costs and conversions as they would be over the whole window, in micros. `stretch`:
 * the window's days over those since it began.
 */
export type ShiftPart = ExpectedResponse & {
  budget: BudgetUsers
  campaign: WithBudget
  target: Target
  conversions: number
  /** Whether these are as many as its money would bring without the brand. */
  isUnbranded: boolean
  stretch: number
  /** Share of its daily budget that it spends on a day it runs, at most 1. */
  used: number
  /** What people would click, as a multiple of what was paid for. */
  wanted: number
  low: number
  high: number
  before: number
  after: number
  newBudgetMicros: number
}

export type ShiftCase = {
  parts: ShiftPart[]
  probability: number
  extraConversions: number
  /** What they are worth; not always more of them where they are not worth the same in each. */
  extraWorthMicros: number
}

export function budgetShiftTexts(
  context: Context,
  one: ShiftCase,
  operations: MutateOperation[],
): Texts {
  const { parts } = one
  const elasticity = parts.reduce((sum, part) => sum + expectedElasticity(part), 0) / parts.length
  const { takers, givers, amount } = movedBetween(parts)
  const isAlike = areAlike(parts)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    amount: money('Dinero que se mueve al mes', amount * context.monthFactor),
    extra: roughly('Conversiones extra al mes', one.extraConversions * context.monthFactor),
    worth: money(
      'Más valor de las conversiones al mes',
      isAlike ? null : one.extraWorthMicros * context.monthFactor,
    ),
    step: percent('Cambio máximo de lo que gasta cada campaña', THRESHOLDS.shiftStep.value),
    elasticity: quantity(elasticityName(parts), elasticity),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const list = figures.list.filter(({ value }) => value !== null)
  const table = tableOf(parts)
  const more = isAlike
    ? `${figures.someConversions('extra')} más al mes`
    : `que las conversiones valgan ${show('worth')} más al mes${one.extraConversions < 0 ? ', aunque sean menos,' : ''}`
  return {
    title: `Mueve ${show('amount')} al mes de ${namesOfParts(givers)} a ${namesOfParts(takers)}`,
    description: `Con el mismo gasto, lo que se añade rinde más en ${namesOfParts(takers)}, donde falta presupuesto. Cabe esperar ${more} sin gastar más en total.`,
    whyNow: `${namesOfParts(takers)} ${hasSeveral(takers) ? 'dejan' : 'deja'} de salir por falta de presupuesto mientras ${whyFrom(givers, takers)}${withoutBrand(parts)}.`,
    impact: withAmount(' en conversiones, con el mismo gasto'),
    card: {
      figures: list,
      table,
      test: {
        name: isAlike
          ? 'Reparto que iguala el coste de la siguiente conversión, por simulación'
          : 'Reparto que iguala lo que rinde lo último que se gasta, por simulación',
        sentence: `Repitiendo el cálculo con todo lo que no se sabe de cada campaña, el cambio sale a cuenta con una probabilidad del ${show('probability')}.`,
        numbers: list.filter(({ key }) =>
          ['extra', 'worth', 'elasticity', 'probability'].includes(key),
        ),
      },
      counterEvidence: caveats(context, parts, show('knownShare')),
      change: {
        operations,
        before: parts
          .map(({ budget, campaign }) => budgetLine(context, budget, campaign.budgetMicros))
          .join(' '),
        after: parts
          .map(({ budget, newBudgetMicros }) => budgetLine(context, budget, newBudgetMicros))
          .join(' '),
      },
    },
  }
}

/** Whether a conversion counts for the same in each. */
function areAlike(parts: readonly ShiftPart[]): boolean {
  const worths = parts.map(({ target }) => target.micros)
  return Math.max(...worths) - Math.min(...worths) < 1
}

const countedBy = (parts: readonly ShiftPart[]) =>
  listed([...new Set(parts.map(({ target }) => targetName(target)))])

/** Why money is taken from these: they cost more, they cost more for what they are worth, or what is spent last buys less. */
function whyFrom(givers: readonly ShiftPart[], takers: readonly ShiftPart[]): string {
  const [name, pays] = [namesOfParts(givers), hasSeveral(givers) ? 'pagan' : 'paga']
  if (!areAlike([...givers, ...takers]))
    return meanReturn(givers) < meanReturn(takers)
      ? `${name} ${pays} más por lo que vale cada conversión`
      : `lo último que se gasta en ${name} rinde menos`
  return meanCost(givers) > meanCost(takers)
    ? `${name} ${pays} más por cada conversión`
    : `lo último que se gasta en ${name} rinde menos`
}

/** What would be moved if a conversion were worth the same in each. */
export function worthQuestionTexts(context: Context, one: ShiftCase): Texts {
  const { parts } = one
  const { takers, givers, amount } = movedBetween(parts)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    dear: money(`${costName(givers)} en ${namesOfParts(givers)}`, meanCost(givers)),
    cheap: money(`${costName(takers)} en ${namesOfParts(takers)}`, meanCost(takers)),
    amount: money('Dinero que se movería al mes', amount * context.monthFactor),
    extra: roughly('Conversiones extra al mes', one.extraConversions * context.monthFactor),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const [giver, taker] = [namesOfParts(givers), namesOfParts(takers)]
  const lacks = hasSeveral(takers) ? 'les falta' : 'le falta'
  return {
    title: `¿Vale más una conversión de ${giver}? Cuesta ${show('dear')}${withoutBrand(givers)}, y en ${taker} ${show('cheap')}${withoutBrand(takers)}`,
    description: `A ${taker} ${lacks} presupuesto. Si una conversión vale lo mismo en todas, mover ${show('amount')} al mes de ${giver} a ${taker} daría ${figures.someConversions('extra')} más al mes con el mismo gasto. Si en ${giver} valen más, déjalo como está. Di lo que vale en cada campaña en «Cuánto vale una conversión», y se calculará con eso.`,
    whyNow:
      'Mientras no conste, cada campaña se mide con su propia media y no se propone mover nada.',
    impact: withoutAmount('depende de lo que valga una conversión en cada campaña'),
    card: {
      figures: figures.list,
      table: campaignTable(
        parts.map(({ campaign }) => campaign),
        {
          cpa: [costName(parts), 'money'],
          budget: ['Presupuesto diario', 'money'],
          lostToBudget: ['Perdidas por presupuesto', 'percent'],
        },
        (campaign) => {
          const part = parts.find((own) => own.campaign === campaign)!
          return {
            cpa: part.before / part.conversions,
            budget: part.campaign.budgetMicros,
            lostToBudget: lostShare(campaign, 'budget').shown,
          }
        },
      ),
      test: {
        name: 'Reparto que iguala el coste de la siguiente conversión, por simulación',
        sentence: `Si una conversión vale lo mismo en todas, el cambio sale a cuenta con una probabilidad del ${show('probability')}.`,
        numbers: figures.list.filter(({ key }) => ['extra', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Que cueste más no es que se pierda dinero: puede ser un producto más caro o un cliente mejor.',
        'Si una campaña persigue otra cosa (darse a conocer, un producto nuevo), no la compares por esto.',
      ],
      change: null,
    },
  }
}

function movedBetween(parts: readonly ShiftPart[]) {
  const takers = parts.filter(({ after, before }) => after > before)
  const givers = parts.filter(({ after, before }) => after < before)
  const amount = takers.reduce((sum, { after, before }) => sum + after - before, 0)
  return { takers, givers, amount }
}

const meanCost = (parts: readonly ShiftPart[]) =>
  parts.reduce((sum, { before }) => sum + before, 0) /
  parts.reduce((sum, { conversions }) => sum + conversions, 0)

const meanReturn = (parts: readonly ShiftPart[]) =>
  parts.reduce((sum, { conversions, target }) => sum + conversions * target.micros, 0) /
  parts.reduce((sum, { before }) => sum + before, 0)

/** Said where it is so: the row beside it holds the brand too. */
const withoutBrand = (parts: readonly ShiftPart[]) =>
  parts.some(({ isUnbranded }) => isUnbranded) ? ' sin la marca' : ''

const costName = (parts: readonly ShiftPart[]) => `Coste por conversión${withoutBrand(parts)}`

function tableOf(parts: readonly ShiftPart[]): Texts['card']['table'] {
  const byCampaign = new Map<CampaignFacts, ShiftPart>(parts.map((part) => [part.campaign, part]))
  const isAlike = areAlike(parts)
  return campaignTable(
    parts.map(({ campaign }) => campaign),
    {
      cpa: [costName(parts), 'money'],
      ...(!isAlike && { worth: ['Por cuánto cuenta una conversión', 'money'] }),
      budget: ['Presupuesto diario', 'money'],
      newBudget: ['Presupuesto propuesto', 'money'],
    },
    (campaign) => {
      const part = byCampaign.get(campaign)!
      const { before, conversions, newBudgetMicros, campaign: own, target } = part
      return {
        cpa: before / conversions,
        ...(!isAlike && { worth: target.micros }),
        budget: own.budgetMicros,
        newBudget: newBudgetMicros,
      }
    },
  )
}

function caveats(context: Context, parts: readonly ShiftPart[], knownShare: string): string[] {
  return [
    ...conversionCaveats(context, knownShare),
    shiftCaveat(parts),
    areAlike(parts)
      ? 'Se supone que una conversión vale lo mismo en todas.'
      : `Una conversión no cuenta por lo mismo en todas, como se ve en la tabla: cuenta ${countedBy(parts)}.`,
    'Si una campaña persigue otra cosa (darse a conocer, un producto nuevo), no la compares por esto.',
  ]
}

function namesOfParts(parts: readonly ShiftPart[]): string {
  return namesOf(parts.flatMap(({ budget }) => budget.users))
}

const hasSeveral = (parts: readonly ShiftPart[]) =>
  parts.flatMap(({ budget }) => budget.users).length > 1

function budgetLine({ say }: Context, budget: BudgetUsers, micros: number): string {
  return `${namesOf(budget.users)}: ${say.money(micros)} al día.`
}

export const BEGINNINGS =
  'La mayoría de las conversiones son un primer paso (una prueba, un formulario) que cuenta igual que la venta: no se puede saber qué campaña vende más barato.'

export const NOWHERE =
  'No hay dos presupuestos de campañas con conversiones de los que conste que uno puede aprovechar más dinero.'

export const SETTLING =
  'De los presupuestos que podrían moverse alguno ha cambiado en las últimas dos semanas, o la puja de su campaña: primero se ve qué ha dado.'

export const WELL_SPLIT =
  'Con lo que se sabe de cada campaña, mover presupuesto de una a otra no asegura más conversiones.'
