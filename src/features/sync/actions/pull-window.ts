import { and, eq, inArray, sql } from 'drizzle-orm'
import { raiseSyncVersion } from '#account-data/data-version.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { DISPLAY_CHANNELS } from '#platform/google-ads/queries.ts'
import type { DayRange } from '#shared/dates.ts'
import { shortDay } from '#shared/spanish-numbers.ts'
import { FACT_SOURCES } from '../rules/fact-sources.ts'
import { readAhead } from '../rules/read-ahead.ts'
import { clipToNewest } from '../rules/windows.ts'
import { type FactQuestion, readFacts, writeRead } from './pull-facts.ts'
import type { SyncRun } from './sync-run.ts'
import { setSyncState } from './sync-state.ts'

/** Read before their turn; with them a whole group may wait, of some 200 B a row. */
const AHEAD_ROWS = 16_000

export type Progress = {
  /** Rows this run had written before. */
  rowsBefore: number
  /** Put before the name of the step. */
  label: string
  /** 0..1 of the window to 0..1000 of the run. */
  permille: (done: number) => number
  /** Tables to tidy up after the window, given the levels it changed. */
  tidy: (changed: ReadonlySet<string>) => string[]
}

/** Every level over one window; while the database writes, Google's next rows are read. Returns how many were written. */
export async function pullWindow(
  ctx: Context,
  run: SyncRun,
  window: DayRange,
  today: string,
  progress: Progress,
): Promise<number> {
  const { customerId } = run.account
  const touched = new Set<string>()
  let written = 0
  const onDisplay = await hasDisplay(ctx, customerId)
  const questions = FACT_SOURCES.flatMap((source) => {
    const { query, displayQuery } = source
    const days = clipToNewest(window, today, source.days)
    const queries = onDisplay && displayQuery ? [query, displayQuery] : [query]
    return days ? [{ source, queries, days }] : []
  })
  const begins = async ({ source, days }: FactQuestion, index: number) =>
    await setSyncState(ctx, customerId, {
      status: 'running',
      step: `${progress.label}${source.title} · ${shortDay(days.from)} – ${shortDay(days.to)}`,
      fraction: Math.round(progress.permille(index / questions.length)),
      rowsWritten: progress.rowsBefore + written,
    })
  try {
    const reads = readFacts(run, questions, begins)
    for await (const read of readAhead(reads, ({ group }) => group.rows.length, AHEAD_ROWS)) {
      await run.safePoint()
      const rows = await writeRead(ctx, customerId, read)
      if (rows > 0) touched.add(read.source.level)
      written += rows
    }
  } catch (error) {
    // Committed groups stay, so what was cached of them must not.
    await raiseSyncVersion(ctx, customerId)
    throw error
  }
  if (written > 0) await ctx.storage.maintain(progress.tidy(touched), customerId)
  await ctx.db.execute(sql`
    update sync_states set rows_written = ${progress.rowsBefore + written}
    where customer_id = ${customerId}`)
  return written
}

/** Of removed campaigns the past is read as well. */
async function hasDisplay(ctx: Context, customerId: number): Promise<boolean> {
  const { customerId: owner, channelType } = campaigns
  const found = await ctx.db
    .select({ id: campaigns.campaignId })
    .from(campaigns)
    .where(and(eq(owner, customerId), inArray(channelType, DISPLAY_CHANNELS)))
    .limit(1)
  return found.length > 0
}

export function tablesOf(levels: Iterable<string>): string[] {
  return [...levels].flatMap((level) => [
    `${level}_day`,
    `${level}_month`,
    // Its texts come with its facts.
    ...(level === 'search_term' ? ['search_terms'] : []),
  ])
}
