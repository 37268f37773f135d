import { eq } from 'drizzle-orm'
import { addUp } from '#engine/account/measurement.ts'
import type { EarlierWindows } from '#engine/effect/account-effects.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { type Day, eachDay } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { describeChange } from './describe-change.ts'
import { readEarlierWindows } from './earlier-windows.ts'
import { inExperiments, readCopies } from './experiment-campaigns.ts'
import { type MovedTraffic, readMovedTraffic } from './moved-traffic.ts'
import { readsOf } from './reads-of.ts'
import { weightyEdits } from './small-edits.ts'
import { type SummedRow, type SumsQuestion, sumLevel } from './sums.ts'
import { budgetName, otherChanges, touchedCampaigns } from './touched-campaigns.ts'

/**
 * The smallest thing that a change leaves running: what is paused itself can only fall to nothing. An ad group of one
 * campaign, or whole campaigns that are judged by their sum; at least one.
 */
export type EffectPlace = { adGroupId: string | null; campaignIds: readonly string[] }

type Window = { from: Day; to: Day }
/** Both ends included, in the account's time zone. */
type Windows = { before: Window; after: Window }
type WatchedEntity = {
  before: Metrics[]
  after: Metrics[]
  earlier?: (EarlierWindows | null)[]
}

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
  account: { customerId: number; currencyCode: string; dataFrom: Day | null },
  question: { place: EffectPlace; windows: Windows; ownResources: readonly string[] },
): Promise<EffectEvidence> {
  const { place, windows, ownResources } = question
  const { customerId, currencyCode, dataFrom } = account
  const moved = await readMovedTraffic(ctx, customerId, place, windows)
  const entities = await readWatchedEntities(ctx, customerId, { place, windows, moved, dataFrom })
  const others = await otherChanges(
    ctx,
    customerId,
    place,
    { from: windows.before.from, to: windows.after.to },
    ownResources,
  )
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

type WatchedQuestion = {
  place: EffectPlace
  windows: Windows
  moved: MovedTraffic
  dataFrom: Day | null
}

/** All that was changed taken together, and those left untouched, day by day in both windows. */
async function readWatchedEntities(
  ctx: Context,
  customerId: number,
  { place, windows, moved, dataFrom }: WatchedQuestion,
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
  const { before } = windows
  const question = { ...kind, own, controls, place, before, dataFrom }
  const earlier = await readEarlierWindows(ctx, customerId, question)
  const { changed = [], ...untouched } = Object.groupBy(rows, ({ keys }) => {
    const id = keys[kind.key]
    return own.includes(Number(id)) ? 'changed' : String(id)
  })
  return {
    changed: { ...watched(changed, windows), earlier: earlier.get('changed') ?? [] },
    untouched: Object.keys(untouched)
      .sort()
      .map((id) => ({
        ...watched(untouched[id] ?? [], windows),
        earlier: earlier.get(id) ?? [],
      })),
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
  const all = await readsOf(ctx, customerId)
    .select()
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
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
