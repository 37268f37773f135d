import { MICROS } from '#shared/metrics.ts'
import { actionSeries, LEADS, primaryActions } from './conversion-actions.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/**
 * Campaigns whose conversions may all be of another kind than most of the account's: an application to a mortgage beside new accounts, a
 * booking beside installations. Google's sums by campaign do not say which, so that no mean of the others is what one of theirs may
 * cost. Empty where all are of one kind, or the kinds are not known.
 */
export function campaignsOfAnotherKind(snapshot: AccountSnapshot): ReadonlySet<string> {
  const rarer = ofRarerKinds(snapshot)
  const isPossible = ({ sums: { conversionsMicros = 0 } }: CampaignFacts<never>) =>
    conversionsMicros > 0 && conversionsMicros / MICROS <= rarer * COUNTED_ELSEWHERE
  return new Set(snapshot.campaigns.filter(isPossible).map(({ id }) => id))
}

/** Days and campaigns are not read at the same moment. */
const COUNTED_ELSEWHERE = 1.1

/** Conversions of all kinds but the commonest. */
function ofRarerKinds(snapshot: AccountSnapshot): number {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const kinds = new Map<string, number>()
  for (const { id, category } of primaryActions(snapshot)) {
    const kind = kindOf(category)
    if (kind === null) continue
    kinds.set(kind, (kinds.get(kind) ?? 0) + (series.get(id)?.total ?? 0))
  }
  const counts = [...kinds.values()].sort((a, b) => b - a)
  return counts.slice(1).reduce((sum, one) => sum + one, 0)
}

/** Sales, and ways of asking for one, are worth alike, however they came; null: Google does not say what it is. */
function kindOf(category: string): string | null {
  if (SALES.has(category)) return 'sale'
  if (UNSAID.has(category)) return null
  return LEADS.has(category) && !LEADS_OF_THEIR_OWN.has(category) ? 'contact' : category
}

const SALES: ReadonlySet<string> = new Set(['PURCHASE', 'SUBSCRIBE_PAID'])
const LEADS_OF_THEIR_OWN: ReadonlySet<string> = new Set([
  'SIGNUP',
  'QUALIFIED_LEAD',
  'CONVERTED_LEAD',
])
const UNSAID: ReadonlySet<string> = new Set(['', 'DEFAULT', 'UNKNOWN', 'UNSPECIFIED'])
