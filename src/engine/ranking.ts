import { daysInRange } from '#shared/dates.ts'
import { ledgerOf } from './claims.ts'
import { newConflicts } from './conflicts.ts'
import type { Context } from './context.ts'
import { expectedValue } from './discovery.ts'
import { groupedFinding } from './grouped-finding.ts'
import type { Claim, Finding, Forecast, Priority, Recommendation } from './recommendation.ts'
import type { RuleName } from './rule-names.ts'
import { cautiousDraw, cautiousOf, quantile, simulatedDraws } from './simulated.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { THRESHOLDS } from './thresholds.ts'

type Simulated = {
  finding: Finding
  /** Ascending net effects, micros per 30 days; empty where no amount is claimed, and until a group is made of it. */
  draws: Float64Array
  /** 20 % point of the draws: the cautious side, by which the list is ordered. */
  cautious: number
  /** What the finding's own draws have been multiplied by. */
  factor: number
}

export type LeftOut = 'unsafe' | 'small'

/**
 * Findings with forecast, priority and order; what another already claims is not claimed again, and what could well
 * cost money or is hardly worth a visit is not advised. `leftOut`: rules of which something was left out for that.
 */
export function rank(
  findings: readonly Finding[],
  snapshot: AccountSnapshot,
  context: Context,
): { recommendations: Recommendation[]; leftOut: ReadonlyMap<RuleName, LeftOut> } {
  const simulated = findings.map((finding) => calibrated(simulateAlone(finding), snapshot, context))
  const ordered = simulated.filter(isSafe).sort(byCaution)
  const whole = together(compatible(ordered, snapshot))
  const recommendations = whole
    .filter((one) => isWorthwhile(one, context))
    .map((one) => recommendationOf(one, snapshot, context))
    .sort((a, b) => level(b) - level(a))
  const small = whole.filter((one) => !isWorthwhile(one, context))
  const unsafe = simulated.filter((one) => !isSafe(one))
  const as = (why: LeftOut) => (one: Simulated) => [one.finding.rule, why] as const
  return {
    recommendations,
    leftOut: new Map([...unsafe.map(as('unsafe')), ...small.map(as('small'))]),
  }
}

/** Priority by expected value against monthly spend (same unit) and by probability of being right. */
export function priorityOf(value: number, probability: number, monthlySpend: number): Priority {
  const share = monthlySpend > 0 ? value / monthlySpend : 0
  const limits = THRESHOLDS
  if (
    share >= limits.highPriorityShare.value &&
    probability >= limits.highPriorityProbability.value
  ) {
    return 'alta'
  }
  const isMedium =
    share >= limits.mediumPriorityShare.value &&
    probability >= limits.mediumPriorityProbability.value
  return isMedium ? 'media' : 'baja'
}

const NO_DRAWS = new Float64Array()

function simulate(finding: Finding): Simulated {
  const { drawMonthlyNet } = finding
  if (!drawMonthlyNet) return { finding, draws: NO_DRAWS, cautious: 0, factor: 1 }
  const draws = simulatedDraws(finding.fingerprint, (next) => drawMonthlyNet(next, next))
  return { finding, draws, cautious: cautiousOf(draws), factor: 1 }
}

/** Thousands of findings end up in a few groups, which are simulated anew: only their order is kept of them. */
function simulateAlone(finding: Finding): Simulated {
  const { group, drawMonthlyNet, fingerprint } = finding
  if (!group || !drawMonthlyNet) return simulate(finding)
  const cautious = cautiousDraw(fingerprint, (next) => drawMonthlyNet(next, next))
  return { finding, draws: NO_DRAWS, cautious, factor: 1 }
}

/** The cautious side must not lose money. */
function isSafe({ cautious }: Simulated): boolean {
  return cautious >= 0
}

/** Without an amount it is another matter than money. */
function isWorthwhile({ finding, draws }: Simulated, context: Context): boolean {
  const least = THRESHOLDS.leastWorth.value * context.sums.costMicros * context.monthFactor
  return draws.length === 0 || monthlyValue(finding.probability, draws) >= least
}

function byCaution(a: Simulated, b: Simulated): number {
  return (
    Number(b.finding.categoria === 'medicion') - Number(a.finding.categoria === 'medicion') ||
    b.cautious - a.cautious ||
    (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1)
  )
}

/**
 * First come, first served. What acts on the same thing as a better finding is left out. The share of
 * a finding's cost that others already claim is taken off its effect; past one half it says the same
 * as they do and is left out too.
 */
function compatible(ordered: readonly Simulated[], snapshot: AccountSnapshot): Simulated[] {
  const ledger = ledgerOf(
    snapshot,
    ordered.flatMap(({ finding }) => finding.claims),
  )
  const conflicts = newConflicts()
  return ordered.flatMap((simulated) => {
    const { claims, acts = [] } = simulated.finding
    if (!conflicts.allow(acts)) return []
    const total = costOf(claims)
    const share = total > 0 ? 1 - ledger.free(claims) / total : 0
    if (share > THRESHOLDS.overlapLimit.value) return []
    ledger.book(claims)
    conflicts.take(acts)
    return [share > NEGLIGIBLE ? scaled(simulated, 1 - share, SHARED_SPEND) : simulated]
  })
}

/** Findings that are decided together become one; each has had to hold its own against all others before. */
function together(ordered: readonly Simulated[]): Simulated[] {
  const keyOf = ({ finding: { rule, group, fingerprint } }: Simulated) =>
    group ? JSON.stringify([rule, ...group.identity]) : fingerprint
  return [...Map.groupBy(ordered, keyOf).values()]
    .flatMap((parts) => {
      const { group } = parts[0]!.finding
      return group ? [simulate(groupedFinding(parts, group))] : parts
    })
    .sort(byCaution)
}

/** Rounding of sums, not an overlap. */
const NEGLIGIBLE = 1e-9

const SHARED_SPEND = 'Parte de este gasto ya la cuenta otra recomendación; aquí se ha descontado.'

/** Forecasts of a rule shrink, or grow, by how its earlier ones came true. */
function calibrated(
  simulated: Simulated,
  { calibration }: AccountSnapshot,
  { say }: Context,
): Simulated {
  const factor = calibration?.[simulated.finding.rule] ?? 1
  if (!simulated.finding.drawMonthlyNet || Math.abs(factor - 1) < CALIBRATION_STEP) return simulated
  const change = `${say.percent(Math.abs(factor - 1), 0)} ${factor < 1 ? 'menos' : 'más'}`
  const note = `La previsión ya está corregida (un ${change}) por lo que se ha medido de recomendaciones como esta.`
  return scaled(simulated, factor, note)
}

/** Smaller corrections would only be noise on screen. */
const CALIBRATION_STEP = 0.01

function scaled(simulated: Simulated, factor: number, note: string): Simulated {
  const { finding, draws, cautious } = simulated
  const counterEvidence = [...finding.card.counterEvidence, note]
  return {
    finding: { ...finding, card: { ...finding.card, counterEvidence } },
    draws: draws.map((draw) => draw * factor),
    cautious: cautious * factor,
    factor: simulated.factor * factor,
  }
}

function recommendationOf(
  { finding, draws }: Simulated,
  snapshot: AccountSnapshot,
  context: Context,
): Recommendation {
  const forecast = forecastOf(finding, draws)
  const value = Math.round(monthlyValue(finding.probability, draws))
  const spend = context.sums.costMicros * context.monthFactor
  return {
    fingerprint: finding.fingerprint,
    rule: finding.rule,
    titulo: finding.titulo,
    descripcion: finding.descripcion,
    categoria: finding.categoria,
    prioridad: finding.fixedPriority ?? priorityOf(value, finding.probability, spend),
    impacto_estimado: impactOf(finding, forecast, context),
    tipo_objeto: finding.objeto.tipo,
    objeto_id: finding.objeto.id,
    campaignId: finding.campaignId,
    adGroupId: finding.adGroupId,
    evidence: {
      ...finding.card,
      currencyCode: snapshot.account.currencyCode,
      window: windowOf(finding, snapshot),
      forecast,
    },
    probability: finding.probability,
    expectedValueMicros: value,
    whyNow: finding.whyNow,
  }
}

/** A range that begins below zero promises only its upper end. */
function impactOf(
  { impact, kpi }: Finding,
  forecast: Forecast | null,
  { say }: Context,
): Recommendation['impacto_estimado'] {
  const { monthlyLowMicros = 0, monthlyMidMicros = 0, monthlyHighMicros = 0 } = forecast ?? {}
  const [low, mid, high] = [monthlyLowMicros, monthlyMidMicros, monthlyHighMicros].map(say.money)
  if (monthlyLowMicros >= 0) return impact({ low: low!, mid: mid!, high: high! })
  const what = kpi === 'coste' ? 'Ahorro neto' : 'Beneficio neto'
  return `${what} de hasta ${high} al mes, aunque podría quedar en nada`
}

function windowOf({ card }: Finding, snapshot: AccountSnapshot) {
  const window = card.window ?? snapshot.window
  return { ...window, days: Math.max(1, daysInRange(window.from, window.to)) }
}

/** Mean gain of the draws above zero and mean loss of those below, weighed by P(right). */
function monthlyValue(probability: number, draws: Float64Array): number {
  const gains = draws.filter((draw) => draw > 0)
  const losses = draws.filter((draw) => draw <= 0)
  return expectedValue(probability, mean(gains), -mean(losses))
}

function forecastOf(finding: Finding, draws: Float64Array): Forecast | null {
  if (draws.length === 0) return null
  return {
    monthlyLowMicros: Math.round(quantile(draws, 0.1)),
    monthlyMidMicros: Math.round(quantile(draws, 0.5)),
    monthlyHighMicros: Math.round(quantile(draws, 0.9)),
    kpi: finding.kpi,
  }
}

const LEVELS: Record<Priority, number> = { alta: 3, media: 2, baja: 1 }

/** Measurement first, unless it is a trifle: nothing else can be trusted before it. */
function level({ categoria, prioridad }: Recommendation): number {
  return categoria === 'medicion' && prioridad !== 'baja' ? 4 : LEVELS[prioridad]
}

function mean(values: Float64Array): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
}

function costOf(claims: readonly Claim[]): number {
  return claims.reduce((sum, { costMicros }) => sum + costMicros, 0)
}
