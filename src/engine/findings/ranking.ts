import { daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../account/context.ts'
import { countingNotes } from '../account/counted-window.ts'
import { oncePerAnalysis } from '../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { expectedValue } from '../statistics/discovery.ts'
import { quantile } from '../statistics/simulated.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { countingNoteText, twinNoteText } from '../words/counting-texts.ts'
import { listed } from '../words/setup-texts.ts'
import { compatible, isSafe } from './compatible.ts'
import { groupedCards } from './grouped-cards.ts'
import type { OwnedFinding } from './owned-finding.ts'
import { readable } from './readable.ts'
import type { Forecast, Priority, Recommendation } from './recommendation.ts'
import { middleAtWorth, type Simulated } from './simulated-finding.ts'
import { byTurn, turnOf } from './turn.ts'

export type LeftOut = 'unsafe' | 'small' | 'settling'

/**
 * Findings with forecast, priority and order; what another already claims is not claimed again, what was changed lately is not changed
 * again, and what could well cost money or is hardly worth a visit is not advised. `waiting`: tidying up, while there is more than enough to do.
 * `leftOut`: rules of which something was left out for good; of those with a recommendation not necessarily.
 */
export function rank(
  findings: readonly OwnedFinding[],
  snapshot: AccountSnapshot,
  context: Context,
): {
  recommendations: Recommendation[]
  waiting: Recommendation[]
  leftOut: ReadonlyMap<string, LeftOut>
} {
  const { settled = [], settling = [] } = Object.groupBy(findings, (one) =>
    isSettling(one, context) ? 'settling' : 'settled',
  )
  const { kept, isUnsafe } = compatible(settled, snapshot, context)
  const grouped = groupedCards(kept, (one) => isWorthwhile(one, context))
  // Of findings none of which could well lose money a card still could: each may be the one that does.
  const { whole = [], risky = [] } = Object.groupBy(grouped, (one) =>
    isSafe(one) ? 'whole' : 'risky',
  )
  const ordered = whole
    .filter((one) => isWorthwhile(one, context))
    .map((one) => recommendationOf(one, snapshot, context))
    .sort(byTurn)
  const small = whole.filter((one) => !isWorthwhile(one, context))
  const smallRules = small.map(({ finding: { rule } }) => [rule.name, 'small'] as const)
  const shown = new Set<string>(ordered.map(({ rule }) => rule))
  const missing = new Set(findings.map(({ rule }) => rule.name)).difference(shown)
  const unsafeRules = [...missing]
    .filter((name) => isUnsafe(name) || risky.some(({ finding: { rule } }) => rule.name === name))
    .map((rule) => [rule, 'unsafe'] as const)
  const settlingRules = settling.map(({ rule }) => [rule.name, 'settling'] as const)
  const { now, waiting } = readable(ordered, () => false)
  const leftOut = new Map([...settlingRules, ...unsafeRules, ...smallRules])
  return { recommendations: now, waiting, leftOut }
}

/** A budget or a target that was changed lately, or whose campaign was: what came of that is seen first. */
function isSettling({ acts = [] }: OwnedFinding, { settling }: Context): boolean {
  return acts.some((act) => {
    const [, id = '', aspect] = /^campaign:(\d+):(budget|target|bidding)$/.exec(act) ?? []
    return (aspect === 'budget' ? settling.budgets : settling.bidding).has(id)
  })
}

/** Priority by expected value against monthly spend (same unit) and by probability of being right. */
export function priorityOf(value: number, probability: number, monthlySpend: number): Priority {
  const share = monthlySpend > 0 ? value / monthlySpend : 0
  const limits = THRESHOLDS
  if (
    share >= limits.highPriorityShare.value &&
    probability >= limits.highPriorityProbability.value
  ) {
    return 'high'
  }
  const isMedium =
    share >= limits.mediumPriorityShare.value &&
    probability >= limits.mediumPriorityProbability.value
  return isMedium ? 'medium' : 'low'
}

/** Without an amount it is another matter than money. What is shown does not go for a few cents less than the least. */
function isWorthwhile({ finding, draws }: Simulated, context: Context): boolean {
  if (finding.hasOwnLeast) return true
  const share = context.isShown(finding.fingerprint) ? THRESHOLDS.stayingWorth.value : 1
  return draws.length === 0 || isWorthAVisit(finding.probability, draws, context, share)
}

/** Whether such net effects (ascending, micros per 30 days) are enough of the month's spend to be told; `share` of the least. */
export function isWorthAVisit(
  probability: number,
  draws: Float64Array,
  { sums, monthFactor }: Context,
  share = 1,
): boolean {
  if (sums.costMicros === undefined) return false
  const least = share * THRESHOLDS.leastWorth.value * sums.costMicros * monthFactor
  return monthlyValue(probability, draws) >= least
}

function recommendationOf(
  simulated: Simulated,
  snapshot: AccountSnapshot,
  context: Context,
): Recommendation {
  const { finding, draws, cautious } = simulated
  const forecast = forecastOf(finding, draws)
  const value = Math.round(monthlyValue(finding.probability, draws))
  const spend = (context.sums.costMicros ?? 0) * context.monthFactor
  const card = {
    category: finding.category,
    priority: finding.fixedPriority ?? ownPriority(simulated, value, spend),
    evidence: {
      ...finding.card,
      counterEvidence: [
        ...finding.card.counterEvidence,
        ...supposedWorth(simulated, context),
        ...moreThanSpent(finding, forecast, context),
        ...triedElsewhere(finding, context),
        ...countedOtherwise(finding, snapshot, context),
      ],
      currencyCode: snapshot.account.currencyCode,
      window: windowOf(finding, snapshot),
      forecast,
    },
  }
  return {
    ...card,
    turn: turnOf(card, finding.rule),
    stakeMicros: Math.round(forecast ? cautious : spend),
    fingerprint: finding.fingerprint,
    rule: finding.rule.name,
    title: finding.title,
    description: finding.description,
    estimatedImpact: impactOf(finding, forecast, context),
    objectType: finding.object.type,
    objectId: finding.object.id,
    campaignId: finding.campaignId,
    adGroupId: finding.adGroupId,
    probability: finding.probability,
    expectedValueMicros: value,
    whyNow: finding.whyNow,
  }
}

/** An amount that is supposed, or mostly goes where a conversion is worth otherwise than supposed, is nothing to begin with. */
function ownPriority(simulated: Simulated, value: number, spend: number): Priority {
  const { rule, isSupposed, probability } = simulated.finding
  const priority = priorityOf(value, probability, spend)
  if (priority !== 'high') return priority
  return rule.isLast || isSupposed || restsOnWorth(simulated) ? 'medium' : priority
}

/** Whether more than half of it is gone at twice or half of what is supposed that a conversion is worth. */
function restsOnWorth(simulated: Simulated): boolean {
  if (!simulated.finding.isWorthSupposed) return false
  const [half, supposed, twice] = [0.5, 1, 2].map((worth) => middleAtWorth(simulated, worth))
  return Math.min(half!, twice!) < supposed! / 2
}

/** What the amount would be were conversions worth more, or less, than is supposed. */
function supposedWorth(simulated: Simulated, { say }: Context): string[] {
  if (!simulated.finding.isWorthSupposed) return []
  const [twice, half] = [2, 0.5].map((worth) => say.money(middleAtWorth(simulated, worth)))
  return [
    `Si una conversión valiera el doble de lo que aquí se supone, el efecto sería de unos ${twice} al mes; si valiera la mitad, de unos ${half}.`,
  ]
}

/** Who reads what it stops spending is told why more than that may be saved. */
function moreThanSpent(
  { kpi, claims }: OwnedFinding,
  forecast: Forecast | null,
  { monthFactor }: Context,
): string[] {
  const spentMicros = monthFactor * claims.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const most = forecast?.monthlyHighMicros ?? 0
  return kpi === 'cost' && claims.length > 0 && most > spentMicros + HALF_A_UNIT ? [MORE] : []
}

const MORE =
  'El ahorro más alto pasa de lo que se deja de gastar en un mes medio: un mes puede traer bastantes más clics que otro, y lo que se libera puede comprar conversiones que valen más de lo que cuestan.'

/** What is changed in a campaign of which an experiment has a part is changed in both of its arms, or in one alone. */
function triedElsewhere({ campaignId, acts = [], card }: OwnedFinding, { campaigns }: Context) {
  const touched = acts.map((act) => /^campaign:(\d+):/.exec(act)?.[1])
  const tried = [...new Set([campaignId, ...touched])].flatMap((id) => {
    const campaign = campaigns.get(id ?? '')
    return campaign?.inExperiment ? [`«${campaign.name}»`] : []
  })
  if (!card.change || tried.length === 0) return []
  const isOne = tried.length === 1
  return [
    `${listed(tried)} ${isOne ? 'está' : 'están'} ahora en un experimento de Google Ads: lo que se cambie en ${isOne ? 'ella' : 'ellas'} altera la comparación. Salvo que corra prisa, espera a que termine.`,
  ]
}

/** What conversions tell of its days is not alike. */
function countedOtherwise({ rule }: OwnedFinding, snapshot: AccountSnapshot, context: Context) {
  if (!rule.needs?.conversions) return []
  return [
    ...notesOf(snapshot, context).map(countingNoteText),
    ...context.measurement.twins.map(twinNoteText),
  ]
}

const notesOf = oncePerAnalysis(countingNotes)

function impactOf(
  { impact, kpi }: OwnedFinding,
  forecast: Forecast | null,
  { say }: Context,
): Recommendation['estimatedImpact'] {
  const { monthlyLowMicros = 0, monthlyHighMicros = 0 } = forecast ?? {}
  const [what, toGain] = kpi === 'cost' ? ['Ahorro', 'ahorrar'] : ['Beneficio', 'ganar']
  const [low, high] = [Math.abs(monthlyLowMicros), monthlyHighMicros].map(say.wholeMoney)
  if (monthlyHighMicros < HALF_A_UNIT)
    return impact(`${what} de menos de ${say.wholeMoney(MICROS)}`)
  if (monthlyLowMicros <= -HALF_A_UNIT) return impact(`Entre perder ${low} y ${toGain} ${high}`)
  return impact(low === high ? `${what} de ${low}` : `${what} de ${low} a ${high}`)
}

/** What rounds to nothing where amounts are whole. */
const HALF_A_UNIT = MICROS / 2

function windowOf({ card }: OwnedFinding, snapshot: AccountSnapshot) {
  const window = card.window ?? snapshot.window
  return { ...window, days: Math.max(1, daysInRange(window.from, window.to)) }
}

/** Mean gain of the draws above zero and mean loss of those below, weighed by P(right). */
function monthlyValue(probability: number, draws: Float64Array): number {
  const gains = draws.filter((draw) => draw > 0)
  const losses = draws.filter((draw) => draw <= 0)
  return expectedValue(probability, mean(gains), -mean(losses))
}

function forecastOf(finding: OwnedFinding, draws: Float64Array): Forecast | null {
  if (draws.length === 0) return null
  return {
    monthlyLowMicros: Math.round(quantile(draws, 0.1)),
    monthlyMidMicros: Math.round(quantile(draws, 0.5)),
    monthlyHighMicros: Math.round(quantile(draws, 0.9)),
    kpi: finding.kpi,
  }
}

function mean(values: Float64Array): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
}
