import { eq, sql } from 'drizzle-orm'
import {
  type Coverage,
  coverageOf,
  type Exposure,
  type FactLevel,
  type LevelCoverage,
  type Reading,
  readingOf,
} from '#engine/account/coverage.ts'
import type { KeptInventory, KeptPart } from '#engine/account/kept-inventory.ts'
import { analysisWindow } from '#engine/account/window.ts'
import type { Context } from '#platform/context.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { addDays, type Day, type DayRange, dayInZone, daysInRange } from '#shared/dates.ts'
import type { FileFacts, FileLevel } from '#shared/file-facts.ts'
import type { Metrics } from '#shared/metrics.ts'
import { fileWindow } from '../file-window.ts'
import { historyDaysOfAccount } from '../history-days.ts'
import { loadLagCurve } from '../load-lag-curve.ts'
import type { Account } from '../owned-account.ts'
import { readsOf } from '../reads-of.ts'

/** The days known of a connected account. A window of the sync is finished for all levels at once. */
export async function loadCoverage(
  ctx: Context,
  { customerId, timeZone, lastSyncedAt }: Account,
  today: Day,
): Promise<LevelCoverage> {
  const { rows } = await readsOf(ctx, customerId).execute(sql`
    select
      (select backfilled_from::text from sync_states where customer_id = ${customerId}) as read_from,
      (select min(day)::text from account_day where customer_id = ${customerId}) as first_day,
      (select max(day)::text from account_day where customer_id = ${customerId}) as last_day`)
  const [row] = rows as Record<'read_from' | 'first_day' | 'last_day', Day | null>[]
  const readFrom = row?.read_from ?? null
  const firstDay = row?.first_day ?? null
  const synced = lastSyncedAt && dayInZone(lastSyncedAt, timeZone)
  return coverageOf(
    {
      readFrom,
      readTo: synced ?? row?.last_day ?? null,
      firstActiveDay: firstDay,
      historyFrom: addDays(today, 1 - (await historyDaysOfAccount(ctx, customerId))),
    },
    today,
  )
}

/** While the newest days are read for the first time, no level is known of any day. */
export async function isFirstReading(ctx: Context, customerId: number): Promise<boolean> {
  const [state] = await readsOf(ctx, customerId)
    .select({ recentReady: syncStates.recentReady })
    .from(syncStates)
    .where(eq(syncStates.customerId, customerId))
  return state !== undefined && state.recentReady === 0
}

/** How far the reading of an account has come; null once all that an analysis looks at is there. */
export async function loadReading(ctx: Context, account: Account): Promise<Reading | null> {
  if (account.source !== 'google' || account.disconnectedAt) return null
  const { customerId, timeZone } = account
  const today = dayInZone(ctx.clock.now(), timeZone)
  const lagCurve = await loadLagCurve(ctx, account)
  if (!(await isFirstReading(ctx, customerId)))
    return readingOf(await loadCoverage(ctx, account, today), lagCurve)
  const { from } = analysisWindow(today, lagCurve)
  return { daysKnown: 0, daysWanted: daysInRange(from, today) }
}

/** The engine's levels by those of the files. */
const LEVELS: Partial<Record<FileLevel, FactLevel>> = {
  account: 'account',
  campaign: 'campaign',
  keyword: 'keyword',
  search_term: 'searchTerm',
}

/** Of an account made of files: the levels that can be judged together, and the figures that all of them give. */
export function fileFactsKnown(facts: FileFacts): {
  coverage: Coverage
  knownColumns: (keyof Metrics)[]
} {
  const judged = fileWindow(facts)
  const levels = judged?.levels ?? []
  const coverage = levels.flatMap((level) => {
    const name = LEVELS[level]
    return name && judged ? [[name, { ...judged.window, isComplete: true }]] : []
  })
  const [first, ...others] = levels.map((level) => facts[level]?.columns ?? [])
  return {
    coverage: Object.fromEntries(coverage),
    knownColumns: (first ?? []).filter((column) => others.every((one) => one.includes(column))),
  }
}

/** All levels of a connected account reach equally far. */
export function everyLevel(one: LevelCoverage): Coverage {
  return { account: one, campaign: one, keyword: one, searchTerm: one, split: one }
}

/** Google sums these over the whole window of an analysis, however few of its days were read. */
const SUMMED_AT_GOOGLE: ReadonlySet<KeptPart> = new Set<KeptPart>([
  'firstPlaces',
  'networks',
  'demographics',
  'placements',
  'landingPages',
  'locationMatches',
  'aiMaxTerms',
])

/** Sums of 90 days beside a window of 24 would look like 24 days' worth: unknown until the history is read. */
export function withoutForeignSums<Kept extends Partial<KeptInventory>>(kept: Kept): Kept {
  const parts = Object.entries(kept).filter(([part]) => !SUMMED_AT_GOOGLE.has(part as KeptPart))
  // Every part of a kept inventory may be absent.
  return Object.fromEntries(parts) as Kept
}

/** Of every campaign that was shown in the window: on how many days, and the first and last of them. */
export async function loadExposures(
  ctx: Context,
  customerId: number,
  window: DayRange,
): Promise<Map<string, Exposure>> {
  const { rows } = await readsOf(ctx, customerId).execute(sql`
    select campaign_id, count(distinct day)::int as days, min(day)::text as first, max(day)::text as last
    from campaign_day
    where customer_id = ${customerId} and day between ${window.from} and ${window.to} and impressions > 0
    group by campaign_id`)
  return new Map(
    (rows as Record<string, string | number>[]).map((row) => [
      String(row.campaign_id),
      { servedDays: Number(row.days), from: String(row.first), to: String(row.last) },
    ]),
  )
}
