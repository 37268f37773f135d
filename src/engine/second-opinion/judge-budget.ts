import { percent } from '#shared/spanish-numbers.ts'
import { presentShares } from '../account/known-settings.ts'
import { drawSimulatedElasticity } from '../rules/bidding/campaign-simulation.ts'
import { budgetResponse, drawBudgetTruth } from '../statistics/budget-response.ts'
import { uniformsFrom } from '../statistics/random.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { judgePromise, plainOpinion } from './judge-promise.ts'
import { conversionsOf, figure, numberAt, saying } from './opinion-figures.ts'

/** The daily budget Google proposes, in micros; null where it names none. */
export function proposedBudget({ proposal }: GoogleAdvice): number | null {
  return budgetAt(proposal, 'recommendedBudgetAmountMicros')
}

export function currentBudget({ proposal }: GoogleAdvice): number | null {
  return budgetAt(proposal, 'currentBudgetAmountMicros')
}

/** Of the budget that receives, where Google proposes to move what another does not spend. */
const budgetAt = (proposal: GoogleAdvice['proposal'], field: string) =>
  numberAt(proposal, field) ?? numberAt(proposal, 'budgetRecommendation', field)

export const proposesBudget = ({ type }: Pick<GoogleAdvice, 'type'>) =>
  type.endsWith('CAMPAIGN_BUDGET') || type === 'MOVE_UNUSED_BUDGET'

/**
 * A raise is worth what the conversions it adds cost, a cut what it saves for those it loses: by Google's promise, and by our
 * own response of conversions to budget (an exponent, as measured budgets showed it, or Google's simulation). The less favourable of both decides.
 */
export function judgeBudget(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const wanted = proposedBudget(advice)
  const present = currentBudget(advice) ?? around.campaign?.budgetMicros ?? 0
  const opinion = judged(advice, around, present > 0 && wanted ? wanted / present : null)
  const budgets = [
    figure('budget', 'Presupuesto diario', 'money', present || null),
    figure('newBudget', 'El que propone Google', 'money', wanted),
  ]
  return { ...opinion, figures: [...budgets, ...opinion.figures] }
}

function judged(advice: GoogleAdvice, around: Surroundings, factor: number | null): SecondOpinion {
  const { campaign } = around
  const isForecast = advice.type === 'FORECASTING_CAMPAIGN_BUDGET'
  if (campaign && !isForecast && factor !== null && factor > 1) {
    const shares = presentShares(campaign)
    if (shares && shares.lostToBudget < THRESHOLDS.budgetLostShare.value)
      return plainOpinion(
        'discard',
        `La campaña solo pierde por presupuesto el ${percent(shares.lostToBudget, 1)} de sus impresiones: subirlo no le compra casi nada.`,
        around,
      )
  }
  const moved = factor === null ? 1 : movedSpend(advice, around, factor)
  const own = moved === 1 ? null : ownCalculation(advice, around, moved)
  return judgePromise(advice, around, {
    drift: T.promiseDrift.value,
    best: 'apply',
    howToTest:
      factor !== null && factor < 1
        ? 'Bájalo un 20 % como mucho, espera dos semanas y mira cuántas conversiones se pierden.'
        : 'Súbelo un 20 % como mucho, espera dos semanas y mira lo que cuesta cada una de más.',
    caveats: [
      ...(factor !== null && factor > THRESHOLDS.budgetStep.value
        ? [
            `Es una subida del ${percent(factor - 1, 0)} de golpe; más de un 20 % hace que la puja automática vuelva a aprender.`,
          ]
        : []),
      ...(advice.type === 'MOVE_UNUSED_BUDGET'
        ? ['Lo que se mueve hoy no se gasta en ningún sitio: aplicarlo sube el gasto de la cuenta.']
        : []),
      ...(isForecast
        ? ['Se basa en una subida de la demanda que Google prevé y que aún no se ve en tus datos.']
        : []),
    ],
    ...(own && { own }),
  })
}

/** What is spent as a multiple of today's: of a cut only what it takes from what is spent, which may be less than the budget. */
function movedSpend(
  advice: GoogleAdvice,
  { campaign, days }: Surroundings,
  factor: number,
): number {
  const present = currentBudget(advice) ?? campaign?.budgetMicros ?? 0
  if (factor >= 1 || !campaign || campaign.budgetShared || present <= 0) return factor
  const spent = Math.min(1, campaign.sums.costMicros / days / present)
  return spent > factor ? factor / spent : 1
}

/** P(each conversion that the new budget adds costs at most the target, or each that it loses saves at least that), by simulation. */
function ownCalculation(advice: GoogleAdvice, around: Surroundings, factor: number) {
  const { campaign, target, knownShare } = around
  const conversions = conversionsOf(around)
  if (!campaign || !target || conversions < T.fewestConversions.value) return null
  const next = uniformsFrom(`${advice.id} budget`)
  const draws = THRESHOLDS.draws.value
  const costs = Array.from({ length: draws }, () => {
    const truth = drawBudgetTruth(next, conversions * knownShare, around.budgetExponent)
    const elasticity =
      around.budgetElasticity === null
        ? truth.elasticity
        : drawSimulatedElasticity(next, around.budgetElasticity)
    const state = {
      share: 1,
      lost: 0,
      cost: campaign.sums.costMicros,
      conversions: truth.conversions / knownShare,
    }
    return budgetResponse(state, factor, elasticity).incrementalCost
  }).sort((a, b) => a - b)
  const isCut = factor < 1
  const within = costs.filter((cost) =>
    isCut ? cost >= target.micros : cost <= target.micros,
  ).length
  const middle = costs[Math.floor(draws / 2)] ?? 0
  return {
    probability: within / draws,
    sentence: `Por su propio historial, ${isCut ? 'por cada conversión que se pierda' : 'cada conversión de más'} con ese presupuesto ${isCut ? 'se ahorrarían' : 'costaría'} unos ${saying(around).money(middle)}.`,
  }
}
