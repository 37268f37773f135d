import type { Context } from '../account/context.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { CommonDraws } from '../statistics/common-draws.ts'
import type { Uniforms } from '../statistics/random.ts'
import { cautiousDraw, cautiousOf, quantile, simulatedDraws } from '../statistics/simulated.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { withCounterEvidence } from './lazy-texts.ts'
import type { OwnedFinding } from './owned-finding.ts'
import type { DrawNet } from './recommendation.ts'

export type Simulated = {
  finding: OwnedFinding
  /** Ascending net effects, micros per 30 days; empty where no amount is claimed, and until a group is made of it. */
  draws: Float64Array
  /** 20 % point of the draws: the cautious side, by which the list is ordered. */
  cautious: number
  /** What the finding's own draws have been multiplied by. */
  factor: number
}

export function simulate(finding: OwnedFinding): Simulated {
  const { drawMonthlyNet } = finding
  if (!drawMonthlyNet) return { finding, draws: NO_DRAWS, cautious: 0, factor: 1 }
  const draws = simulatedDraws(finding.fingerprint, outcomesOf(drawMonthlyNet))
  return { finding, draws, cautious: cautiousOf(draws), factor: 1 }
}

/**
 * Thousands of findings end up in a few groups, which are simulated anew: only their order is kept of them. Forecasts
 * of a rule shrink, or grow, by how its earlier ones came true.
 */
export function simulateAlone(
  finding: OwnedFinding,
  snapshot: AccountSnapshot,
  context: Context,
): Simulated {
  const { group, drawMonthlyNet, fingerprint } = finding
  if (!group || !drawMonthlyNet) return calibrated(simulate(finding), snapshot, context)
  // What could well lose money is not shown, however much it would lose.
  const cautious = cautiousDraw(fingerprint, outcomesOf(drawMonthlyNet), 0)
  return calibrated({ finding, draws: NO_DRAWS, cautious, factor: 1 }, snapshot, context)
}

/** Middle of the net effect were conversions worth so many times as much, micros per 30 days. */
export function middleAtWorth({ finding, factor }: Simulated, worth: number): number {
  const { drawMonthlyNet: draw, fingerprint } = finding
  if (!draw) return 0
  const seed = `${fingerprint} worth`
  const few = THRESHOLDS.orderDraws.value
  return factor * quantile(simulatedDraws(seed, outcomesOf(draw, worth), few), 0.5)
}

/** Net effects of one stream, one after another. */
export function outcomesOf(draw: DrawNet, worth?: number): (next: Uniforms) => number {
  let common: CommonDraws | undefined
  return (next) => {
    common ??= new CommonDraws(next)
    return draw(next, common.renew(), worth)
  }
}

const NO_DRAWS = new Float64Array()

function calibrated(simulated: Simulated, snapshot: AccountSnapshot, { say }: Context): Simulated {
  const factor = calibrationOf(simulated.finding, snapshot)
  if (factor === 1) return simulated
  const change = `${say.percent(Math.abs(factor - 1), 0)} ${factor < 1 ? 'menos' : 'más'}`
  const note = `La previsión ya está corregida (un ${change}) por lo que se ha medido de recomendaciones como esta.`
  return scaled(simulated, factor, note)
}

/** What the draws of the finding's rule are multiplied by. */
export function calibrationOf(
  { rule, drawMonthlyNet }: OwnedFinding,
  { calibration }: AccountSnapshot,
): number {
  const factor = calibration?.[rule.name] ?? 1
  return !drawMonthlyNet || Math.abs(factor - 1) < CALIBRATION_STEP ? 1 : factor
}

/** Smaller corrections would only be noise on screen. */
const CALIBRATION_STEP = 0.01

export function scaled(simulated: Simulated, factor: number, note: string): Simulated {
  const { finding, draws, cautious } = simulated
  return {
    finding: withCounterEvidence(finding, note),
    draws: draws.map((draw) => draw * factor),
    cautious: cautious * factor,
    factor: simulated.factor * factor,
  }
}

/** Measurement first, then what is worth most on its cautious side. */
export function byCaution(a: Simulated, b: Simulated): number {
  return (
    Number(b.finding.category === 'measurement') - Number(a.finding.category === 'measurement') ||
    b.cautious - a.cautious ||
    (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1)
  )
}
