import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../account/context.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { simulatedElasticity, simulationOf } from '../rules/bidding/campaign-simulation.ts'
import { bidsBlockedReason } from '../words/shared-texts.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'

/** Counts the snapshot of a whole account has no cheap place for. */
export type Counts = {
  sitelinks: ReadonlyMap<string, number> | null
  callouts: ReadonlyMap<string, number> | null
  /** By ad group. */
  liveAds: ReadonlyMap<string, number> | null
}

/** What surrounds one of Google's recommendations; `counts` by campaign, the account's own links included. */
export function surroundingsOf(
  advice: GoogleAdvice,
  snapshot: AccountSnapshot,
  context: Context,
  counts: Counts,
): Surroundings {
  const id = advice.campaignId
  const campaign = id === null ? null : (context.campaigns.get(id) ?? null)
  const countOf = (of: ReadonlyMap<string, number> | null, key: string | null) =>
    of && key !== null ? (of.get(key) ?? 0) : null
  const points = id === null ? [] : (simulationOf(snapshot, id, 'BUDGET')?.points ?? [])
  return {
    currencyCode: snapshot.account.currencyCode,
    days: context.days,
    blocked: bidsBlockedReason(context),
    knownShare: context.measurement.knownShare,
    campaign,
    target: id === null ? null : context.targetOf(id),
    settings: snapshot.inventory?.campaignSettings?.find((one) => one.campaignId === id) ?? null,
    budgetElasticity: simulatedElasticity(points),
    sideNetworks: {
      SEARCH_PARTNERS: networkOf(snapshot, context, 'SEARCH_PARTNERS'),
      CONTENT: networkOf(snapshot, context, 'CONTENT'),
    },
    sitelinks: countOf(counts.sitelinks, id),
    callouts: countOf(counts.callouts, id),
    liveAds: countOf(counts.liveAds, advice.adGroupId),
  }
}

/** Only what Search campaigns paid there: Display campaigns have nothing else. */
function networkOf(snapshot: AccountSnapshot, context: Context, network: string) {
  const { knownShare } = context.measurement
  const own = (snapshot.inventory?.networks ?? []).filter(
    (one) =>
      one.network === network && context.campaigns.get(one.campaignId)?.channelType === 'SEARCH',
  )
  if (own.length === 0 || knownShare <= 0) return null
  const sum = (of: (one: (typeof own)[number]) => number) =>
    own.reduce((all, one) => all + of(one), 0)
  return {
    costMicros: sum(({ sums }) => sums.costMicros),
    conversions: sum(({ sums }) => sums.conversionsMicros) / MICROS / knownShare,
  }
}
