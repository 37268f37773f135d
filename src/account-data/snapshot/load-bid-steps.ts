import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { BidStep, Traffic } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { camelCase, valueAt } from '#platform/google-ads/field-paths.ts'
import { addDays, type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import { readsOf } from '../reads-of.ts'
import { sumLevel } from '../sums.ts'
import { loadGroupBids, loadHeirs } from './group-bids.ts'

/** How far back a change of a bid still tells how this account's auctions answer. */
const DAYS = 180
const MOST_CHANGES = 5_000
/** Days looked at before and after a change: at most, and at least, between it and the keyword's next one. */
const SPAN = { most: 14, least: 7 }

/** What came of the bids that were changed on known days: the fourteen days before against those after. */
export async function loadBidSteps(
  ctx: Context,
  customerId: number,
  known: DayRange,
): Promise<BidStep[]> {
  const changes = lonely(await readChanges(ctx, customerId, known.to), known)
  if (changes.length === 0) return []
  const days = await readDays(ctx, customerId, changes, known)
  const byStep = Map.groupBy(changes, ({ campaignId, day }) => `${campaignId} ${day}`)
  return [...byStep.values()].map((own) => stepOf(own, days))
}

type BidChange = {
  campaignId: number
  adGroupId: number
  criterionId: number
  day: Day
  fromMicros: number
  toMicros: number
}

/** The newest, oldest first: of keywords, and of ad groups as those of their keywords that have no bid of their own. */
async function readChanges(ctx: Context, customerId: number, to: Day): Promise<BidChange[]> {
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        gte(changeEvents.at, addDays(to, -DAYS)),
        inArray(changeEvents.resourceType, ['AD_GROUP_CRITERION', 'AD_GROUP']),
        eq(changeEvents.operation, 'UPDATE'),
      ),
    )
    .orderBy(desc(changeEvents.at))
    .limit(MOST_CHANGES)
  const bids = rows.filter(
    ({ changedFields, campaignId }) =>
      campaignId !== null && changedFields.map(camelCase).includes('cpcBidMicros'),
  )
  const groupBids = await loadGroupBids(ctx, customerId)
  const ofGroups = bids.flatMap((row) =>
    placeOf(row).criterionId === undefined ? placeOf(row).adGroupId : [],
  )
  const heirs = await loadHeirs(ctx, customerId, [...new Set(ofGroups)])
  return bids.toReversed().flatMap((row) => {
    const { adGroupId, criterionId } = placeOf(row)
    // A keyword without a bid of its own has its group's.
    const inherited = criterionId === undefined ? 0 : (groupBids.get(adGroupId) ?? 0)
    const fromMicros = bidOf(row.oldResource) || inherited
    const toMicros = bidOf(row.newResource) || inherited
    if (!(fromMicros > 0 && toMicros > 0)) return []
    const change = { campaignId: row.campaignId!, day: row.at.slice(0, 10), fromMicros, toMicros }
    const ids = criterionId === undefined ? (heirs.get(adGroupId) ?? []) : [criterionId]
    return ids.map((id) => ({ ...change, adGroupId, criterionId: id }))
  })
}

/** 'customers/1/adGroupCriteria/11~21', or 'customers/1/adGroups/11'. */
function placeOf({ resourceName }: { resourceName: string }) {
  const [adGroupId = 0, criterionId] = resourceName.split('/').at(-1)!.split('~').map(Number)
  return { adGroupId, criterionId }
}

function bidOf(resource: Record<string, unknown>): number {
  return Number(valueAt(Object.values(resource)[0], 'cpcBidMicros') ?? 0)
}

type SpannedChange = BidChange & { span: number }

/** Each with the days until the keyword's bid was changed again, or was changed before; none that has too few. */
function lonely(changes: readonly BidChange[], { from, to }: DayRange): SpannedChange[] {
  const byKeyword = Map.groupBy(
    changes,
    ({ adGroupId, criterionId }) => `${adGroupId}~${criterionId}`,
  )
  return [...byKeyword.values()].flatMap((own) =>
    own.flatMap((change, i) => {
      const before = own[i - 1]?.day ?? addDays(from, -1)
      const after = own[i + 1]?.day ?? addDays(to, 1)
      const between = Math.min(daysInRange(before, change.day), daysInRange(change.day, after)) - 2
      const span = Math.min(SPAN.most, between)
      return span >= SPAN.least ? [{ ...change, span }] : []
    }),
  )
}

type Days = Map<string, (Traffic & { day: Day })[]>

/** By keyword those that were changed, and by campaign all. */
async function readDays(
  ctx: Context,
  customerId: number,
  changes: readonly SpannedChange[],
  { to }: DayRange,
): Promise<Days> {
  const from = addDays(changes.map(({ day }) => day).toSorted()[0]!, -SPAN.most)
  const question = { customerId, from, to, byDays: true } as const
  const distinct = (of: (one: SpannedChange) => number) => [...new Set(changes.map(of))]
  const rows = [
    ...(await sumLevel(ctx, {
      ...question,
      level: 'campaign',
      groupBy: ['campaign_id', 'day'],
      where: { campaign_id: distinct((one) => one.campaignId) },
    })),
    ...(await sumLevel(ctx, {
      ...question,
      level: 'keyword',
      groupBy: ['ad_group_id', 'criterion_id', 'day'],
      where: { criterion_id: distinct((one) => one.criterionId) },
    })),
  ]
  const days: Days = new Map()
  for (const { keys, clicks, costMicros } of rows) {
    const { day, ...place } = keys
    const key = Object.values(place).join('~')
    days.set(key, [...(days.get(key) ?? []), { day: String(day), clicks, costMicros }])
  }
  return days
}

function stepOf(own: readonly SpannedChange[], days: Days): BidStep {
  const { campaignId, day } = own[0]!
  const changed = own.map(({ span, adGroupId, criterionId, fromMicros, toMicros }) => ({
    adGroupId: String(adGroupId),
    criterionId: String(criterionId),
    fromMicros,
    toMicros,
    ...around(days.get(`${adGroupId}~${criterionId}`) ?? [], day, span),
  }))
  const span = Math.min(...own.map((one) => one.span))
  const all = around(days.get(String(campaignId)) ?? [], day, span)
  const moved = own.map(({ adGroupId, criterionId }) =>
    around(days.get(`${adGroupId}~${criterionId}`) ?? [], day, span),
  )
  const restOf = (side: 'before' | 'after'): Traffic => ({
    clicks: all[side].clicks - moved.reduce((sum, one) => sum + one[side].clicks, 0),
    costMicros: all[side].costMicros - moved.reduce((sum, one) => sum + one[side].costMicros, 0),
  })
  const rest = { before: restOf('before'), after: restOf('after') }
  const isLeft = rest.before.clicks > 0 && rest.after.clicks > 0
  return { campaignId: String(campaignId), day, changed, ...(isLeft && { rest }) }
}

/** The day itself belongs to neither. */
function around(days: readonly (Traffic & { day: Day })[], day: Day, span: number) {
  const sum = (from: Day, to: Day): Traffic => {
    const own = days.filter((one) => one.day >= from && one.day <= to)
    return {
      clicks: own.reduce((all, { clicks }) => all + clicks, 0),
      costMicros: own.reduce((all, { costMicros }) => all + costMicros, 0),
    }
  }
  return {
    before: sum(addDays(day, -span), addDays(day, -1)),
    after: sum(addDays(day, 1), addDays(day, span)),
  }
}
