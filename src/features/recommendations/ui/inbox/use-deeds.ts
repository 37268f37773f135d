import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { OFFLINE_TEXT } from '#kit/api-error.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import { getInbox } from '../../contract/inbox.ts'
import type { Mark, Pressed } from './desk.ts'
import { useOtherTabs } from './other-tabs.ts'

/** Fetched with the first evidence that is opened, for the list is read more often than decided. */
export const loadDecisions = () => import('./send-decisions.ts')

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
