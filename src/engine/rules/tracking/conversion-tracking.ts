import type { Context } from '../../account/context.ts'
import type { TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { conversionTrackingTexts } from './conversion-tracking-words.ts'
import { silentActions } from './silent-actions.ts'

const RULE = 'conversion-tracking'

/** Whether conversions are being counted at all: the rule on which all the others rest. */
export function conversionTracking(snapshot: AccountSnapshot, context: Context): RuleResult {
  const { problems, blocked } = context.measurement
  const findings = [
    ...problems.map((problem) => findingOf(problem, snapshot, context)),
    ...silentActions(snapshot, context),
  ]
  if (findings.length > 0) return { findings, silence: null }
  if (context.sums.clicks === 0) {
    return { findings, silence: 'No hay clics en el periodo: no hay nada que medir.' }
  }
  if (blocked === 'no-conversions') return { findings, silence: withoutConversions(snapshot) }
  const silence =
    snapshot.accountDays.length === 0
      ? 'Los datos no vienen por días: no se puede comprobar si la medición falló alguno.'
      : null
  return { findings, silence }
}

function withoutConversions(snapshot: AccountSnapshot): string {
  return snapshot.account.source === 'imported'
    ? 'El informe no trae conversiones: puede que falte esa columna o que no se midan.'
    : 'Todavía no hay conversiones, pero tampoco clics suficientes para saber si la medición falla.'
}

function findingOf(problem: TrackingProblem, snapshot: AccountSnapshot, context: Context): Finding {
  return {
    fingerprint: fingerprintOf(RULE, problem.kind),
    rule: RULE,
    categoria: 'medicion',
    objeto: { tipo: 'campaign', id: '' },
    campaignId: null,
    adGroupId: null,
    probability: probabilityOf(problem),
    claims: [],
    drawMonthlyNet: null,
    kpi: 'conversiones',
    fixedPriority: problem.kind === 'outage' && !problem.outage.ongoing ? 'media' : 'alta',
    ...conversionTrackingTexts(problem, snapshot, context),
  }
}

function probabilityOf(problem: TrackingProblem): number {
  if (problem.kind === 'outage') return 1 - problem.outage.tail
  return problem.kind === 'no-conversions' ? problem.probability : 1
}
