import { useEffect, useRef } from 'react'

/** What the keys of the list do; `current` is the row that has the focus, or had it last. */
export type KeyDeeds = {
  ids: readonly string[]
  toggle: (id: string) => void
  apply: (id: string) => void
  dismiss: (id: string) => void
  snooze: (id: string) => void
  choose: (id: string) => void
  applyChosen: () => void
  undo: () => void
  close: () => void
}

/** j, k, o, a, e, h, x, u: only outside fields and dialogs, and without Ctrl, Alt or ⌘. */
export function useInboxKeys(deeds: KeyDeeds): void {
  const latest = useRef(deeds)
  latest.current = deeds
  const last = useRef<string | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const { ids, ...act } = latest.current
      const at = ids.indexOf(focusedRow() ?? last.current ?? '')
      const move = (to: number) => {
        const id = ids[Math.max(0, Math.min(to, ids.length - 1))]
        if (id) focusRow(id)
        last.current = id ?? null
      }
      const id = ids[at]
      const onRow: Record<string, ((id: string) => void) | undefined> = {
        o: act.toggle,
        a: act.apply,
        e: act.dismiss,
        h: act.snooze,
        x: act.choose,
      }
      const deed = onRow[event.key]
      if (event.key === 'j') move(at + 1)
      else if (event.key === 'k') move(at < 0 ? 0 : at - 1)
      else if (event.key === 'u') act.undo()
      else if (event.key === 'Escape') {
        act.close()
        if (id) focusRow(id)
      } else if (event.key === 'A') act.applyChosen()
      else if (deed && id) deed(id)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Puts the focus on a row's title, which opens its evidence. */
export function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}

function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row?.dataset.row ?? null
}

function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return false
  if (document.querySelector('dialog:modal')) return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]')
}
