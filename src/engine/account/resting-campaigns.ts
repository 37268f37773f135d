import { addDays } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'

/**
 * Campaigns that were shown in the window and not for weeks at its end: a season that is over, an end date. Nothing is spent in them
 * any more, and nothing is saved by stopping a part of them.
 */
export function restingCampaigns({ campaigns, window }: AccountSnapshot): ReadonlySet<string> {
  const last = addDays(window.to, -THRESHOLDS.restingDays.value)
  return new Set(
    campaigns.flatMap(({ id, exposure }) => (exposure && exposure.to < last ? [id] : [])),
  )
}
