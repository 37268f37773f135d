import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { OFFLINE_TEXT } from '#kit/api-error.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import { getInbox, type InboxRow } from '../../contract/inbox.ts'
import { STATUS_WORDS } from '../../contract/wire-words.ts'
import { useOtherTabs } from './other-tabs.ts'

/** Fetched with the first evidence that is opened, for the list is read more often than decided. */
export const loadDecisions = () => import('./send-decisions.ts')

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

const INBOX_KEY = queryOf(getInbox, {}).queryKey
const SENDING = { apply: 'Aplicando...', snooze: 'Posponiendo...', dismiss: 'Descartando...' }

/** Decides one or many; their rows say so at once. */
export function useDeeds() {
  const client = useQueryClient()
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const undo = useRef<(() => void) | null>(null)
  const mark = useCallback((ids: readonly string[], next: Mark | null) => {
    setMarks((all) => {
      const copy = new Map(all)
      for (const id of ids) next ? copy.set(id, next) : copy.delete(id)
      return copy
    })
  }, [])
  // Rows decided elsewhere say so, and leave with the list that is read then: one that comes back later is as new.
  useOtherTabs(async ({ ids, text }) => {
    if (text) mark(ids, { state: 'done', text })
    await invalidateData(client)
    if (client.getQueryState(INBOX_KEY)?.status !== 'error') mark(ids, null)
  })
  const setUndo = (back: (() => void) | null) => {
    undo.current = back
  }
  const decide = (deed: keyof typeof SENDING) => async (pressed: readonly Pressed[]) => {
    const ids = pressed.map(({ id }) => id)
    mark(ids, { state: 'sending', text: SENDING[deed] })
    const decisions = await loadDecisions().catch(() => null)
    if (!decisions || !navigator.onLine) mark(ids, { state: 'refused', text: OFFLINE_TEXT })
    else if (deed === 'apply') await decisions.apply({ client, mark, setUndo }, pressed)
    else await decisions[deed]({ client, mark, setUndo }, ids)
  }
  return {
    marks,
    apply: decide('apply'),
    snooze: decide('snooze'),
    dismiss: decide('dismiss'),
    undo: () => undo.current?.(),
  }
}
