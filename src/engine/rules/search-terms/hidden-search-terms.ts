import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { hiddenSearchTermTexts } from './hidden-search-terms-words.ts'

const RULE = 'hidden-search-terms'

export type Visibility = {
  /** Cost of the searches whose words Google shows, and of all of them; micros. */
  visibleMicros: number
  allMicros: number
  share: number
  byCampaign: { name: string; visibleMicros: number; allMicros: number }[]
}

/** How much of the spend on Search cannot be looked at, because Google does not show what was searched. */
export function hiddenSearchTerms(snapshot: AccountSnapshot, context: Context): RuleResult {
  const visibility = visibilityOf(snapshot)
  if (!visibility) return { findings: [], silence: NO_SEARCH }
  const { visibleWarn } = THRESHOLDS
  if (visibility.share >= visibleWarn.value) return { findings: [], silence: ENOUGH }
  const finding = setupFinding(
    {
      rule: RULE,
      categoria: 'keywords',
      campaignId: null,
      probability: 1,
      priority: 'baja',
    },
    hiddenSearchTermTexts(context, visibility),
  )
  return { findings: [finding], silence: null }
}

const NO_SEARCH =
  'No se puede comparar el coste de las búsquedas visibles con el de las campañas de búsqueda: faltan datos de uno u otro.'
const ENOUGH =
  'Google muestra las búsquedas de la mayor parte del coste: se puede revisar casi todo.'

/** Search campaigns with clicks; queries without clicks cost nothing. */
function visibilityOf(snapshot: AccountSnapshot): Visibility | null {
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
