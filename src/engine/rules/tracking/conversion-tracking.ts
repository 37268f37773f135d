import type { Context } from '../../account/context.ts'
import type { TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './conversion-tracking-words.ts'
import { silentActions } from './silent-actions.ts'

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
  const findings = [
    ...problems.map((problem) => findingOf(problem, snapshot, context)),
    ...silentActions(snapshot, context),
  ]
  if (findings.length > 0) return { findings, silence: null }
  if (context.sums.clicks === 0) {
    return { findings, silence: words.NO_CLICKS }
  }
  if (blocked === 'no-conversions') return { findings, silence: withoutConversions(snapshot) }
  const silence = snapshot.accountDays.length === 0 ? words.NO_DAYS : null
  return { findings, silence }
}

function withoutConversions(snapshot: AccountSnapshot): string {
  return snapshot.account.source === 'imported' ? words.NOT_IN_REPORT : words.TOO_FEW_CLICKS
}

function findingOf(problem: TrackingProblem, snapshot: AccountSnapshot, context: Context): Finding {
  return {
    identity: [problem.kind],
    object: { type: 'campaign', id: '' },
    campaignId: null,
    adGroupId: null,
    probability: probabilityOf(problem),
    claims: [],
    drawMonthlyNet: null,
    kpi: 'conversiones',
    fixedPriority: problem.kind === 'outage' && !problem.outage.ongoing ? 'media' : 'alta',
    ...words.conversionTrackingTexts(problem, snapshot, context),
  }
}

function probabilityOf(problem: TrackingProblem): number {
  if (problem.kind === 'outage') return 1 - problem.outage.tail
  return problem.kind === 'no-conversions' ? problem.probability : 1
}
