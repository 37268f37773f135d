import type { Column, Sums } from './known-figures.ts'
import type { NegativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'
import { criterionOf } from './stopped-searches.ts'
import { turnedOff } from './turned-off.ts'

/**
 * The snapshot with campaigns as they go on: without what was spent within the window on searches that a negative keyword stops by
 * now, on keywords and ad groups that are paused or removed, and on networks that are off. `lessened`: ids of those for which that is no trifle. Keywords
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
  const off = networksOff(snapshot)
  if (stopped.length === 0 && off.size === 0)
    return { ongoing: snapshot, lessened: new Set<string>() }
  const byCampaign = Map.groupBy(stopped, ({ campaignId }) => campaignId)
  const left = campaigns.map((one) =>
    withWhole(
      withoutShare(lessenedBy(one, byCampaign.get(one.id) ?? []), one.sums, off.get(one.id)),
      one,
    ),
  )
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

/** By campaign, what came by networks on which it is shown no more. */
function networksOff({ campaigns, inventory }: AccountSnapshot): ReadonlyMap<string, Sums> {
  const { networks = [], campaignSettings = [] } = inventory ?? {}
  const settings = new Map(campaignSettings.map((one) => [one.campaignId, one]))
  // Only Search chooses its networks.
  const own = new Set(campaigns.flatMap((one) => (one.channelType === 'SEARCH' ? [one.id] : [])))
  const rows = networks.filter(({ campaignId, network, sums }) => {
    const { targetsSearchPartners, targetsDisplay } = settings.get(campaignId) ?? {}
    const isOn = { SEARCH_PARTNERS: targetsSearchPartners, CONTENT: targetsDisplay }[network]
    return own.has(campaignId) && isOn === false && sums.clicks > 0
  })
  return new Map(
    [...Map.groupBy(rows, ({ campaignId }) => campaignId)].map(([id, parts]) => [
      id,
      addUp(parts.map(({ sums }) => sums)),
    ]),
  )
}

/** Of what is left the same share as of all: what was stopped came by all networks. */
function withoutShare(
  campaign: CampaignFacts<never>,
  all: Sums,
  off: Sums | undefined,
): CampaignFacts<never> {
  if (!off) return campaign
  const sums = Object.entries(campaign.sums).map(([name, left]) => {
    const column = name as Column
    const [whole = 0, part = 0] = [all[column], off[column]]
    const share = whole > 0 ? Math.min(1, part / whole) : 0
    return [column, left === undefined ? left : Math.round(left * (1 - share))]
  })
  return { ...campaign, sums: Object.fromEntries(sums) }
}

const withWhole = (left: CampaignFacts<never>, one: CampaignFacts<never>) =>
  left === one ? one : { ...left, wholeSums: one.sums }

function isNoticed(before: CampaignFacts<never>, after: CampaignFacts<never>): boolean {
  const { costMicros = 0 } = before.sums
  return costMicros - (after.sums.costMicros ?? 0) > costMicros * TRIFLE
}

/** Of the cost. Own choice: too little to be missed in a figure of three digits. */
const TRIFLE = 0.01
