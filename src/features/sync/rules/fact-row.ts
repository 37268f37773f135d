import type { Level } from '#platform/db/levels.ts'
import { LEVELS } from '#platform/db/levels.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { type Day, daysInRange, startOfMonth } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'

type Metrics = NonNullable<AdsRow['metrics']>

/** One entity's sums of one day; `keys` and `sums` in the order of `keysOf` and `sumsOf`. */
export type FactRow = { day: Day; keys: readonly number[]; sums: readonly number[] }

/**
 * Sums of a row of Google's in table order, or null where nothing happened. Each list is written out as long as it is: one that is put
 * together takes the room of 25 numbers, and of a large account 100,000 are held.
 */
export function sumsOfRow(level: Level, { metrics = {} }: AdsRow): number[] | null {
  const impressions = count(metrics.impressions)
  const clicks = count(metrics.clicks)
  const cost = count(metrics.costMicros)
  const conversions = micros(metrics.conversions)
  const value = micros(metrics.conversionsValue)
  const hasAll = 'allConversions' in LEVELS[level]
  const all = hasAll ? micros(metrics.allConversions) : 0
  if (!(impressions || clicks || cost || conversions || value || all)) return null
  if (!LEVELS[level].share) return [impressions, clicks, cost, conversions, value]
  const [eligible, toBudget, toRank] = shareSums(impressions, metrics)
  return hasAll
    ? [impressions, clicks, cost, conversions, value, eligible, toBudget, toRank, all]
    : [impressions, clicks, cost, conversions, value, eligible, toBudget, toRank]
}

/** What is no number counts as none: one odd cell must not keep a whole account from being synced. */
function count(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

function micros(amount: unknown): number {
  return Math.round(count(amount) * MICROS)
}

/**
 * Eligible impressions = impressions / share, so that ranges and groups add up. Google censors shares: 0.0999
 * says 'under 10 %' and 0.9001 'over 90 %'; they are taken as they are, for want of anything better.
 * Below campaigns Google gives no share lost to budget: it is what share and rank leave of the whole.
 */
function shareSums(impressions: number, metrics: Metrics): [number, number, number] {
  const share = count(metrics.searchImpressionShare)
  if (share <= 0) return [0, 0, 0]
  const eligible = Math.round(impressions / share)
  const lostToRank = Math.round(eligible * count(metrics.searchRankLostImpressionShare))
  const budgetShare = metrics.searchBudgetLostImpressionShare ?? undefined
  const lostToBudget =
    budgetShare === undefined
      ? Math.max(0, eligible - impressions - lostToRank)
      : Math.round(eligible * count(budgetShare))
  return [eligible, lostToBudget, lostToRank]
}

/**
 * Sorted by day, then by key columns from left to right: the order in which tables are read. Rows of one
 * key become one: Google splits some finer than we do (a term by match type, a region by kind of presence).
 */
export function sortAndAddUp(rows: readonly FactRow[]): FactRow[] {
  if (isAscending(rows)) return [...rows]
  const whole: FactRow[] = []
  // Of the last one, where it is made of several.
  let added: number[] | null = null
  for (const row of rows.toSorted(compareFacts)) {
    const last = whole.at(-1)
    if (!last || compareFacts(last, row) !== 0) {
      whole.push(row)
      added = null
      continue
    }
    if (!added) {
      added = [...last.sums]
      whole[whole.length - 1] = { ...last, sums: added }
    }
    addTo(added, row.sums)
  }
  return whole
}

/** As Google often answers: to look takes a third of sorting what is sorted. */
function isAscending(rows: readonly FactRow[]): boolean {
  for (let i = 1; i < rows.length; i++) if (compareFacts(rows[i - 1]!, rows[i]!) >= 0) return false
  return true
}

type AddedRow = FactRow & { sums: number[] }

/** Sums by month and entity, filed under the first of the month, in the order of `sortAndAddUp`. */
export function addUpMonths(rows: readonly FactRow[]): FactRow[] {
  const firsts = new Map<Day, Day>()
  const byPrint = new Map<number, AddedRow[]>()
  for (const row of rows) {
    const month = firsts.get(row.day) ?? startOfMonth(row.day)
    firsts.set(row.day, month)
    const print = printOf(row.keys)
    const alike = byPrint.get(print)
    const known = alike?.find((one) => one.day === month && hasKeys(one, row.keys))
    if (known) addTo(known.sums, row.sums)
    else {
      const first = { day: month, keys: row.keys, sums: [...row.sums] }
      if (alike) alike.push(first)
      else byPrint.set(print, [first])
    }
  }
  return [...byPrint.values()].flat().toSorted(compareFacts)
}

/** 32 bits, the same for the same keys. */
function printOf(keys: readonly number[]): number {
  let print = 0
  for (const key of keys) print = (Math.imul(print, 31) + key) | 0
  return print
}

function hasKeys(row: FactRow, keys: readonly number[]): boolean {
  return row.keys.every((key, i) => key === keys[i])
}

function addTo(sums: number[], more: readonly number[]): void {
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (more[i] ?? 0)
}

function compareFacts(a: FactRow, b: FactRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  for (let i = 0; i < a.keys.length; i++) {
    const difference = (a.keys[i] ?? 0) - (b.keys[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** How far a day lies behind the first of its range, 0-based. */
export function dayOffset(from: Day, day: Day): number {
  return daysInRange(from, day) - 1
}
