import type { OwnChange } from '../contract/changes.ts'
import type { SearchTermRow } from '../contract/entity-lists.ts'

/**
 * Changes made to search terms since the page was opened, so that their rows can say so and take them
 * back: Google's own mark on a term arrives with a later sync.
 */
const changes = new Map<string, OwnChange>()
const listeners = new Set<() => void>()

export function changeOf(row: SearchTermRow): OwnChange | null {
  return changes.get(keyOf(row)) ?? null
}

export function rememberChange(row: SearchTermRow, change: OwnChange): void {
  changes.set(keyOf(row), change)
  for (const notify of listeners) notify()
}

export function forgetChange(changeId: string): void {
  for (const [key, change] of changes) if (change.changeId === changeId) changes.delete(key)
  for (const notify of listeners) notify()
}

export function followTermChanges(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keyOf(row: SearchTermRow): string {
  return `${row.campaign_id} ${row.ad_group_id} ${row.search_term}`
}
