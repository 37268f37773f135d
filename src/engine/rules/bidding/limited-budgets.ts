import { MICROS } from '#shared/metrics.ts'
import { budgetExponentOf } from '../../account/budget-exponent.ts'
import type { Context } from '../../account/context.ts'
import { areMostlyBeginnings, customerStages } from '../../account/customer-stages.ts'
import { presentShares, sharesOf } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { isSupposed } from '../../account/targets.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { budgetCeiling, budgetResponse, drawBudgetTruth } from '../../statistics/budget-response.ts'
import { acceptByMoney } from '../../statistics/discovery.ts'
import { type Uniforms, uniformsFrom } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { livesOnBrand } from '../ads/brand-overlap.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { lacksBudget } from './bid-room.ts'
import { BEGINNINGS } from './budget-shift-words.ts'
import {
  actsOn,
  asksForMoreThanSaid,
  type BudgetUsers,
  budgetUsers,
  heldByEnding,
  placeOfBudget,
  shareUnbranded,
} from './budget-users.ts'
import { wholeWindow } from './campaign-exposure.ts'
import { drawSimulatedElasticity, simulatedBudget } from './campaign-simulation.ts'
import type { BudgetCase } from './limited-budgets-words.ts'
import * as words from './limited-budgets-words.ts'

const NAME = 'limited-budgets'

/** Campaigns that run out of budget while their next conversion is still worth its price. */
export const limitedBudgets = defineRule({
  name: NAME,
  title: 'Presupuestos que se agotan',
  category: 'budget',
  place: 150,
  needs: { conversions: 'once', days: 30, levels: ['campaign'], settings: ['budgetMicros'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const limited = snapshot.campaigns.filter(isLimited)
  if (limited.length === 0) {
    return { findings: [], silence: silenceOf(snapshot) }
  }
  if (limited.every(({ id }) => context.ending.has(id)))
    return { findings: [], silence: words.ENDING }
  if (areMostlyBeginnings(customerStages(snapshot))) return { findings: [], silence: BEGINNINGS }
  const own = budgetUsers(snapshot, context).filter(({ campaign }) => isLimited(campaign))
  if (own.length === 0) {
    return { findings: [], silence: unjudgedOf(limited, heldByEnding(snapshot, context), context) }
  }
  const open = own.filter(({ users }) => !users.some((one) => livesOnBrand(one, snapshot, context)))
  if (open.length === 0) return { findings: [], silence: words.BRAND_FIRST }
  const agreed = open.filter((one) => !asksForMoreThanSaid(one, context))
  if (agreed.length === 0) return { findings: [], silence: words.ASKS_FOR_MORE }
  const cases = agreed.flatMap((one) => caseOf(snapshot, one, context))
  const likely = cases.filter((c) => c.probability >= THRESHOLDS.budgetProbability.value)
  const accepted = acceptByMoney(likely, THRESHOLDS.budgetFalseDiscovery.value)
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: accepted.map((one) => findingOf(one, context, byHand)),
    silence: accepted.length > 0 ? null : refusalOf(cases, context),
  }
}

function unjudgedOf(
  limited: readonly CampaignFacts[],
  held: ReadonlySet<string>,
  { ending }: Context,
): string {
  return limited.every(({ id, budgetId = '' }) => ending.has(id) || held.has(budgetId))
    ? words.BESIDE_ENDING
    : words.ONLY_UNLIKE
}

function refusalOf(cases: readonly BudgetCase[], context: Context): string {
  const [nearest] = cases.toSorted(
    (a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1),
  )
  return nearest ? words.tooDearText(context, nearest, cases.length - 1) : words.NO_CONVERSIONS
}

function silenceOf(snapshot: AccountSnapshot<'campaign'>): string {
  const { campaigns } = snapshot
  const unjudged = campaigns.filter((one) => one.status === 'ENABLED' && !sharesOf(one))
  if (unjudged.some(({ id }) => googleOf(snapshot, id).isLimited)) return words.LIMITED_UNSHARED
  return campaigns.some(sharesOf) ? words.NOTHING_LIMITED : words.NO_SHARES
}

function googleOf({ inventory }: AccountSnapshot<'campaign'>, id: string): BudgetCase['google'] {
  const own = inventory?.campaignSettings?.find(({ campaignId }) => campaignId === id)
  return {
    isLimited: own?.primaryStatusReasons.includes('BUDGET_CONSTRAINED') ?? false,
    budgetMicros: own?.recommendedBudgetMicros ?? null,
  }
}

function isLimited(campaign: CampaignFacts): boolean {
  return campaign.status === 'ENABLED' && lacksBudget(campaign)
}

function caseOf(
  snapshot: AccountSnapshot<'campaign'>,
  budget: BudgetUsers,
  context: Context,
): BudgetCase[] {
  const { campaign, target } = budget
  const { sums } = campaign
  const shares = presentShares(campaign)
  const { knownShare } = context.measurement
  if (!target || !shares || shares.won <= 0) return []
  if (sums.conversionsMicros <= 0 || knownShare <= 0) return []
  const whole = wholeWindow(budget, snapshot, context)
  const state = {
    share: Math.min(1, shares.won),
    lost: shares.lostToBudget,
    cost: sums.costMicros * whole,
    conversions:
      (sums.conversionsMicros / MICROS / knownShare) * whole * shareUnbranded(budget, context),
  }
  const wanted = campaign.budgetMicros * Math.min(budgetCeiling(state), THRESHOLDS.budgetStep.value)
  const step = context.say.currencyStepMicros
  const newBudgetMicros = Math.floor(wanted / step) * step
  const factor = newBudgetMicros / campaign.budgetMicros
  if (factor <= 1) return []
  const key = campaign.id
  const believed = budgetExponentOf(snapshot, campaign)
  const simulated = simulatedBudget(snapshot, campaign, believed)
  const google = googleOf(snapshot, budget.users[0]!.id)
  const hand = { budget, campaign, state, whole, target, factor, newBudgetMicros, google, key }
  const certain = { ...hand, simulated, believed }
  const poorer = context.poorer
  return [{ ...certain, ...worthOf(certain, knownShare, poorer) }]
}

/**
 * P(the conversions bought are worth what they cost, at rates `poorer` times as good), and what is expected to be left of
 * them, micros over the window; by simulation.
 */
function worthOf(
  one: Omit<BudgetCase, 'probability' | 'expectedNet'>,
  knownShare: number,
  poorer: number,
): { probability: number; expectedNet: number } {
  const next = uniformsFrom(`${fingerprintOf(NAME, one.campaign.id)} worthwhile`)
  const draws = THRESHOLDS.draws.value
  let [good, sum] = [0, 0]
  for (let i = 0; i < draws; i++) {
    const { extraConversions, extraCost } = drawAnswer(next, one, knownShare)
    const net = extraConversions * one.target.micros * poorer - extraCost
    if (net >= 0) good++
    sum += net
  }
  return { probability: good / draws, expectedNet: sum / draws }
}

/** One possible response to the new budget. */
function drawAnswer(
  next: Uniforms,
  { state, whole, factor, simulated, believed }: Omit<BudgetCase, 'probability' | 'expectedNet'>,
  knownShare: number,
) {
  const truth = drawBudgetTruth(next, (state.conversions * knownShare) / whole, believed)
  const elasticity =
    simulated === null ? truth.elasticity : drawSimulatedElasticity(next, simulated)
  const conversions = (truth.conversions * whole) / knownShare
  // Where fewer people search, the budget no longer binds, and more of it buys nothing.
  const used = Math.max(1, Math.min(factor, budgetCeiling(state) * truth.demand))
  return budgetResponse({ ...state, conversions }, used, elasticity)
}

function findingOf(one: BudgetCase, context: Context, byHand: boolean): Finding {
  const { campaign, target } = one
  const { knownShare } = context.measurement
  const operable = !byHand && campaign.budgetId !== undefined
  return {
    ...placeOfBudget(one.budget),
    probability: one.probability,
    claims: [],
    acts: actsOn(one.budget),
    isWorthSupposed: isSupposed(target),
    drawMonthlyNet: (next, _common, worth = 1) => {
      const answer = drawAnswer(next, one, knownShare)
      return (
        context.monthFactor * (answer.extraConversions * target.micros * worth - answer.extraCost)
      )
    },
    kpi: 'conversions',
    ...words.limitedBudgetTexts(context, one, operable ? [raise(one)] : []),
  }
}

function raise({ campaign, newBudgetMicros }: BudgetCase) {
  return {
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: {
        resourceName: `customers/{customerId}/campaignBudgets/${campaign.budgetId}`,
        amountMicros: String(newBudgetMicros),
      },
    },
  }
}
