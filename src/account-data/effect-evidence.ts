import { and, eq, gte, inArray, like, lte, ne, or } from 'drizzle-orm'
import { addUp } from '#engine/account/measurement.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { STATE } from '#shared/change-states.ts'
import { type Day, eachDay } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { type ChangingCard, changedCampaigns } from './changed-campaigns.ts'
import { describeChange } from './describe-change.ts'
import { inExperiments, readCopies } from './experiment-campaigns.ts'
import { type MovedTraffic, readMovedTraffic } from './moved-traffic.ts'
import { weightyEdits } from './small-edits.ts'
import { type SummedRow, type SumsQuestion, sumLevel } from './sums.ts'

/**
 * The smallest thing that a change leaves running: what is paused itself can only fall to nothing. An ad group of one
 * campaign, or whole campaigns that are judged by their sum; at least one.
 */
export type EffectPlace = { adGroupId: string | null; campaignIds: readonly string[] }

type Window = { from: Day; to: Day }
/** Both ends included, in the account's time zone. */
type Windows = { before: Window; after: Window }
type WatchedEntity = { before: Metrics[]; after: Metrics[] }

/** All an effect is judged by: who was changed, who was not, and what else happened there (Spanish lines). */
export type EffectEvidence = {
  changed: WatchedEntity
  untouched: WatchedEntity[]
  /** What the rest of the account got of the changed one's searches. */
  sisters: WatchedEntity[]
  otherChanges: string[]
  /** Of them, those that could have moved traffic. */
  weightyChanges: number
}

/** `ownResources`: resource names of the changes that are being judged. */
export async function readEffectEvidence(
  ctx: Context,
  account: { customerId: number; currencyCode: string },
  question: { place: EffectPlace; windows: Windows; ownResources: readonly string[] },
): Promise<EffectEvidence> {
  const { place, windows, ownResources } = question
  const { customerId, currencyCode } = account
  const moved = await readMovedTraffic(ctx, customerId, place, windows)
  const entities = await readWatchedEntities(ctx, customerId, { place, windows, moved })
  const others = await otherChanges(ctx, customerId, place, windows, ownResources)
  const texts = others.map((event) => {
    const { what } = describeChange(event, { currency: currencyCode, name: '' })
    return `${longDay(event.at.slice(0, 10))}: ${what}${event.userEmail ? ` (${event.userEmail})` : ''}`
  })
  return {
    ...entities,
    sisters: moved.sisters,
    otherChanges: texts,
    weightyChanges: weightyEdits(others).length,
  }
}

/** More controls than this add nothing but time. */
const MOST_CONTROLS = 40

/** All that was changed taken together, and those left untouched, day by day in both windows. */
async function readWatchedEntities(
  ctx: Context,
  customerId: number,
  { place, windows, moved }: { place: EffectPlace; windows: Windows; moved: MovedTraffic },
): Promise<{ changed: WatchedEntity; untouched: WatchedEntity[] }> {
  const { adGroupId, campaignIds } = place
  const kind: Kind = adGroupId
    ? { level: 'ad_group', key: 'ad_group_id' }
    : { level: 'campaign', key: 'campaign_id' }
  // What an experiment shows of a changed campaign is that campaign's.
  const copies = [...(await readCopies(ctx, customerId))]
  const tried = copies.flatMap(([id, base]) => (campaignIds.includes(base) ? [id] : []))
  const own = (adGroupId ? [adGroupId] : [...campaignIds, ...tried]).map(Number)
  const comparable = await comparableCampaigns(ctx, customerId, campaignIds, windows)
  const independent = comparable.filter((id) => !moved.campaignIds.includes(id))
  const controls = await busiestOf(ctx, { customerId, ...kind }, independent, windows)
  const rows = await sumBoth(ctx, windows, {
    customerId,
    level: kind.level,
    groupBy: [kind.key, 'day'],
    where: { [kind.key]: [...own, ...controls] },
  })
  const { changed = [], ...untouched } = Object.groupBy(rows, ({ keys }) => {
    const id = keys[kind.key]
    return own.includes(Number(id)) ? 'changed' : String(id)
  })
  return {
    changed: watched(changed, windows),
    untouched: Object.keys(untouched)
      .sort()
      .map((id) => watched(untouched[id] ?? [], windows)),
  }
}

type Kind = { level: 'ad_group' | 'campaign'; key: 'ad_group_id' | 'campaign_id' }

/** Ids of those with most clicks in both windows together. */
async function busiestOf(
  ctx: Context,
  { customerId, level, key }: Kind & { customerId: number },
  campaignIds: readonly number[],
  windows: Windows,
): Promise<number[]> {
  const where = { campaign_id: campaignIds }
  const rows = await sumBoth(ctx, windows, { customerId, level, groupBy: [key], where })
  const clicksOf = new Map<number, number>()
  for (const { keys, clicks } of rows) {
    const id = Number(keys[key])
    clicksOf.set(id, (clicksOf.get(id) ?? 0) + clicks)
  }
  return [...clicksOf]
    .sort(([id, clicks], [otherId, otherClicks]) => otherClicks - clicks || id - otherId)
    .slice(0, MOST_CONTROLS)
    .map(([id]) => id)
}

async function sumBoth(
  ctx: Context,
  { before, after }: Windows,
  question: Omit<SumsQuestion, 'from' | 'to'>,
): Promise<SummedRow[]> {
  return [
    ...(await sumLevel(ctx, { ...question, ...before })),
    ...(await sumLevel(ctx, { ...question, ...after })),
  ]
}

function watched(rows: readonly SummedRow[], { before, after }: Windows): WatchedEntity {
  const ofDays = Map.groupBy(rows, ({ keys }) => String(keys.day))
  const days = (window: Window): Metrics[] =>
    eachDay(window.from, window.to).map((day) => addUp(ofDays.get(day) ?? []))
  return { before: days(before), after: days(after) }
}

/** Of a type and on no budget of the changed ones, and neither applied to from here nor changed in Google meanwhile. */
async function comparableCampaigns(
  ctx: Context,
  customerId: number,
  changed: readonly string[],
  { before, after }: Windows,
): Promise<number[]> {
  const all = await ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  const own = all.filter((one) => changed.includes(String(one.campaignId)))
  const touched = await touchedCampaigns(ctx, customerId, { from: before.from, to: after.to })
  const halved = inExperiments(all)
  return all
    .filter((one) => !own.includes(one) && !halved.has(one.campaignId))
    .filter((one) => own.some(({ channelType }) => one.channelType === channelType))
    .filter(
      (one) => one.budgetId === null || own.every(({ budgetId }) => one.budgetId !== budgetId),
    )
    .filter((one) => !touched.has(String(one.campaignId)))
    .filter((one) => !touched.has(budgetName(one.budgetId)))
    .map((one) => one.campaignId)
}

/** Google does not always say which campaign a budget's change is about. */
const budgetName = (budgetId: number | string | null) => `campaignBudgets/${budgetId}`

const DECISIVE = ['CAMPAIGN', 'CAMPAIGN_BUDGET']

/** Ids of campaigns, those of a card about several as well, and names of budgets; small edits leave a control what it is. */
async function touchedCampaigns(
  ctx: Context,
  customerId: number,
  { from, to }: { from: string; to: string },
): Promise<Set<string>> {
  const applied = await ctx.db
    .select({ body: recommendationApplications.body })
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        ne(recommendationApplications.state, STATE.failed),
        gte(recommendationApplications.appliedAt, new Date(`${from}T00:00:00Z`)),
        lte(recommendationApplications.appliedAt, new Date(`${to}T23:59:59Z`)),
      ),
    )
  const changed = await ctx.db
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        inArray(changeEvents.resourceType, DECISIVE),
        gte(changeEvents.at, from),
        lte(changeEvents.at, `${to} 24`),
      ),
    )
  const weighty = weightyEdits(changed)
  const budgets = weighty.map(({ resourceName }) => resourceName.split('/').slice(-2).join('/'))
  const ids = weighty.flatMap(({ campaignId }) => (campaignId === null ? [] : [String(campaignId)]))
  // Only the engine's own output is stored as a body.
  const cards = applied.map(({ body }) => body as ChangingCard)
  return new Set([...(await changedCampaigns(ctx, customerId, cards)), ...ids, ...budgets])
}

/** What others changed in the same campaigns or ad group meanwhile, oldest first. */
async function otherChanges(
  ctx: Context,
  customerId: number,
  { adGroupId, campaignIds }: EffectPlace,
  windows: Windows,
  ownResources: readonly string[],
) {
  const ids = campaignIds.map(Number)
  const budgets = await ctx.db
    .selectDistinct({ budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(campaigns.campaignId, ids)))
  const ofBudgets = budgets.flatMap(({ budgetId }) =>
    budgetId ? [like(changeEvents.resourceName, `%/${budgetName(budgetId)}`)] : [],
  )
  const ofCampaigns = inArray(changeEvents.campaignId, ids)
  const ofPlace = adGroupId
    ? or(
        eq(changeEvents.adGroupId, Number(adGroupId)),
        and(ofCampaigns, inArray(changeEvents.resourceType, DECISIVE)),
      )
    : ofCampaigns
  const rows = await ctx.db
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        or(ofPlace, ...ofBudgets),
        gte(changeEvents.at, windows.before.from),
        lte(changeEvents.at, `${windows.after.to} 24`),
      ),
    )
    .orderBy(changeEvents.at)
  return rows.filter(({ resourceName }) => !ownResources.includes(resourceName))
}
