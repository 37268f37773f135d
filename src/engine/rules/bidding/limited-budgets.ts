import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import {
  type BudgetState,
  budgetCeiling,
  budgetResponse,
  drawBudgetTruth,
} from '../../statistics/budget-response.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { type Uniforms, uniformsFrom } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import {
  drawSimulatedElasticity,
  simulatedElasticity,
  simulationOf,
} from './campaign-simulation.ts'
import { limitedBudgetTexts } from './limited-budgets-words.ts'

const RULE = 'limited-budgets'

export type BudgetCase = {
  campaign: CampaignFacts
  state: BudgetState
  target: Target
  factor: number
  /** From Google's budget simulation of the campaign; null: the usual one. */
  simulated: number | null
  newBudgetMicros: number
  probability: number
  fingerprint: string
  key: string
}

/** Campaigns that run out of budget while their next conversion is still worth its price. */
export function limitedBudgets(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = bidsBlockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const limited = snapshot.campaigns.filter(isLimited)
  if (limited.length === 0) return { findings: [], silence: NOTHING_LIMITED }
  const own = limited.filter(({ budgetShared, budgetMicros }) => !budgetShared && budgetMicros > 0)
  if (own.length === 0) return { findings: [], silence: ONLY_SHARED }
  const cases = own.flatMap((campaign) => caseOf(snapshot, campaign, context))
  const likely = cases.filter((c) => c.probability >= THRESHOLDS.budgetProbability.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: accepted.map((one) => findingOf(one, context, byHand)),
    silence: accepted.length > 0 ? null : TOO_DEAR,
  }
}

const NOTHING_LIMITED =
  'Ninguna campaña activa pierde una parte apreciable de sus impresiones por presupuesto.'
const ONLY_SHARED =
  'Las campañas a las que les falta presupuesto lo comparten con otras, o no se conoce su importe: no se puede calcular cada una por separado.'
const TOO_DEAR =
  'A alguna campaña le falta presupuesto, pero con sus conversiones no se puede asegurar que las siguientes salgan a buen precio.'

function isLimited({ status, impressionShare }: CampaignFacts): boolean {
  const lost = ratio(impressionShare.lostToBudget, impressionShare.eligible)
  return status === 'ENABLED' && lost >= THRESHOLDS.budgetLostShare.value
}

function caseOf(
  snapshot: AccountSnapshot,
  campaign: CampaignFacts,
  context: Context,
): BudgetCase[] {
  const target = context.targetOf(campaign.id)
  const { sums, impressionShare } = campaign
  const { knownShare } = context.measurement
  if (!target || sums.conversionsMicros <= 0 || sums.impressions <= 0 || knownShare <= 0) return []
  const state = {
    share: Math.min(1, ratio(sums.impressions, impressionShare.eligible)),
    lost: ratio(impressionShare.lostToBudget, impressionShare.eligible),
    cost: sums.costMicros,
    conversions: sums.conversionsMicros / MICROS / knownShare,
  }
  const wanted = campaign.budgetMicros * Math.min(budgetCeiling(state), THRESHOLDS.budgetStep.value)
  const step = context.say.currencyStepMicros
  const newBudgetMicros = Math.floor(wanted / step) * step
  const factor = newBudgetMicros / campaign.budgetMicros
  if (factor <= 1) return []
  const fingerprint = fingerprintOf(RULE, campaign.id)
  const simulated = simulatedElasticity(simulationOf(snapshot, campaign.id, 'BUDGET')?.points ?? [])
  const key = campaign.id
  const certain = { campaign, state, target, factor, simulated, newBudgetMicros, fingerprint, key }
  return [{ ...certain, probability: worthwhile(certain, knownShare) }]
}

/** P(the last conversion bought costs at most the target), by simulation. */
function worthwhile(one: Omit<BudgetCase, 'probability'>, knownShare: number): number {
  const next = uniformsFrom(`${one.fingerprint} worthwhile`)
  let good = 0
  for (let i = 0; i < THRESHOLDS.draws.value; i++) {
    if (drawAnswer(next, one, knownShare).marginalCost <= one.target.micros) good++
  }
  return good / THRESHOLDS.draws.value
}

/** One possible response to the new budget. */
function drawAnswer(
  next: Uniforms,
  { state, factor, simulated }: Pick<BudgetCase, 'state' | 'factor' | 'simulated'>,
  knownShare: number,
) {
  const truth = drawBudgetTruth(next, state.conversions * knownShare)
  const elasticity =
    simulated === null ? truth.elasticity : drawSimulatedElasticity(next, simulated)
  const conversions = truth.conversions / knownShare
  return budgetResponse({ ...state, conversions }, factor, elasticity)
}

function findingOf(one: BudgetCase, context: Context, byHand: boolean): Finding {
  const { campaign, target } = one
  const { knownShare } = context.measurement
  const operable = !byHand && campaign.budgetId !== undefined
  return {
    fingerprint: one.fingerprint,
    rule: RULE,
    categoria: 'presupuesto',
    objeto: { tipo: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: [],
    acts: [`campaign:${campaign.id}:budget`],
    drawMonthlyNet: (next) => {
      const answer = drawAnswer(next, one, knownShare)
      return context.monthFactor * (answer.extraConversions * target.micros - answer.extraCost)
    },
    kpi: 'conversiones',
    ...limitedBudgetTexts(context, one, operable ? [raise(one)] : []),
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
