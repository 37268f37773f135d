import type { Context } from '../../account/context.ts'
import type { TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, Priority, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { conversionTrackingTexts } from './conversion-tracking-words.ts'
import { powerText } from './detection-power-words.ts'

const RULE = 'conversion-tracking'

/** Whether conversions are being counted at all: the rule on which all the others rest. */
export function conversionTracking(snapshot: AccountSnapshot, context: Context): RuleResult {
  const { problems, blocked } = context.measurement
  // Of several failures of one thing the latest: they are one card with one history.
  const latest = new Map(problems.toSorted(byEnd).map((problem) => [partOf(problem), problem]))
  const findings = [...latest].map(([part, problem]) => findingOf(part, problem, snapshot, context))
  if (findings.length > 0) return { findings, silence: null }
  if (context.sums.clicks === 0) {
    return { findings, silence: 'No hay clics en el periodo: no hay nada que medir.' }
  }
  if (blocked === 'no-conversions') return { findings, silence: withoutConversions(snapshot) }
  const { power } = context.measurement
  const silence = power
    ? powerText(context, power)
    : 'Los datos no vienen por días: no se puede comprobar si la medición falló alguno.'
  return { findings, silence }
}

function byEnd(a: TrackingProblem, b: TrackingProblem): number {
  const endOf = (problem: TrackingProblem) => ('loss' in problem ? problem.loss.to : '')
  return endOf(a) < endOf(b) ? -1 : 1
}

function withoutConversions(snapshot: AccountSnapshot): string {
  return snapshot.account.source === 'imported'
    ? 'El informe no trae conversiones: puede que falte esa columna o que no se midan.'
    : 'Todavía no hay conversiones, pero tampoco clics suficientes para saber si la medición falla.'
}

function findingOf(
  part: string,
  problem: TrackingProblem,
  snapshot: AccountSnapshot,
  context: Context,
): Finding {
  const finding = setupFinding(
    {
      rule: RULE,
      categoria: 'medicion',
      campaignId: null,
      part,
      probability: probabilityOf(problem),
      priority: priorityOf(problem),
    },
    conversionTrackingTexts(problem, snapshot, context),
  )
  return problem.kind === 'action-loss'
    ? finding
    : { ...finding, fingerprint: fingerprintOf(RULE, part) }
}

function partOf(problem: TrackingProblem): string {
  return problem.kind === 'action-loss' ? `silent ${problem.loss.action.id}` : problem.kind
}

/** A part that is lost may also be a season or a page: it is to be looked into, not to be alarmed about. */
function priorityOf(problem: TrackingProblem): Priority {
  if (!('loss' in problem)) return 'alta'
  return problem.loss.isOngoing && problem.kind !== 'partial-loss' ? 'alta' : 'media'
}

function probabilityOf(problem: TrackingProblem): number {
  if ('loss' in problem) return problem.loss.probability
  return problem.kind === 'no-conversions' ? problem.probability : 1
}
