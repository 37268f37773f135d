import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './goal-reach-words.ts'
import { unboundFindings } from './unbound-campaigns.ts'

/** Whether any campaign comes near what its owner says that a conversion may cost, and what those that miss it without a target need. */
export const goalReach = defineRule({
  name: 'goal-reach',
  title: 'Coste máximo al alcance',
  category: 'bids',
  place: 142,
  needs: { levels: ['campaign'], columns: COUNTED },
  effect: 'saving',
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const { goalReach: reach } = context
  if (!reach) {
    const findings = unboundFindings(snapshot, context)
    const nothing = snapshot.targetCpaMicros ? words.IN_REACH : words.NOT_SAID
    return { findings, silence: findings.length > 0 ? null : nothing }
  }
  const head = {
    campaignId: null,
    probability: THRESHOLDS.mostCertain.value,
    priority: 'high' as const,
  }
  return { findings: [setupFinding(head, words.goalReachTexts(context, reach))], silence: null }
}
