import type { Day } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, CampaignDay, CampaignFacts } from '../../account/snapshot.ts'
import { landingHosts, leadsElsewhere } from '../../account/uncounted-campaigns.ts'
import { reportedShare } from '../../account/window.ts'
import type { Counting } from '../../statistics/conversion-evidence.ts'

/** What of a campaign's clicks is known to have had its conversions counted, and why it may not have. */
export type CampaignCounting = Counting & {
  /** 'elsewhere': its clicks land where no other campaign's conversions are counted. */
  doubt: 'elsewhere' | 'action' | null
  /** Its clicks up to its last conversion; null where days are not known, or none had one. */
  untilLast: { clicks: number; conversionsMicros: number } | null
}

/** The account's share may be wrong for one campaign: it ran on other days, or leads to other pages. */
export function campaignCounting(
  snapshot: AccountSnapshot,
  campaign: CampaignFacts,
  context: Context,
): CampaignCounting {
  const days = daysOf(snapshot, campaign.id)
  const { measurement } = context
  return {
    credit: measurement.credit,
    knownShare: days.length > 0 ? knownShareOf(days, snapshot, context) : measurement.knownShare,
    doubt: measurement.problems.some(({ kind }) => kind === 'action-loss')
      ? 'action'
      : leadsElsewhere(snapshot, campaign, hostsOf(snapshot, context))
        ? 'elsewhere'
        : null,
    untilLast: upToLastConversion(days),
  }
}

const hostsOf = oncePerAnalysis(landingHosts)

function daysOf({ campaignDays = [], window }: AccountSnapshot, id: string): CampaignDay[] {
  return campaignDays
    .filter(({ campaignId, day }) => campaignId === id && day >= window.from && day <= window.to)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function knownShareOf(
  days: readonly CampaignDay[],
  { account, lagCurve }: AccountSnapshot,
  { measurement }: Context,
): number {
  const lost = measurement.problems.flatMap((one) =>
    one.kind === 'outage' || one.kind === 'partial-loss' ? [one.loss] : [],
  )
  const isLost = (day: Day) => lost.some(({ from, to }) => day >= from && day <= to)
  let [all, known] = [0, 0]
  for (const { day, clicks } of days) {
    all += clicks
    if (!isLost(day)) known += clicks * reportedShare(day, account.today, lagCurve)
  }
  return all > 0 ? known / all : 0
}

function upToLastConversion(days: readonly CampaignDay[]): CampaignCounting['untilLast'] {
  const last = days.findLastIndex(({ conversionsMicros }) => conversionsMicros > 0)
  if (last < 0) return null
  let [clicks, conversionsMicros] = [0, 0]
  for (const one of days.slice(0, last + 1)) {
    clicks += one.clicks
    conversionsMicros += one.conversionsMicros
  }
  return { clicks, conversionsMicros }
}
