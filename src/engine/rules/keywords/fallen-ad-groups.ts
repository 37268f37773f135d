import type { Context } from '../../account/context.ts'
import type { TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './fallen-ad-groups-words.ts'
import { type Fallen, fallenKeywords, fallenPlaces } from './fallen-groups.ts'

/** Campaigns, ad groups, and keywords beside others, that hardly sell any more while the others do: to look at what they sell, and at their page. */
export const fallenAdGroups = defineRule({
  name: 'fallen-ad-groups',
  title: 'Campañas, grupos y palabras que han dejado de vender',
  category: 'landing-pages',
  place: 62,
  needs: { conversions: 'now', days: 60, levels: ['keyword'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  // What is not counted at all is told as that; where a part is missing, the others tell whose.
  if (context.measurement.problems.some(isBlinding))
    return { findings: [], silence: words.MEASUREMENT_FIRST }
  const places = fallenPlaces(snapshot, context)
  const fallen = [...places, ...fallenKeywords(snapshot, context, places)]
  const findings = fallen.map((one) => findingOf(one, context))
  return { findings, silence: findings.length > 0 ? null : words.NONE_FALLEN }
}

function isBlinding(problem: TrackingProblem): boolean {
  return (problem.kind === 'outage' || problem.kind === 'action-loss') && problem.loss.isOngoing
}

function findingOf(one: Fallen, context: Context): Finding {
  const { adGroupId, campaignId, probability, key } = one
  const texts = words.fallenTexts(context, one)
  const priority = one.missing >= THRESHOLDS.fallenMuch.value ? 'high' : 'medium'
  const kind = words.kindOf(one)
  const finding = setupFinding(
    {
      ...{ campaignId, part: key, probability, priority },
      group: {
        identity: kind === 'adGroup' ? ['group'] : ['group', `${kind}s`],
        label: words.nameOf(context, one),
        texts: (parts) => words.fallenGroupTexts(context, parts, kind),
      },
    },
    texts,
  )
  if (adGroupId === null) return finding
  return { ...finding, object: { type: 'adgroup', id: adGroupId }, adGroupId }
}
