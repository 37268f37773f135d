import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { Visibility } from './hidden-search-terms-words.ts'
import * as words from './hidden-search-terms-words.ts'

/** How much of the spend on Search cannot be looked at, because Google does not show what was searched. */
export const hiddenSearchTerms = defineRule({
  name: 'hidden-search-terms',
  title: 'Búsquedas ocultas',
  category: 'keywords',
  place: 330,
  needs: { levels: ['campaign', 'searchTerm'], columns: ['clicks', 'costMicros'] },
  run,
  words,
})

function run(
  snapshot: AccountSnapshot<'campaign' | 'searchTerm', 'clicks' | 'costMicros'>,
  context: Context,
): RuleResult {
  const visibility = visibilityOf(snapshot)
  if (!visibility) return { findings: [], silence: words.NO_SEARCH }
  const { visibleWarn } = THRESHOLDS
  if (visibility.share >= visibleWarn.value) return { findings: [], silence: words.ENOUGH }
  const finding = setupFinding(
    {
      campaignId: null,
      probability: 1,
      priority: 'low',
    },
    words.hiddenSearchTermTexts(context, visibility),
  )
  return { findings: [finding], silence: null }
}

/** Search campaigns with clicks; queries without clicks cost nothing. */
function visibilityOf(
  snapshot: AccountSnapshot<'campaign' | 'searchTerm', 'clicks' | 'costMicros'>,
): Visibility | null {
  if (snapshot.searchTerms.length === 0) return null
  const search = snapshot.campaigns.filter(
    ({ channelType, sums }) => channelType === 'SEARCH' && sums.clicks > 0,
  )
  const terms = Map.groupBy(snapshot.searchTerms, ({ campaignId }) => campaignId)
  const byCampaign = search.map(({ id, name, sums }) => ({
    name,
    visibleMicros: Math.min(
      sums.costMicros,
      addUp((terms.get(id) ?? []).map((row) => row.sums)).costMicros,
    ),
    allMicros: sums.costMicros,
  }))
  const sum = (key: 'visibleMicros' | 'allMicros') =>
    byCampaign.reduce((total, one) => total + one[key], 0)
  const [visibleMicros, allMicros] = [sum('visibleMicros'), sum('allMicros')]
  if (addUp(search.map(({ sums }) => sums)).clicks < THRESHOLDS.trackingClicks.value) return null
  return allMicros > 0
    ? { visibleMicros, allMicros, share: ratio(visibleMicros, allMicros), byCampaign }
    : null
}
