import { Z_80 } from '#shared/count-ranges.ts'
import type { Day } from '#shared/dates.ts'
import type { Alert } from './alert.ts'
import { causesOf, type Part } from './causes.ts'
import { type OddRun, oddestRun, type SeasonOf, seasonOf } from './find-runs.ts'
import { observedSums, runSums, weighedNormal } from './normal-weeks.ts'
import { trendOf } from './trend.ts'
import { isMostlyOf, troubleOf } from './trouble.ts'
import {
  COLUMNS,
  type DaySums,
  noSums,
  type WatchedAccount,
  type WatchedCampaign,
} from './watched-account.ts'
import { METRIC_RULES, WATCHED_METRICS } from './watched-metric.ts'

/** Deviations from which a run is told; more figures are looked at in accounts of more campaigns (`eval`, layer watch). */
const THRESHOLD = { account: 3.6, campaign: 4.2 }
/** Less is not worth a morning's look, however sure. */
const LEAST_CHANGE = { relative: 0.2, share: 0.08 }
const MOST_CAMPAIGNS = 12
/** Of what the account spends; smaller ones move nothing. */
const LEAST_CAMPAIGN_SHARE = 0.05
/** Two of one event begin within so many days of each other. */
const SAME_EVENT_DAYS = 4
/** A smaller place sees the same trouble begin later or earlier. */
const SAME_TROUBLE_DAYS = 7

type Place = { campaign: WatchedCampaign | null; sums: DaySums; threshold: number }
type Odd = OddRun & { place: Place }

/** What left its band in an account, the surest first. Figures of one place that moved together are one alert. */
export function findAlerts(account: WatchedAccount): Alert[] {
  const season = seasonOf(account.sums, account.days)
  const places: Place[] = [
    { campaign: null, sums: account.sums, threshold: THRESHOLD.account },
    ...watchedCampaigns(account).map((campaign) => ({
      campaign,
      sums: campaign.sums,
      threshold: THRESHOLD.campaign,
    })),
  ]
  const found = places.flatMap((place) => alertsOfPlace(account, place, season))
  const whole = found.filter(({ campaignId }) => campaignId === null)
  return found
    .filter(
      (alert) =>
        alert.campaignId === null || !whole.some((one) => isToldBy(one, alert, account.days)),
    )
    .toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score))
}

function watchedCampaigns({ campaigns, sums }: WatchedAccount): WatchedCampaign[] {
  const spend = (days: DaySums) => days.costMicros.slice(-56).reduce((sum, one) => sum + one, 0)
  const least = LEAST_CAMPAIGN_SHARE * spend(sums)
  return campaigns
    .filter(({ isOn, sums: own }) => isOn && spend(own) > 0 && spend(own) >= least)
    .toSorted((a, b) => spend(b.sums) - spend(a.sums))
    .slice(0, MOST_CAMPAIGNS)
}

function alertsOfPlace(account: WatchedAccount, place: Place, season: SeasonOf): Alert[] {
  const odd = WATCHED_METRICS.flatMap((metric) => {
    const run = oddestRun(account, place.sums, metric, place.threshold, season)
    return run && isLarge(run) ? [{ ...run, place }] : []
  })
  return groupsOf(odd).map(([lead, ...besides]) => toAlert(account, lead!, besides))
}

/** What moved together: from about the same day, or the cost of conversions that fell. The first leads. */
function groupsOf(odd: readonly Odd[]): Odd[][] {
  const conversions = odd.find(({ metric }) => metric === 'conversions')
  const groups: Odd[][] = []
  for (const one of odd.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score))) {
    const group = groups.find(
      (known) =>
        Math.abs(known[0]!.from - one.from) <= SAME_EVENT_DAYS ||
        (one.metric === 'cpa' && known.includes(conversions as Odd)) ||
        (one === conversions && known.some(({ metric }) => metric === 'cpa')),
    )
    group ? group.push(one) : groups.push([one])
  }
  // Of conversions and their cost the cost follows.
  return groups.map((group) =>
    conversions && group[0]?.metric === 'cpa' && group.includes(conversions)
      ? [conversions, ...group.filter((one) => one !== conversions)]
      : group,
  )
}

function isLarge({ metric, seen, expected }: OddRun): boolean {
  const { figureOf } = METRIC_RULES[metric]
  const [now, before] = [figureOf(seen), figureOf(expected)]
  if (now === null || before === null || before === 0) return false
  if (metric === 'share') return Math.abs(now - before) >= LEAST_CHANGE.share
  return Math.abs(now / before - 1) >= LEAST_CHANGE.relative
}

/** The whole tells of its parts: of those that moved as it did, and of one that made most of it. */
function isToldBy(whole: Alert, own: Alert, days: readonly Day[]): boolean {
  const apart = Math.abs(days.indexOf(whole.from) - days.indexOf(own.from))
  if (apart <= SAME_TROUBLE_DAYS && troubleOf(whole) === troubleOf(own)) return true
  return apart <= SAME_EVENT_DAYS && isMostlyOf(whole, own.campaignId)
}

function toAlert(account: WatchedAccount, lead: Odd, besides: readonly Odd[]): Alert {
  const { metric, seen, expected, run, ownSpread, place } = lead
  const { figureOf, valueAt } = METRIC_RULES[metric]
  return {
    metric,
    campaignId: place.campaign?.id ?? null,
    from: account.days[lead.from]!,
    to: account.days[lead.to]!,
    seen: figureOf(seen) ?? 0,
    expected: figureOf(expected) ?? 0,
    low: valueAt(expected, run, -Z_80 * ownSpread),
    high: valueAt(expected, run, Z_80 * ownSpread),
    score: lead.score,
    causes: causesOf(metric, partsOf(account, lead)),
    besides: besides.map((one) => ({
      metric: one.metric,
      from: account.days[one.from]!,
      seen: METRIC_RULES[one.metric].figureOf(one.seen) ?? 0,
      expected: METRIC_RULES[one.metric].figureOf(one.expected) ?? 0,
    })),
    trend: trendOf(account, place.sums, metric, lead, Z_80),
  }
}

/** The campaigns, by device where devices are known, and what is left of the account's sums beside them. */
function partsOf(account: WatchedAccount, lead: Odd): Part[] {
  const campaigns = lead.place.campaign ? [lead.place.campaign] : account.campaigns
  const parts = campaigns.flatMap((campaign) => {
    const whole: Part = {
      campaignId: campaign.id,
      device: null,
      ...sumsDuring(campaign.sums, lead),
    }
    if (lead.metric === 'share') return [whole]
    const devices = campaign.devices.map(({ device, sums }) => ({
      campaignId: campaign.id,
      device,
      ...sumsDuring(sums, lead),
    }))
    const rest = restOf(whole, devices)
    return devices.length > 0 ? [...devices, rest] : [whole]
  })
  if (lead.place.campaign) return parts
  const whole: Part = { campaignId: null, device: null, seen: lead.seen, expected: lead.expected }
  return [...parts, restOf(whole, parts)]
}

function restOf(whole: Part, parts: readonly Part[]): Part {
  const left = (when: 'seen' | 'expected') => {
    const sums = noSums()
    for (const column of COLUMNS)
      sums[column] = whole[when][column] - parts.reduce((sum, part) => sum + part[when][column], 0)
    return sums
  }
  return { ...whole, device: null, seen: left('seen'), expected: left('expected') }
}

function sumsDuring(sums: DaySums, { from, to, weeks, weights }: OddRun) {
  return {
    seen: observedSums(runSums(sums), from, to),
    expected: weighedNormal(sums, from, weeks, weights),
  }
}
