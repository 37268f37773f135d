import type { Context } from '../../account/context.ts'
import { mayComeTogether, primaryActions } from '../../account/conversion-actions.ts'
import type { TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { Finding, Priority } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './conversion-tracking-words.ts'
import { powerText } from './detection-power-words.ts'

/** Whether conversions are being counted at all: the rule on which all the others rest. */
export const conversionTracking = defineRule({
  name: 'conversion-tracking',
  title: 'Seguimiento de conversiones',
  category: 'measurement',
  place: 10,
  needs: {},
  run,
  words,
})

function run(snapshot: AccountSnapshot, context: Context): RuleResult {
  const { problems, blocked } = context.measurement
  // Of several failures of one thing the latest: they are one card with one history.
  const latest = new Map(problems.toSorted(byEnd).map((problem) => [partOf(problem), problem]))
  const findings = [...latest].map(([part, problem]) => findingOf(part, problem, snapshot, context))
  if (findings.length > 0) return { findings, silence: null }
  if (context.sums.clicks === 0) {
    return { findings, silence: words.NO_CLICKS }
  }
  if (blocked === 'unknown') return { findings, silence: words.NOT_IN_REPORT }
  if (blocked === 'no-conversions') return { findings, silence: withoutConversions(snapshot) }
  const { power } = context.measurement
  const silence = power ? powerText(context, power) : words.NO_DAYS
  return { findings, silence }
}

function byEnd(a: TrackingProblem, b: TrackingProblem): number {
  const endOf = (problem: TrackingProblem) => ('loss' in problem ? problem.loss.to : '')
  return endOf(a) < endOf(b) ? -1 : 1
}

function withoutConversions(snapshot: AccountSnapshot): string {
  const { account, knownColumns } = snapshot
  if (account.source !== 'imported') return words.TOO_FEW_CLICKS
  return knownColumns?.includes('conversionsMicros') ? words.NONE_IN_REPORT : words.NOT_IN_REPORT
}

function findingOf(
  part: string,
  problem: TrackingProblem,
  snapshot: AccountSnapshot,
  context: Context,
): Finding {
  const finding = setupFinding(
    {
      campaignId: null,
      part,
      probability: probabilityOf(problem),
      priority: priorityOf(problem, snapshot),
    },
    words.conversionTrackingTexts(problem, snapshot, context),
  )
  return problem.kind === 'action-loss' ? finding : { ...finding, identity: [part] }
}

function partOf(problem: TrackingProblem): string {
  return problem.kind === 'action-loss' ? `silent ${problem.loss.action.id}` : problem.kind
}

/** A part that is lost may also be a season or a page, and what is uploaded come later: to be looked into, not to be alarmed about. */
function priorityOf(problem: TrackingProblem, snapshot: AccountSnapshot): Priority {
  if (!('loss' in problem)) return 'high'
  const { kind, loss } = problem
  if (!loss.isOngoing || kind === 'partial-loss') return 'medium'
  const actions = kind === 'action-loss' ? [loss.action] : primaryActions(snapshot)
  return kind !== 'values-lost' && mayComeTogether(actions, loss.days) ? 'medium' : 'high'
}

function probabilityOf(problem: TrackingProblem): number {
  if ('loss' in problem) return problem.loss.probability
  return problem.kind === 'no-conversions' ? problem.probability : 1
}
