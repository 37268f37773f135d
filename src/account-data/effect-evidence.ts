import { and, eq, inArray } from 'drizzle-orm'
import { addUp } from '#engine/account/measurement.ts'
import type { EarlierWindows } from '#engine/effect/account-effects.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { integer, longDay } from '#shared/spanish-numbers.ts'
import { dayByDay, sumBoth, type Windows } from './both-windows.ts'
import { readCardActs } from './card-edits.ts'
import { describeChange } from './describe-change.ts'
import { type Kind, readDonors } from './donors.ts'
import { readEarlierWindows } from './earlier-windows.ts'
import { withoutParts } from './edited-donors.ts'
import { readCopies } from './experiment-campaigns.ts'
import { readIdleDays } from './idle-days.ts'
import { missedText, readMissedChanges } from './missed-changes.ts'
import { type MovedTraffic, readMovedTraffic } from './moved-traffic.ts'
import type { Account } from './owned-account.ts'
import { readsOf } from './reads-of.ts'
import { type Edit, mostInOne, weightyEdits } from './small-edits.ts'
import type { SummedRow } from './sums.ts'
import { otherChanges } from './touched-campaigns.ts'

/**
 * The smallest thing that a change leaves running: what is paused itself can only fall to nothing. An ad group of one
 * campaign, or whole campaigns that are judged by their sum; at least one.
 */
export type EffectPlace = { adGroupId: string | null; campaignIds: readonly string[] }

type WatchedEntity = {
  before: Metrics[]
  after: Metrics[]
  earlier?: (EarlierWindows | null)[]
  edited?: number
  parts?: number[]
}

/** All an effect is judged by: who was changed, who was not, and what else happened there (Spanish lines). */
export type EffectEvidence = {
  changed: WatchedEntity
  untouched: WatchedEntity[]
  /** What each of the changed campaigns cost in the window before; of an ad group none. */
  campaignCosts: number[]
  /** What the rest of the account got of the changed one's searches. */
  sisters: WatchedEntity[]
  otherChanges: string[]
  /** Of them, those that could have moved traffic, of the campaign that had most; what a card changed at once is one. */
  weightyChanges: number
  /** Of each day after: whether others had stopped it. */
  isIdle: boolean[]
  /** Others changed again what was changed, before the last of those days. */
  isChangedAgain: boolean
  /** Files of the days after do not name it: whether it was shown is not known. */
  isUnlisted: boolean
}

type JudgedChange = {
  place: EffectPlace
  windows: Windows
  /** Resource names of the changes that are being judged. */
  ownResources: readonly string[]
  /** On the account's wall clock, until when what happened to them is these changes themselves; unset: all of their day. */
  madeUntil?: string | undefined
}

export async function readEffectEvidence(
  ctx: Context,
  account: Pick<Account, 'customerId' | 'currencyCode' | 'dataFrom' | 'fileFacts'>,
  question: JudgedChange & {
    /** It was to stop all of the place. */
    isStopped?: boolean
  },
): Promise<EffectEvidence> {
  const { place, windows, ownResources, isStopped } = question
  const { customerId, currencyCode, dataFrom } = account
  const isOfFiles = account.fileFacts !== null
  const moved = await readMovedTraffic(ctx, customerId, place, windows)
  const made = madeAt(question)
  const others = await othersSince(ctx, customerId, question, windows.before.from)
  const asked = { ...question, moved, dataFrom, others }
  const entities = await readWatchedEntities(ctx, customerId, asked)
  const names = await namesOf(ctx, customerId, place)
  const texts = others.map((event) => {
    const name = names.get(event.campaignId) ?? ''
    const { what } = describeChange(event, { currency: currencyCode, name })
    // Not by whom: these lines are kept, and read by clients of a team too.
    return `${longDay(event.at.slice(0, 10))}: ${what}`
  })
  const missed = await readMissedChanges(ctx, customerId, {
    from: windows.before.from,
    to: windows.after.to,
  })
  const known = mostInOne(others, await readCardActs(ctx, customerId, others))
  return {
    ...entities,
    // Nor is what a report leaves out known to be zero of the others.
    untouched: isOfFiles ? entities.untouched.filter(isListedInBoth) : entities.untouched,
    isUnlisted: isOfFiles && !isStopped && !isListed(entities.changed.after),
    sisters: moved.sisters,
    otherChanges: [...countedOnce(texts), ...missed.map(missedText)],
    // What may have been is taken for one more.
    weightyChanges: known + missed.length,
    isChangedAgain: isMostAgain(others, made, ownResources),
  }
}

/** Of several campaigns, to tell which was changed; none of one alone. */
async function namesOf(
  ctx: Context,
  customerId: number,
  { campaignIds }: EffectPlace,
): Promise<Map<number | null, string>> {
  if (campaignIds.length < 2) return new Map()
  const { campaignId: id, name } = campaigns
  const rows = await readsOf(ctx, customerId)
    .select({ id, name })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(id, campaignIds.map(Number))))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The same done to many things at once, of which Google does not say the names, is one line. */
export function countedOnce(texts: readonly string[]): string[] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) =>
    length === 1 ? text : `${text}, ${integer(length)} veces`,
  )
}

const isListed = (days: readonly Metrics[]) => days.some(({ impressions }) => impressions > 0)
const isListedInBoth = ({ before, after }: WatchedEntity) => isListed(before) && isListed(after)

/** Whether others have changed again what was changed, by what Google has told so far: more days would not mend that. */
export async function isChangedAgain(
  ctx: Context,
  customerId: number,
  change: JudgedChange,
): Promise<boolean> {
  const made = madeAt(change)
  const others = await othersSince(ctx, customerId, change, made.from)
  return isMostAgain(others, made, change.ownResources)
}

/** Whether more else was changed there than an effect can be told from, by what Google has told so far. */
export async function hasTooManyChanges(
  ctx: Context,
  customerId: number,
  change: JudgedChange,
): Promise<boolean> {
  const others = await othersSince(ctx, customerId, change, change.windows.before.from)
  const acts = await readCardActs(ctx, customerId, others)
  return mostInOne(others, acts) >= EFFECT_THRESHOLDS.confounderLimit.value
}

/** Whether nothing is left to hold a change against, as far as is known: what was touched in its windows stays so. */
export async function isWithoutControl(
  ctx: Context,
  { customerId, dataFrom, dataTo }: Pick<Account, 'customerId' | 'dataFrom' | 'dataTo'>,
  { place, windows, ownResources }: JudgedChange,
): Promise<boolean> {
  const { before } = windows
  if (!dataFrom || !dataTo || dataFrom > before.from || dataTo < before.to) return false
  const { campaignIds } = place
  // Which ones live on its searches may turn out otherwise by then.
  const moved = { sisters: [], campaignIds: [] }
  const asked = { ...kindOf(place), windows, campaignIds, ownResources, moved }
  return (await readDonors(ctx, customerId, asked)).size === 0
}

/** What else was changed there from that day to the end of the windows. */
function othersSince(ctx: Context, customerId: number, change: JudgedChange, from: Day) {
  const { place, windows, ownResources } = change
  const judged = { resources: ownResources, ...madeAt(change) }
  return otherChanges(ctx, customerId, place, { from, to: windows.after.to }, judged)
}

/** From the day of the change on; what was begun just before midnight may have come to its end after it. */
function madeAt({ windows: { before }, madeUntil }: Pick<JudgedChange, 'windows' | 'madeUntil'>) {
  const madeOn = addDays(before.to, 1)
  return { from: madeOn, until: madeUntil ?? `${addDays(madeOn, 1)} 00:15` }
}

/** More of its parts than this changed again, and what is seen is no longer what it did. */
const MOST_AGAIN = 0.1

function isMostAgain(
  others: readonly (Edit & { at: string })[],
  { until }: { until: string },
  ownResources: readonly string[],
): boolean {
  const own = new Set(ownResources)
  const later = others.filter(({ at }) => at > until)
  const again = new Set(
    weightyEdits(later.filter(({ resourceName }) => own.has(resourceName))).map(
      ({ resourceName }) => resourceName,
    ),
  )
  return again.size > MOST_AGAIN * own.size
}

const kindOf = ({ adGroupId }: EffectPlace): Kind =>
  adGroupId ? { level: 'ad_group', key: 'ad_group_id' } : { level: 'campaign', key: 'campaign_id' }

type WatchedQuestion = {
  place: EffectPlace
  windows: Windows
  ownResources: readonly string[]
  moved: MovedTraffic
  dataFrom: Day | null
  others: readonly Edit[]
}

/** What each of the changed ones cost in the window before. */
function partsOf(
  rows: readonly SummedRow[],
  { before }: Windows,
  key: Kind['key'],
): Map<string, number> {
  const inBefore = rows.filter(({ keys }) => String(keys.day) <= before.to)
  const byId = Map.groupBy(inBefore, ({ keys }) => String(keys[key]))
  return new Map([...byId].map(([id, own]) => [id, addUp(own).costMicros]))
}

/** All that was changed taken together, and those left untouched, day by day in both windows. */
async function readWatchedEntities(
  ctx: Context,
  customerId: number,
  { place, windows, ownResources, moved, dataFrom, others }: WatchedQuestion,
): Promise<Pick<EffectEvidence, 'changed' | 'untouched' | 'campaignCosts' | 'isIdle'>> {
  const { adGroupId, campaignIds } = place
  const kind = kindOf(place)
  // What an experiment shows of a changed campaign is that campaign's.
  const copies = [...(await readCopies(ctx, customerId))]
  const tried = copies.flatMap(([id, base]) => (campaignIds.includes(base) ? [id] : []))
  const own = (adGroupId ? [adGroupId] : [...campaignIds, ...tried]).map(Number)
  const asked = { ...kind, windows, campaignIds, ownResources, moved }
  const donors = await readDonors(ctx, customerId, asked)
  const controls = [...donors.keys()]
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
  const parts = partsOf(changed, windows, kind.key)
  const idle = { ...kind, place, windows, ownResources, others, rows: changed }
  return {
    isIdle: await readIdleDays(ctx, customerId, idle),
    changed: {
      ...dayByDay(changed, windows),
      earlier: earlier.get('changed') ?? [],
      parts: [...parts.values()],
    },
    campaignCosts: adGroupId ? [] : campaignIds.map((id) => parts.get(id) ?? 0),
    untouched: Object.keys(untouched)
      .sort()
      .flatMap((id) => {
        const days = dayByDay(untouched[id] ?? [], windows)
        const rest = withoutParts(days, donors.get(Number(id))!, windows)
        return rest ? [{ ...rest, earlier: earlier.get(id) ?? [] }] : []
      }),
  }
}
