import type { Column, Sums } from './known-figures.ts'
import type { NegativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'
import { criterionOf, turnedOff } from './stopped-searches.ts'

/**
 * The snapshot with campaigns as they go on: without what was spent within the window on searches that a negative keyword stops by
 * now, and on keywords and ad groups that are paused or removed. `lessened`: ids of those for which that is no trifle. Keywords
 * stay whole: a negative that should not be there is found by what it stops.
 */
export function stillSpent(
  snapshot: AccountSnapshot,
  isNegated: NegativeLookup,
): {
  ongoing: AccountSnapshot
  lessened: ReadonlySet<string>
} {
  const { campaigns } = snapshot
  const stopped = stoppedParts(snapshot, isNegated)
  if (stopped.length === 0) return { ongoing: snapshot, lessened: new Set<string>() }
  const byCampaign = Map.groupBy(stopped, ({ campaignId }) => campaignId)
  const left = campaigns.map((one) => lessenedBy(one, byCampaign.get(one.id) ?? []))
  const noticed = campaigns.filter((one, i) => isNoticed(one, left[i]!))
  return {
    ongoing: { ...snapshot, campaigns: left },
    lessened: new Set(noticed.map(({ id }) => id)),
  }
}

type Part = { campaignId: string; sums: Sums }

/** No click is in two of them: of a keyword that is off its searches are not counted once more. */
function stoppedParts(snapshot: AccountSnapshot, isNegated: NegativeLookup): Part[] {
  const { groups, keywords } = turnedOff(snapshot)
  const criteria = new Set(keywords.map(criterionOf))
  const rows = snapshot.searchTerms.filter(
    (row) =>
      !criteria.has(criterionOf(row)) && (groups.has(row.adGroupId) || isNegated(row.term, row)),
  )
  return [...keywords, ...rows]
}

function lessenedBy(
  campaign: CampaignFacts<never>,
  stopped: readonly Part[],
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
