import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { type Point, pointAt } from '../../account/simulations.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { isByHand } from '../../findings/by-hand.ts'
import type { DrawNet, Finding, MutateOperation } from '../../findings/recommendation.ts'
import { drawVolume, monthSteadiness } from '../../findings/waste.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { drawAround1, drawNormal, type Uniforms, uniformsFrom } from '../../statistics/random.ts'
import { type Moved, smoothCurve } from '../../statistics/smooth-curve.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { type SimulatedTarget, simulatedTargetTexts } from './bid-targets-words.ts'
import { conversionBelief, drawConversions } from './campaign-evidence.ts'
import { targetSimulationOf } from './campaign-simulation.ts'
import { actsOnTarget, placeOfTarget, saidOfAll, type TargetUsers } from './target-users.ts'

/**
 * The target whose last conversion costs what the client would pay, among those a single step reaches. Without that
 * figure nothing says what a conversion is worth: the target itself is an average.
 */
export function betterTargets(
  snapshot: AccountSnapshot,
  all: readonly TargetUsers[],
  context: Context,
): Finding[] {
  const cases = all.flatMap((one) => caseOf(snapshot, one, context))
  const likely = cases.filter((one) => one.probability >= THRESHOLDS.bidDirection.value)
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  return accepted.map((one) => findingOf(one, context, isByHand(snapshot, one.on.campaign)))
}

function caseOf(snapshot: AccountSnapshot, on: TargetUsers, context: Context): SimulatedTarget[] {
  const { campaign } = on
  const worth = saidOfAll(on, context)
  if (!worth) return []
  const worthMicros = worth.micros
  const targetMicros = campaign.targetCpaMicros ?? 0
  const points = targetSimulationOf(snapshot, on)?.points ?? []
  const now = pointAt(points, targetMicros)
  if (targetMicros <= 0 || !now || now.conversionsMicros <= 0) return []
  const movedTo = stepsOn(points, targetMicros, now)
  const net = (value: number) => {
    const at = movedTo(value)
    if (!at) return Number.NEGATIVE_INFINITY
    return (
      at.conversions * (now.conversionsMicros / MICROS) * worthMicros - at.cost * now.costMicros
    )
  }
  const best = candidates(targetMicros, context).toSorted((a, b) => net(b) - net(a))[0]
  const at = best === undefined ? null : movedTo(best)
  if (best === undefined || !at || net(best) <= net(targetMicros)) return []
  const sure = {
    on,
    worth,
    worthMicros,
    targetMicros,
    newTargetMicros: best,
    ...at,
    belief: conversionBelief(context, campaign.sums),
    key: campaign.id,
  }
  return [{ ...sure, probability: chanceOfGain(sure) }]
}

type Step = Pick<SimulatedTarget, 'conversions' | 'cost' | 'noise'>

/** Conversions and cost at another target over those of now, by the whole curve where it has points enough; null beyond its ends. */
function stepsOn(points: readonly Point[], from: number, now: Point): (to: number) => Step | null {
  const curveOf = (y: (point: Point) => number) =>
    smoothCurve(
      points.map((point) => ({ x: point.value, y: y(point) })),
      from,
    )
  const conversions = curveOf((point) => point.conversionsMicros)
  const cost = curveOf((point) => point.costMicros)
  const least = Math.SQRT2 * THRESHOLDS.simulationNoise.value
  return (to) => {
    const at = pointAt(points, to)
    if (!at) return null
    if (!conversions || !cost)
      return {
        conversions: at.conversionsMicros / now.conversionsMicros,
        cost: at.costMicros / now.costMicros,
        noise: least,
      }
    const sold = conversions(to)
    return {
      conversions: factorOf(sold),
      cost: factorOf(cost(to)),
      noise: Math.hypot(least, sold.sd),
    }
  }
}

/** Where nothing moves, exactly 1. */
const factorOf = ({ ln }: Moved) => Math.round(Math.exp(ln) * 1e9) / 1e9

/** Up and down, half a step and a whole one, in whole coins and never past the step. */
function candidates(targetMicros: number, { say }: Context): number[] {
  const step = say.currencyStepMicros
  const { value } = THRESHOLDS.targetStep
  const down = (share: number) => Math.ceil((targetMicros * (1 - share)) / step - 1e-9) * step
  const up = (share: number) => Math.floor((targetMicros * (1 + share)) / step + 1e-9) * step
  return [down(value), down(value / 2), up(value / 2), up(value)].filter(
    (one) => one > 0 && one !== targetMicros,
  )
}

/**
 * Extra conversions at their worth less extra cost over the window, micros. How far the campaign moves is uncertain for
 * both alike; how well the added clicks convert, and by how much the points err, for conversions alone.
 */
function drawNet(next: Uniforms, one: Omit<SimulatedTarget, 'probability'>, rate = 1): number {
  const { simulationSpread, simulationResidual } = THRESHOLDS
  const response = 1 + simulationSpread.value * drawNormal(next)
  const quality = simulationResidual.value * drawNormal(next)
  const noise = Math.exp(one.noise * drawNormal(next))
  const times = noise * one.conversions ** (response + quality)
  const extra = rate * drawConversions(next, one.belief) * (times - 1)
  const cost = one.on.campaign.sums.costMicros * (one.cost ** response - 1)
  return extra * one.worthMicros - cost
}

/** Per 30 days, of a month whose clicks and rates are not those of the window. */
function monthlyDraw(one: Omit<SimulatedTarget, 'probability'>, context: Context): DrawNet {
  const { campaignRateDrift, campaignClicksDrift } = THRESHOLDS
  const drift = Math.min(context.drift.rate, campaignRateDrift.value)
  const { clicks } = one.on.campaign.sums
  const steadiness = monthSteadiness(clicks, context, campaignClicksDrift.value)
  return (next, common) => {
    const volume = drawVolume(next, common, steadiness, context)
    const rate = drawAround1(next, drift)
    return context.monthFactor * volume * drawNet(next, one, rate)
  }
}

function chanceOfGain(one: Omit<SimulatedTarget, 'probability'>): number {
  const next = uniformsFrom(`bid-targets ${one.on.campaign.id}`)
  let good = 0
  for (let i = 0; i < THRESHOLDS.draws.value; i++) if (drawNet(next, one) > 0) good++
  return Math.min(good / THRESHOLDS.draws.value, THRESHOLDS.mostCertain.value)
}

function findingOf(one: SimulatedTarget, context: Context, byHand: boolean): Finding {
  const { on, newTargetMicros } = one
  const operations = byHand || on.portfolio?.isManaged ? [] : [setTarget(on, newTargetMicros)]
  return {
    ...placeOfTarget(on),
    probability: one.probability,
    claims: [],
    acts: actsOnTarget(on),
    drawMonthlyNet: monthlyDraw(one, context),
    kpi: 'conversions',
    ...simulatedTargetTexts(context, one, operations),
  }
}

/**
 * The field depends on how the target is held. One of a portfolio is set there: set at a campaign of it, it takes the
 * campaign out of the portfolio.
 */
function setTarget({ campaign, portfolio }: TargetUsers, micros: number): MutateOperation {
  const field = campaign.biddingStrategyType === 'TARGET_CPA' ? 'targetCpa' : 'maximizeConversions'
  const place = portfolio ? `biddingStrategies/${portfolio.id}` : `campaigns/${campaign.id}`
  const body = {
    updateMask: `${field}.targetCpaMicros`,
    update: {
      resourceName: `customers/{customerId}/${place}`,
      [field]: { targetCpaMicros: String(micros) },
    },
  }
  return portfolio ? { biddingStrategyOperation: body } : { campaignOperation: body }
}
