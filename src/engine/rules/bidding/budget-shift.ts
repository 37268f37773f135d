import { isBrandCampaign } from '../../account/brand.ts'
import { budgetExponentOf } from '../../account/budget-exponent.ts'
import type { Context } from '../../account/context.ts'
import { areMostlyBeginnings, customerStages } from '../../account/customer-stages.ts'
import { presentShares } from '../../account/known-settings.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { budgetCeiling, drawBudgetTruth } from '../../statistics/budget-response.ts'
import { conversionsAt, curveOf, reallocate, splitGain } from '../../statistics/budget-split.ts'
import { type Uniforms, uniformsFrom } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { livesOnBrand } from '../ads/brand-overlap.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { ShiftCase, ShiftPart } from './budget-shift-words.ts'
import * as words from './budget-shift-words.ts'
import {
  actsOn,
  asksForMoreThanSaid,
  type BudgetUsers,
  budgetUsers,
  isSettling,
  shareUnbranded,
} from './budget-users.ts'
import { knownConversions, lostShare } from './campaign-evidence.ts'
import { watchedOf } from './campaign-exposure.ts'
import {
  drawSimulatedElasticity,
  expectedElasticity,
  simulatedBudget,
} from './campaign-simulation.ts'
import { onOneScale } from './one-scale.ts'

const NAME = 'budget-shift'

/** The same money, moved to where the next conversion is cheaper. */
export const budgetShift = defineRule({
  name: NAME,
  title: 'Reparto del presupuesto',
  category: 'budget',
  needs: { conversions: 'once', days: 30, levels: ['campaign'], settings: ['budgetMicros'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  if (areMostlyBeginnings(customerStages(snapshot)))
    return { findings: [], silence: words.BEGINNINGS }
  const users = budgetUsers(snapshot, context)
  const settled = users.filter((one) => !isSettling(one, context))
  const all = onOneScale(
    settled.flatMap((one) => candidateOf(snapshot, one, context)),
    context,
  )
  const hasRoom = all.some(({ high, before }) => high > before)
  if (all.length < 2 || !hasRoom) {
    return { findings: [], silence: settled.length < users.length ? words.SETTLING : words.NOWHERE }
  }
  const found = shiftOf(all, context)
  const byHand = snapshot.account.source === 'imported'
  if (found) return { findings: [findingOf(found, context, byHand)], silence: null }
  const question = questionOf(all, context)
  return question
    ? { findings: [question], silence: null }
    : { findings: [], silence: words.WELL_SPLIT }
}

function shiftOf(all: readonly ShiftPart[], context: Context): ShiftCase | null {
  const poorer = context.poorer
  const candidates = all.map((one) => onlyPaying(one, context, poorer))
  const parts = withoutMore(
    splitAnew(splitAnew(candidates, context).filter(isMoved), context),
    context,
  )
  if (parts.length < 2) return null
  const probability = chanceOfGain(parts, context)
  const extraConversions = expectedExtra(parts, context, () => 1)
  const extraWorthMicros = expectedExtra(parts, context, ({ target }) => target.micros)
  const worth = gainOf(parts, parts.map(middleOf), ({ target }) => target.micros)
  const value = parts.reduce((sum, one) => sum + one.conversions * one.target.micros, 0)
  const { shiftProbability, shiftGain } = THRESHOLDS
  if (probability < shiftProbability.value || worth < shiftGain.value * value) return null
  return { parts, probability, extraConversions, extraWorthMicros }
}

/**
 * Conversions that cost many times the others' are judged by their own mean, for they may be worth as much. Where money would be moved away
 * from them if they were not, only the owner can say which it is.
 */
function questionOf(all: readonly ShiftPart[], context: Context): Finding | null {
  const dear = all.filter(({ target }) => target.isOwn === 'dear')
  const isUnsaid = all.every(({ target }) => target.origin === 'average')
  if (dear.length === 0 || !isUnsaid) return null
  const micros = Math.min(...dear.map(({ target }) => target.micros))
  const alike = all.map((one) => ({ ...one, target: { ...one.target, micros } }))
  const found = shiftOf(alike, context)
  const givers = found?.parts.filter(({ after, before }) => after < before) ?? []
  if (!found || !givers.every(({ target }) => target.isOwn === 'dear')) return null
  return setupFinding(
    {
      ...{ campaignId: null, part: 'worth', priority: 'medium' },
      probability: Math.min(found.probability, THRESHOLDS.mostCertain.value),
      acts: givers.map(({ campaign }) => `campaign:${campaign.id}:return` as const),
    },
    words.worthQuestionTexts(context, found),
  )
}

/** Only a campaign that runs out of budget can use more of it. Neither the brand nor what makes known is traded. */
function candidateOf(
  snapshot: AccountSnapshot<'campaign'>,
  budget: BudgetUsers,
  context: Context,
): ShiftPart[] {
  const { campaign, target, users } = budget
  const { channelType, budgetMicros, sums } = campaign
  const unbranded = shareUnbranded(budget, context)
  const seen = knownConversions(context, sums) * unbranded
  const watched = watchedOf(campaign, snapshot, context)
  const sells = ['SEARCH', 'SHOPPING', 'PERFORMANCE_MAX'].includes(channelType)
  if (!sells || !target || !watched || sums.costMicros <= 0) return []
  if (users.some(isBrandCampaign)) return []
  if (seen < THRESHOLDS.shiftConversions.value) return []
  const { stretch, bindingMicros, present } = watched
  const before = sums.costMicros * stretch * present
  const conversions = seen * stretch * present
  const lost = lostShare(campaign, 'budget').atLeast
  const share = presentShares(campaign)?.won ?? 0
  const step = THRESHOLDS.shiftStep.value
  const wanted = budgetCeiling({ share: Math.min(1, share), lost })
  const room = Math.min(1 + step, wanted)
  const hasRoom =
    lost >= THRESHOLDS.budgetLostShare.value &&
    !asksForMoreThanSaid(budget, context) &&
    !users.some((one) => livesOnBrand(one, snapshot, context))
  const high = hasRoom ? before * room : before
  const used = high > before ? 1 : Math.min(1, (bindingMicros * present) / budgetMicros)
  // Below what is used, a budget must first come down to it: that is part of the step.
  const low = before * Math.min(1, (1 - step) / used)
  const limits = { low, high, before, after: before }
  const believed = budgetExponentOf(snapshot, campaign)
  const simulated = simulatedBudget(snapshot, campaign, believed)
  const seenOf = { conversions, simulated, believed }
  const isUnbranded = unbranded < 1
  const certain = { budget, campaign, target, ...seenOf, isUnbranded, stretch, used, wanted }
  return [{ ...certain, ...limits, newBudgetMicros: budgetMicros }]
}

/** What more money would bring has to be worth it by itself: else the owner had better keep it. */
function onlyPaying(part: ShiftPart, context: Context, poorer: number): ShiftPart {
  const { before, high } = part
  if (high <= before) return part
  const chance = shareOfDraws(
    uniformsFrom(`${NAME} ${part.campaign.id} more`),
    (next) => netOf(part, high, drawTruth(next, part, context), poorer) >= 0,
  )
  return chance >= 1 - THRESHOLDS.lossChance.value ? part : { ...part, high: before }
}

/** The best split at the middle of what is believed. */
function splitAnew(parts: readonly ShiftPart[], context: Context): ShiftPart[] {
  const curves = parts.map((part) => curveFor(part, middleOf(part), part.target.micros))
  const total = parts.reduce((sum, { before }) => sum + before, 0)
  const split = reallocate(curves, total)
  return parts.map((part, i) => {
    const after = split[i]!
    return { ...part, after, newBudgetMicros: budgetFor(part, after, context) }
  })
}

/**
 * What spends alike may have unlike budgets, as where one rose lately: then the raises are cut down to what others give, for all
 * budgets together are not to become more.
 */
function withoutMore(parts: ShiftPart[], context: Context): ShiftPart[] {
  const changes = parts.map(({ campaign, newBudgetMicros: now }) => now - campaign.budgetMicros)
  const given = -changes.reduce((sum, change) => sum + Math.min(change, 0), 0)
  const taken = changes.reduce((sum, change) => sum + Math.max(change, 0), 0)
  if (taken <= given) return parts
  const step = context.say.currencyStepMicros
  const kept = parts.map((part, i) => {
    const { campaign, before, after } = part
    if (changes[i]! <= 0) return part
    const raise = Math.floor((changes[i]! * given) / taken / step) * step
    const more = ((after - before) * given) / taken
    return { ...part, after: before + more, newBudgetMicros: campaign.budgetMicros + raise }
  })
  return kept.every(isMoved) ? kept : []
}

/** A campaign that would hardly move is better left alone. */
function isMoved({ campaign, before, after, newBudgetMicros }: ShiftPart): boolean {
  const isMore = Math.abs(after / before - 1) >= THRESHOLDS.shiftLeast.value
  return isMore && newBudgetMicros !== campaign.budgetMicros
}

/** A budget that is not used up comes down to what is really spent; within a step of today's, rounded inwards. */
function budgetFor({ campaign, before, used }: ShiftPart, after: number, context: Context): number {
  const wanted = (campaign.budgetMicros * used * after) / before
  const step = context.say.currencyStepMicros
  const limit = THRESHOLDS.shiftStep.value
  const least = Math.ceil((campaign.budgetMicros * (1 - limit)) / step - ROUNDING)
  const most = Math.floor((campaign.budgetMicros * (1 + limit)) / step + ROUNDING)
  const nearest = Math.max(1, Math.round(wanted / step))
  return Math.min(Math.max(nearest, least), Math.max(most, 1)) * step
}

/** Of what a fraction of a budget misses a whole step by for being a binary number. */
const ROUNDING = 1e-6

type Truth = { conversions: number; elasticity: number }

/** Strictly below 1: a straight line has no best split. */
const STRAIGHT = 0.999

const middleOf = (part: ShiftPart): Truth => ({
  conversions: part.conversions,
  elasticity: Math.min(STRAIGHT, expectedElasticity(part)),
})

function curveFor({ before, low, high }: ShiftPart, truth: Truth, worth: number) {
  const conversions = truth.conversions * worth
  return curveOf({ budget: before, conversions }, truth.elasticity, { low, high })
}

function gainOf(
  parts: readonly ShiftPart[],
  truths: readonly Truth[],
  worthOf: (part: ShiftPart) => number,
): number {
  const curves = parts.map((part, i) => curveFor(part, truths[i]!, worthOf(part)))
  return splitGain(
    curves,
    parts.map(({ before }) => before),
    parts.map(({ after }) => after),
  )
}

/** Net effect of one possible truth, micros over the window: value gained, less what more is spent. */
function drawGain(next: Uniforms, parts: readonly ShiftPart[], context: Context): number {
  return parts.reduce(
    (sum, part) => sum + netOf(part, part.after, drawTruth(next, part, context)),
    0,
  )
}

/** Of spending up to `after` instead of up to today's budget, as far as people search. */
function netOf(part: ShiftPart, after: number, truth: DrawnTruth, worth = 1): number {
  const curve = curveFor(part, truth, part.target.micros * worth)
  const { was, is } = spent(part, after, truth)
  return conversionsAt(curve, is) - conversionsAt(curve, was) - (is - was)
}

function spent({ before, used, wanted }: ShiftPart, after: number, truth: DrawnTruth) {
  const demand = before * wanted * truth.demand
  return { was: Math.min(before / used, demand), is: Math.min(after, demand) }
}

/** Conversions over the window, or what they are worth, of the same possible truths as the forecast. */
function expectedExtra(
  parts: readonly ShiftPart[],
  context: Context,
  worthOf: (part: ShiftPart) => number,
): number {
  const next = drawsOf(parts)
  const extraOf = (part: ShiftPart) => {
    const truth = drawTruth(next, part, context)
    const { was, is } = spent(part, part.after, truth)
    const curve = curveFor(part, truth, worthOf(part))
    return conversionsAt(curve, is) - conversionsAt(curve, was)
  }
  const { draws } = THRESHOLDS
  let sum = 0
  for (let i = 0; i < draws.value; i++) for (const part of parts) sum += extraOf(part)
  return sum / draws.value
}

type DrawnTruth = Truth & { demand: number }

function drawTruth(
  next: Uniforms,
  { conversions, simulated, believed, stretch }: ShiftPart,
  { measurement: { knownShare } }: Context,
): DrawnTruth {
  const truth = drawBudgetTruth(next, (conversions * knownShare) / stretch, believed)
  const elasticity =
    simulated === null ? truth.elasticity : drawSimulatedElasticity(next, simulated)
  const { demand } = truth
  return { conversions: (truth.conversions * stretch) / knownShare, elasticity, demand }
}

function chanceOfGain(parts: readonly ShiftPart[], context: Context): number {
  return shareOfDraws(drawsOf(parts), (next) => drawGain(next, parts, context) >= 0)
}

const drawsOf = (parts: readonly ShiftPart[]) =>
  uniformsFrom(`${NAME} ${parts.map(({ campaign }) => campaign.id).join(' ')}`)

function shareOfDraws(next: Uniforms, isSo: (next: Uniforms) => boolean): number {
  let so = 0
  for (let i = 0; i < THRESHOLDS.draws.value; i++) if (isSo(next)) so++
  return so / THRESHOLDS.draws.value
}

function findingOf(one: ShiftCase, context: Context, byHand: boolean): Finding {
  const { parts, probability } = one
  const operable = !byHand && parts.every(({ campaign }) => campaign.budgetId !== undefined)
  return {
    identity: [],
    object: { type: 'campaign', id: '' },
    campaignId: null,
    adGroupId: null,
    probability: Math.min(probability, THRESHOLDS.mostCertain.value),
    claims: [],
    acts: parts.flatMap(({ budget }) => actsOn(budget)),
    drawMonthlyNet: (next) => context.monthFactor * drawGain(next, parts, context),
    kpi: 'conversions',
    ...words.budgetShiftTexts(context, one, operable ? parts.map(setBudget) : []),
  }
}

function setBudget({ campaign, newBudgetMicros }: ShiftPart) {
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
