import { addDays, type Day, daysInRange, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { reportedShare } from '../../account/window.ts'
import { normalCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { TargetUsers } from './target-users.ts'

/** What a campaign asks of its bidding since a day within the last 30. */
type ChangedTarget = {
  since: Day
  /** How many times as hard to meet as before; null where its way of bidding changed, or it is not known. */
  harder: number | null
}

/** A target that was made harder to meet, and what the campaign brings a day since, but for the week in which bidding adapts. */
export type TightenedTarget = {
  on: TargetUsers
  since: Day
  harder: number
  before: Daily
  after: Daily
  /** P(fewer conversions a day, by the least that counts). */
  probability: number
  key: string
}

/** A day's clicks and conversions, those still to be reported included, and how many these rest on. */
export type Daily = { clicks: number; conversions: number; count: number }

/** Most of what the window says was bought for another target. */
export function isOfOtherTarget(
  snapshot: AccountSnapshot<'campaign'>,
  { users }: TargetUsers,
): boolean {
  const { from, to } = snapshot.window
  return users.some(({ id }) => {
    const changed = changedTarget(snapshot, id)
    return changed && 2 * daysInRange(changed.since, to) < daysInRange(from, to)
  })
}

export function tightenedTargets(
  snapshot: AccountSnapshot<'campaign'>,
  own: readonly TargetUsers[],
): TightenedTarget[] {
  return own.flatMap((on): TightenedTarget[] => {
    const { since, harder } = changedTarget(snapshot, on.campaign.id) ?? {}
    if (!since || !harder || harder <= 1) return []
    const { changeDays, recentDays, targetConversions } = THRESHOLDS
    const { from, to } = snapshot.window
    const settled = addDays(since, changeDays.value)
    // Until then it is told to be left in peace.
    if (daysInRange(settled, to) < recentDays.value) return []
    const [before, after] = [
      dailyOf(snapshot, on.campaign, from, addDays(since, -1)),
      dailyOf(snapshot, on.campaign, settled, to),
    ]
    if (!before || !after || before.count < targetConversions.value) return []
    const probability = chanceOfFewer(before, after)
    return [{ on, since, harder, before, after, probability, key: on.campaign.id }]
  })
}

/** Since the last 30 days; a step that is prudent is none. */
function changedTarget(
  { inventory }: AccountSnapshot<'campaign'>,
  campaignId: string,
): ChangedTarget | null {
  const changes = (inventory?.changes ?? [])
    .filter((one) => one.campaignId === campaignId && one.operation === 'UPDATE')
    .filter(({ changedFields }) => changedFields.some((field) => ASKED.test(field)))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return null
  const fields = changes.flatMap(({ changedFields }) => changedFields)
  const [before = 0, after = 0] = [first.beforeMicros, last.afterMicros]
  const since = last.at.slice(0, 10)
  const isKnown = before > 0 && after > 0 && !fields.some((field) => STRATEGY.test(field))
  if (!isKnown) return { since, harder: null }
  const harder = fields.some((field) => ROAS.test(field)) ? after / before : before / after
  const step = 1 + THRESHOLDS.targetChange.value
  return Math.max(harder, 1 / harder) > step ? { since, harder } : null
}

const ASKED = /target_?(cpa|roas)|bidding_?strategy_?type$/i
const STRATEGY = /bidding_?strategy_?type$/i
const ROAS = /target_?roas/i

/** Null where days are not known. */
function dailyOf(
  snapshot: AccountSnapshot<'campaign'>,
  { id }: CampaignFacts,
  from: Day,
  to: Day,
): Daily | null {
  const rows = withKnown(snapshot, ['campaign'], COUNTED)?.campaignDays
  if (!rows || from > to) return null
  const own = rows.filter(({ campaignId, day }) => campaignId === id && day >= from && day <= to)
  const { account, lagCurve } = snapshot
  const reported = sumOf(
    eachDay(from, to).map((day) => reportedShare(day, account.today, lagCurve)),
  )
  const count = sumOf(own.map(({ conversionsMicros }) => conversionsMicros)) / MICROS
  const clicks = sumOf(own.map((one) => one.clicks)) / daysInRange(from, to)
  return reported > 0 ? { clicks, conversions: count / reported, count } : null
}

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

/** By more than chance, and than a month of a campaign differs from another by itself. */
function chanceOfFewer(before: Daily, after: Daily): number {
  const { dispersion, campaignClicksDrift, tightenedLoss } = THRESHOLDS
  if (after.count <= 0) return THRESHOLDS.mostCertain.value
  const chance = dispersion.value * (1 / before.count + 1 / after.count)
  const sd = Math.sqrt(chance + campaignClicksDrift.value ** 2)
  const ratio = Math.log(after.conversions / before.conversions)
  return normalCdf((Math.log(1 - tightenedLoss.value) - ratio) / sd)
}
