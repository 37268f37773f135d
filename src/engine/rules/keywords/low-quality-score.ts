import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import {
  type CampaignQuality,
  campaignQualities,
  isRival,
  weakComponents,
} from './keyword-quality.ts'
import * as words from './low-quality-score-words.ts'
import { ONLY_RIVALS } from './quality-components-words.ts'

/** Campaigns that spend on keywords of low quality, where no single component explains it. */
export const lowQualityScore = defineRule({
  name: 'low-quality-score',
  title: 'Nivel de calidad bajo',
  category: 'keywords',
  place: 190,
  needs: { levels: ['keyword'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const known = campaignQualities(snapshot, context)
  if (known.length === 0) return { findings: [], silence: words.NO_SCORES }
  const all = known.filter((one) => one.lowShare > THRESHOLDS.lowQualityShare.value)
  const low = all.filter((one) => !isRival(one, context))
  const unexplained = low.filter((one) => weakComponents(one).length === 0)
  return {
    findings: unexplained.map((one) =>
      setupFinding(
        {
          campaignId: one.campaign.id,
          probability: THRESHOLDS.mostCertain.value,
          priority: 'low',
        },
        words.lowQualityTexts(context, one),
      ),
    ),
    silence: unexplained.length > 0 ? null : silenceOf(all, low),
  }
}

function silenceOf(all: readonly CampaignQuality[], own: readonly CampaignQuality[]): string {
  if (own.length > 0) return words.EXPLAINED
  return all.length > 0 ? ONLY_RIVALS : words.ALL_WELL
}
