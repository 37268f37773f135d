import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { STATUS, type Status } from '#shared/change-states.ts'

/** How strong the evidence was; money in micros. */
export type Strength = { expectedValueMicros: number; costMicros: number; probability: number }

export type Known = {
  id: string
  fingerprint: string
  status: Status
  createdAt: Date
  /** When it was put away; null if it never was. */
  dismissedEvidence: Strength | null
  /** An applied one that shows up again after this instant is a new problem; null: not applied. */
  settledUntil: Date | null
}

export type Difference = {
  /** New problems, never seen before. */
  added: Analysed[]
  /** Known ones seen again: the card is renewed, id and history stay. */
  renewed: { known: Known; analysed: Analysed }[]
  /** Pending ones whose problem is no longer there. */
  vanished: { id: string }[]
}

/** What the user has decided holds: applied until it was measured, dismissed until the evidence has grown. */
export function differenceOf(
  known: readonly Known[],
  analysed: readonly Analysed[],
  now: Date,
): Difference {
  const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]))
  const seen = new Set(analysed.map(({ fingerprint }) => fingerprint))
  return {
    added: analysed.filter(({ fingerprint }) => !byFingerprint.has(fingerprint)),
    renewed: analysed.flatMap((one) => {
      const row = byFingerprint.get(one.fingerprint)
      return row && mayReturn(row, one, now) ? [{ known: row, analysed: one }] : []
    }),
    vanished: known
      .filter((row) => row.status === STATUS.pending && !seen.has(row.fingerprint))
      .map(({ id }) => ({ id })),
  }
}

function mayReturn(row: Known, analysed: Analysed, now: Date): boolean {
  if (row.status === STATUS.applying) return false
  if (row.status === STATUS.applied) return row.settledUntil !== null && row.settledUntil <= now
  if (row.status !== STATUS.dismissed) return true
  return row.dismissedEvidence === null || hasGrown(row.dismissedEvidence, strengthOf(analysed))
}

/** Own choice: half as much again is news. */
const GROWTH = 1.5

function hasGrown(then: Strength, now: Strength): boolean {
  if (now.probability < then.probability) return false
  const grew = (before: number, after: number) => after > 0 && after >= before * GROWTH
  return (
    grew(then.expectedValueMicros, now.expectedValueMicros) || grew(then.costMicros, now.costMicros)
  )
}

/** `costMicros`: what the card says was spent; 0 where it names no cost. */
export function strengthOf({ expectedValueMicros, probability, evidence }: Analysed): Strength {
  const cost = evidence.figures.find(({ key }) => key === 'cost')?.value
  return { expectedValueMicros, costMicros: Number(cost ?? 0), probability }
}
