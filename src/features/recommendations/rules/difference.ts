import { readable } from '#engine/findings/readable.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { STATUS, type Status } from '#shared/change-states.ts'
import { isTriedAlready, type MeasuredWorse } from './measured-worse.ts'
import { onTheirPages } from './moved-pages.ts'
import { hasGrown, type Strength, strengthOf } from './strength.ts'

export type Known = {
  id: string
  fingerprint: string
  status: Status
  /** What it would change, as changesOf() tells; of pending ones. */
  changes: readonly string[]
  createdAt: Date
  /** Null: it never came back. */
  returnedAt: Date | null
  /** Of a closed one: since when it is. */
  updatedAt: Date
  /** When it was put away; null if it never was. */
  dismissedEvidence: Strength | null
  /** An applied one that shows up again after this instant is a new problem; null: not applied, or half of it is still in hand. */
  settledUntil: Date | null
  /** Null: its last verdict, if any, was another one. */
  worse: MeasuredWorse | null
}

export type Difference = {
  /** New problems, never seen before. */
  added: Analysed[]
  /** Known ones seen again: the card is renewed, id and history stay. */
  renewed: { known: Known; analysed: Analysed }[]
  /** Pending ones whose problem is no longer there. */
  vanished: { id: string }[]
  /** Settings for which there is no room beside what is to be decided. */
  waiting: { known: Known | undefined; analysed: Analysed }[]
  /** Found again, and not proposed: this very change was measured, and lost. */
  triedAlready: { known: Known; analysed: Analysed }[]
}

/**
 * What the user has decided holds: applied until it was measured, dismissed until the evidence has grown; it takes no room either.
 * `found` in turn.
 */
export function differenceOf(
  known: readonly Known[],
  found: readonly Analysed[],
  now: Date,
): Difference {
  const analysed = onTheirPages(known, found, now)
  const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]))
  const seen = new Set(analysed.map(({ fingerprint }) => fingerprint))
  const rowOf = ({ fingerprint }: Analysed) => byFingerprint.get(fingerprint)
  const again = (some: readonly Analysed[]) =>
    some.flatMap((one) => {
      const row = rowOf(one)
      return row ? [{ known: row, analysed: one }] : []
    })
  const isTried = (one: Analysed) => isTriedAlready(rowOf(one)?.worse ?? null, one)
  const undecided = analysed.filter((one) => {
    const row = rowOf(one)
    return !row || (!isTried(one) && mayReturn(row, one, now))
  })
  const page = readable(undecided, (one) => rowOf(one)?.status === STATUS.pending)
  return {
    added: page.now.filter((one) => !rowOf(one)),
    renewed: again(page.now),
    triedAlready: again(analysed.filter(isTried)),
    waiting: page.waiting.map((one) => ({ known: rowOf(one), analysed: one })),
    vanished: known
      .filter((row) => row.status === STATUS.pending && !seen.has(row.fingerprint))
      .map(({ id }) => ({ id })),
  }
}

/** What is away for less is on the verge of being found, and was told. */
const GONE_MS = 7 * 86_400_000

/** When a renewed one last came back. */
export function returnedAtOf({ status, returnedAt, updatedAt }: Known, now: Date): Date | null {
  if (status === STATUS.pending) return returnedAt
  const isBarelyGone = status === STATUS.closed && now.getTime() - updatedAt.getTime() < GONE_MS
  return isBarelyGone ? returnedAt : now
}

function mayReturn(row: Known, analysed: Analysed, now: Date): boolean {
  if (row.status === STATUS.applying) return false
  if (row.status === STATUS.applied) return row.settledUntil !== null && row.settledUntil <= now
  if (row.status !== STATUS.dismissed) return true
  return row.dismissedEvidence === null || hasGrown(row.dismissedEvidence, strengthOf(analysed))
}
