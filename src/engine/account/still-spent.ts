import type { Column, Sums } from './known-figures.ts'
import { negativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts, SearchTermFacts } from './snapshot.ts'

/**
 * The snapshot with campaigns as they go on: without what was spent within the window on searches that a negative keyword stops by
 * now. `lessened`: ids of those for which that is no trifle. Keywords stay whole: a negative that should not be there is
 * found by what it stops.
 */
export function withoutExcluded(snapshot: AccountSnapshot): {
  ongoing: AccountSnapshot
  lessened: ReadonlySet<string>
} {
  const none = { ongoing: snapshot, lessened: new Set<string>() }
  const { campaigns, searchTerms, negatives } = snapshot
  if (negatives.length === 0) return none
  const isNegated = negativeLookup(negatives)
  const stopped = searchTerms.filter((row) => isNegated(row.term, row))
  if (stopped.length === 0) return none
  const byCampaign = Map.groupBy(stopped, ({ campaignId }) => campaignId)
  const left = campaigns.map((one) => lessenedBy(one, byCampaign.get(one.id) ?? []))
  const noticed = campaigns.filter((one, i) => isNoticed(one, left[i]!))
  return {
    ongoing: { ...snapshot, campaigns: left },
    lessened: new Set(noticed.map(({ id }) => id)),
  }
}

function lessenedBy(
  campaign: CampaignFacts<never>,
  stopped: readonly SearchTermFacts<never>[],
): CampaignFacts<never> {
  if (stopped.length === 0) return campaign
  const gone: Sums = addUp(stopped.map(({ sums }) => sums))
  const sums = Object.entries(campaign.sums).map(([column, all]) => {
    const part = gone[column as Column] ?? 0
    return [column, all === undefined ? all : Math.max(0, all - part)]
  })
  return { ...campaign, sums: Object.fromEntries(sums) }
}

function isNoticed(before: CampaignFacts<never>, after: CampaignFacts<never>): boolean {
  const { costMicros = 0 } = before.sums
  return costMicros - (after.sums.costMicros ?? 0) > costMicros * TRIFLE
}

/** Of the cost. Own choice: too little to be missed in a figure of three digits. */
const TRIFLE = 0.01
