import type { DayRange } from '#shared/dates.ts'
import type { FileFacts, FileLevel, LevelFacts } from '#shared/file-facts.ts'
import type { Windows } from './both-windows.ts'
import type { Account } from './owned-account.ts'

/** Levels that advice rests on, the one that all others are held against first. */
const JUDGED: FileLevel[] = ['campaign', 'search_term', 'keyword']

/**
 * The days that an account's files can be judged over together, and the levels known of exactly those: figures of a
 * whole period cannot be cut, and beside other days they would give false rates.
 */
export function fileWindow(facts: FileFacts): { window: DayRange; levels: FileLevel[] } | null {
  const candidates = JUDGED.flatMap((level) => facts[level] ?? []).map((window) => ({
    window: { from: window.from, to: window.to },
    levels: (Object.keys(facts) as FileLevel[]).filter((level) => speaksOf(facts[level], window)),
  }))
  const [best = null] = candidates.toSorted((a, b) => judged(b.levels) - judged(a.levels))
  return best
}

function judged(levels: readonly FileLevel[]): number {
  return JUDGED.filter((level) => levels.includes(level)).length
}

function speaksOf(facts: LevelFacts | undefined, window: DayRange): boolean {
  if (!facts) return false
  if (facts.from === window.from && facts.to === window.to) return true
  return facts.step === 'day' && facts.from <= window.from && facts.to >= window.to
}

/**
 * Whether the days of both windows are known one by one, as far as that hangs on the files of an account; a sync tells its own, and
 * of the demonstration's all are known.
 */
export function areDaysTold(
  { fileFacts }: Pick<Account, 'fileFacts'>,
  level: FileLevel,
  { before, after }: Windows,
): boolean {
  if (!fileFacts) return true
  const facts = fileFacts[level]
  return facts?.step === 'day' && facts.from <= before.from && facts.to >= after.to
}
