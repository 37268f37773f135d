import type { QueryClient } from '@tanstack/react-query'
import type { InboxRow } from '../../contract/inbox.ts'
import { STATUS_WORDS } from '../../contract/wire-words.ts'

/** What the row says of itself until the list is read again; 'open': sent, and not known yet whether it was done. */
export type Mark = { state: 'sending' | 'done' | 'refused' | 'open'; text: string }

const STILL_APPLYING =
  'Google Ads todavía no ha dicho si está hecho. Lo comprobamos y aquí se verá; no lo envíes otra vez.'

/** Also what is being applied from elsewhere, or was when this page was last left. */
export function markOf(marks: ReadonlyMap<string, Mark>, { id, estado }: InboxRow) {
  const mark = marks.get(id)
  if (mark || estado !== STATUS_WORDS.applying) return mark
  return { state: 'open', text: STILL_APPLYING } satisfies Mark
}

/** Nothing can be decided about it now: a second press could be a second change. */
export function isHeld(mark: Mark | undefined): boolean {
  return mark !== undefined && mark.state !== 'refused'
}

/** Where a decision leaves its traces: in the rows, in what was read, and as the way back. */
export type Desk = {
  client: QueryClient
  /** Null: the row says nothing of itself any more. */
  mark: (ids: readonly string[], mark: Mark | null) => void
  setUndo: (undo: (() => void) | null) => void
}

/** A row with what was seen of it when it was pressed: the lists may be read again before it is sent. */
export type Pressed = Pick<InboxRow, 'id' | 'visto'>
