import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { campaignQualities, isRival, weakComponents } from './keyword-quality.ts'
import * as words from './quality-components-words.ts'

/** What to repair first: the components of the quality score that Google marks down, the one of most spend first. */
export const qualityComponents = defineRule({
  name: 'quality-components',
  title: 'Componentes del nivel de calidad',
  category: 'keywords',
  place: 180,
  needs: { levels: ['keyword'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const known = campaignQualities(snapshot, context)
  if (!known.some(({ scored }) => scored.some(({ quality }) => quality?.expectedCtr))) {
    return { findings: [], silence: words.NO_COMPONENTS }
  }
  const findings = known.flatMap((one) => {
    const weak = weakComponents(one).toSorted((a, b) => b.share - a.share)
    if (weak.length === 0 || isRival(one, context)) return []
    return [
      setupFinding(
        {
          campaignId: one.campaign.id,
          probability: THRESHOLDS.mostCertain.value,
          priority: 'low',
        },
        words.qualityComponentTexts(context, one, weak),
      ),
    ]
  })
  const rivals = known.filter((one) => weakComponents(one).length > 0)
  const silence = rivals.length > 0 ? words.ONLY_RIVALS : words.NONE_WEAK
  return { findings, silence: findings.length > 0 ? null : silence }
}
