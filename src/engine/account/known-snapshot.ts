import type { FactLevel } from './coverage.ts'
import { COLUMNS, type Column, type Sums } from './known-figures.ts'
import type { AccountSnapshot, WholeSnapshot } from './snapshot.ts'

/**
 * The snapshot with these figures readable, or null where its source did not give some of them. All that reads figures
 * has passed here, or through the needs of its rule, which ask the same.
 */
export function withKnown<Level extends FactLevel, Known extends Column>(
  snapshot: AccountSnapshot,
  levels: readonly Level[],
  columns: readonly Known[],
): AccountSnapshot<Level, Known> | null {
  const isMissing = missingLevel(snapshot, levels) ?? missingColumn(snapshot, columns)
  // Both have been looked at.
  return isMissing === undefined ? (snapshot as AccountSnapshot<Level, Known>) : null
}

export function missingLevel(
  { coverage }: AccountSnapshot,
  levels: readonly FactLevel[],
): FactLevel | undefined {
  return coverage && levels.find((level) => !coverage[level])
}

export function missingColumn(
  { knownColumns }: AccountSnapshot,
  columns: readonly Column[],
): Column | undefined {
  return knownColumns && columns.find((column) => !knownColumns.includes(column))
}

/** Where every figure is known, as of an account read from Google. */
export function wholeOf(snapshot: AccountSnapshot): WholeSnapshot | null {
  return withKnown(snapshot, LEVELS, COLUMNS)
}

/** What stands where nothing is known is taken away: a 0 among the rows would be taken for one that was counted. */
export function withoutUnknown(snapshot: AccountSnapshot): AccountSnapshot {
  if (wholeOf(snapshot)) return snapshot
  const { campaigns, keywords, searchTerms, accountDays } = snapshot
  const kept = (level: FactLevel) =>
    missingLevel(snapshot, [level]) ? [] : (snapshot.knownColumns ?? COLUMNS)
  return {
    ...snapshot,
    campaigns: campaigns.map((row) => ({ ...row, sums: only(kept('campaign'), row.sums) })),
    keywords: keywords.map((row) => ({ ...row, sums: only(kept('keyword'), row.sums) })),
    searchTerms: searchTerms.map((row) => ({ ...row, sums: only(kept('searchTerm'), row.sums) })),
    accountDays: accountDays.map(({ day, ...sums }) => ({ day, ...only(kept('account'), sums) })),
  }
}

const LEVELS: readonly FactLevel[] = ['account', 'campaign', 'keyword', 'searchTerm']

function only(columns: readonly Column[], sums: Sums): Sums {
  return Object.fromEntries(columns.map((column) => [column, sums[column]]))
}
