import { keysOf, sumsOf } from '#platform/db/levels.ts'
import { type Day, startOfMonth } from '#shared/dates.ts'
import { type FactStep, FILE_LEVELS, type FileFacts, type FileLevel } from '#shared/file-facts.ts'
import type { Metrics } from '#shared/metrics.ts'
import { type Batch, batchesOf, type Column } from './batches.ts'
import { accountSums, sourcesOf } from './choose-sources.ts'
import type { KnownIds } from './entity-names.ts'
import { fileFactsOf } from './file-facts.ts'
import { type Entities, ID_NAMES, type PlacedIds, placeRows } from './place-rows.ts'
import type { StoredReport } from './stored-report.ts'

/** All that an account made of files holds, ready to be written. */
export type AssembledAccount = {
  /** Made as they are asked for, once. */
  batches: Iterable<Batch>
  /** Of the whole account; each level has its own in `fileFacts`. */
  granularity: FactStep
  fileFacts: FileFacts
  dataFrom: Day
  dataTo: Day
  /** Names of campaigns that the newest campaign report lacks. */
  unseenCampaigns: string[]
}

/** Puts an account together from all its files, oldest first; the same uploads give the same account. */
export function assembleAccount(
  customerId: number,
  reports: readonly StoredReport[],
  known: KnownIds,
): AssembledAccount {
  const { entities, placed, unseenCampaigns } = placeRows(customerId, reports, known)
  const fileFacts = fileFactsOf(reports)
  return {
    batches: batchesOfAll(entities, reports, placed),
    granularity: fileFacts.account?.step ?? 'period',
    fileFacts,
    dataFrom: fileFacts.account?.from ?? '',
    dataTo: fileFacts.account?.to ?? '',
    unseenCampaigns,
  }
}

function* batchesOfAll(
  entities: Entities,
  reports: readonly StoredReport[],
  placed: Map<string, PlacedIds>,
): Generator<Batch> {
  yield* entityBatches(entities)
  for (const level of FILE_LEVELS) yield* factBatches(level, factsOf(level, reports, placed))
}

type Fact = Metrics & { day: Day; keys: number[] }

function* factsOf(
  level: FileLevel,
  reports: readonly StoredReport[],
  placed: Map<string, PlacedIds>,
): Generator<Fact> {
  const keys = keysOf(level).map((key) => ID_NAMES.findIndex((name) => name === key))
  for (const { report, uses } of sourcesOf(level, reports)) {
    if (level === 'account') {
      for (const [day, sums] of accountSums(report))
        if (uses(day) && hasTraffic(sums)) yield { day, ...sums, keys: [] }
      continue
    }
    const ids = placed.get(report.id) ?? []
    for (const [i, row] of report.parsed.rows.entries()) {
      const { day = report.span.to } = row
      if (!uses(day) || !hasTraffic(row)) continue
      yield factOf(
        row,
        day,
        keys.map((key) => ids[i * ID_NAMES.length + key] ?? 0),
      )
    }
  }
}

function factOf(sums: Metrics, day: Day, keys: number[]): Fact {
  const { impressions, clicks, costMicros, conversionsMicros, valueMicros } = sums
  return { day, keys, impressions, clicks, costMicros, conversionsMicros, valueMicros }
}

function* factBatches(level: FileLevel, facts: Iterable<Fact>): Generator<Batch> {
  const columns = (grain: 'day' | 'month'): Column[] => [
    { name: grain, type: 'date' },
    ...[...keysOf(level), ...sumsOf(level)].map((name) => ({ name, type: 'bigint' as const })),
  ]
  const cells = (fact: Fact) => [fact.day, ...fact.keys, ...sumCells(level, fact)]
  const days = addedUp(facts)
  yield* batchesOf(`${level}_day`, columns('day'), days, cells)
  const months = addedUp(inMonths(days))
  yield* batchesOf(`${level}_month`, columns('month'), months, cells)
}

/** The same facts, no longer needed by day. */
function* inMonths(days: Iterable<Fact>): Generator<Fact> {
  for (const fact of days) {
    fact.day = startOfMonth(fact.day)
    yield fact
  }
}

/** One row per day and entity, in the order in which the tables are read. The facts given are used up. */
function addedUp(facts: Iterable<Fact>): Fact[] {
  const sorted = [...facts].sort(inTableOrder)
  let kept = 0
  for (const fact of sorted) {
    const last = sorted[kept - 1]
    if (kept > 0 && last && inTableOrder(last, fact) === 0) add(fact, last)
    else sorted[kept++] = fact
  }
  sorted.length = kept
  return sorted
}

function add(fact: Fact, to: Fact): void {
  to.impressions += fact.impressions
  to.clicks += fact.clicks
  to.costMicros += fact.costMicros
  to.conversionsMicros += fact.conversionsMicros
  to.valueMicros += fact.valueMicros
}

function inTableOrder(a: Fact, b: Fact): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  const i = a.keys.findIndex((key, at) => key !== b.keys[at])
  return i === -1 ? 0 : (a.keys[i] ?? 0) - (b.keys[i] ?? 0)
}

/** In the order of `sumsOf`; files give no impressions lost that could be added up. */
function sumCells(level: FileLevel, fact: Metrics): number[] {
  const { impressions, clicks, costMicros, conversionsMicros, valueMicros } = fact
  const cells = [impressions, clicks, costMicros, conversionsMicros, valueMicros]
  return [...cells, ...Array<number>(sumsOf(level).length - cells.length).fill(0)]
}

function hasTraffic(sums: Metrics): boolean {
  const { impressions, clicks, costMicros, conversionsMicros, valueMicros } = sums
  return (impressions || clicks || costMicros || conversionsMicros || valueMicros) !== 0
}

const ENTITY_COLUMNS: Record<keyof Entities, Record<string, Column['type']>> = {
  campaigns: {
    campaign_id: 'bigint',
    name: 'text',
    status: 'text',
    channel_type: 'text',
    budget_micros: 'bigint',
  },
  ad_groups: { ad_group_id: 'bigint', campaign_id: 'bigint', name: 'text', status: 'text' },
  keywords: {
    ad_group_id: 'bigint',
    criterion_id: 'bigint',
    campaign_id: 'bigint',
    text: 'text',
    match_type: 'text',
    status: 'text',
    quality_score: 'integer',
    final_urls: 'jsonb',
  },
  search_terms: {
    ad_group_id: 'bigint',
    term_id: 'bigint',
    campaign_id: 'bigint',
    text: 'text',
    status: 'text',
  },
}

function* entityBatches(entities: Entities): Generator<Batch> {
  for (const table of Object.keys(ENTITY_COLUMNS) as (keyof Entities)[]) {
    const columns = Object.entries(ENTITY_COLUMNS[table]).map(([name, type]) => ({ name, type }))
    const cellsOf = (entity: Entities[typeof table][number]) =>
      columns.map(({ name }) => entity[name] ?? null)
    yield* batchesOf(table, columns, entities[table], cellsOf)
    // Written, and as much memory as the facts that follow.
    entities[table] = []
  }
}
