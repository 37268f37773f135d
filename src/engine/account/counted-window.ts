import { type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  type CountingChange,
  type CountingFacts,
  countingChanges,
  sinceOf,
} from './counting-changes.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** Of a window the newest days, which count as today's do, where they are enough to judge by; else all of it. What no count shows costs none. */
export function countedAlike(snapshot: CountingFacts, window: DayRange): DayRange {
  const days = (from: Day) => (from <= window.to ? daysInRange(from, window.to) : 0)
  const from = countingChanges(snapshot)
    .filter((change) => change.kind !== 'setting' || change.hasMoved)
    .map(sinceOf)
    .filter((since) => since > window.from && days(since) >= THRESHOLDS.countedAlikeDays.value)
    .reduce((last, since) => (since > last ? since : last), window.from)
  return { ...window, from }
}

/** What is to be said of figures over the window: days that count otherwise were left out, are in them, or are all that is in them. */
export type CountingNote = { change: CountingChange; days: 'left-out' | 'mixed' | 'before' }

export function countingNotes(snapshot: AccountSnapshot): CountingNote[] {
  const { from, to } = snapshot.window
  return countingChanges(snapshot).flatMap((change): CountingNote[] => {
    const since = sinceOf(change)
    if (since < from) return []
    if (since === from) return [{ change, days: 'left-out' }]
    return [{ change, days: change.on > to ? 'before' : 'mixed' }]
  })
}
