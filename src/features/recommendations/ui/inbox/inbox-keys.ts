import { focusRow } from './focus-row.ts'

/** What the keys of the list do; `current` is the row that has the focus, or had it last. */
export type KeyDeeds = {
  ids: readonly string[]
  /** The row whose evidence is open. */
  openId: string | null
  toggle: (id: string) => void
  close: () => void
} & Partial<Decisions>

/** Not there for those who only look. */
type Decisions = {
  apply: (id: string) => void
  dismiss: (id: string) => void
  snooze: (id: string) => void
  choose: (id: string) => void
  /** Beside those chosen already. */
  chooseAlso: (ids: readonly string[]) => void
  ways: (id: string) => void
  applyChosen: () => void
  undo: () => void
}

/** The row that had the focus last: a deed by its button or a notice may have taken it away. */
let last: string | null = null

/** What a key of the list does to its rows. */
export function pressInInbox(key: string, { ids, ...act }: KeyDeeds): void {
  const at = ids.indexOf(focusedRow() ?? last ?? '')
  const id = ids[at]
  const move = (to: number) => {
    last = ids[Math.max(0, Math.min(to, ids.length - 1))] ?? null
    if (last) focusRow(last)
  }
  const onRow: Record<string, ((id: string) => void) | undefined> = {
    o: act.toggle,
    Enter: act.toggle,
    a: act.apply,
    m: act.ways,
    e: act.dismiss,
    h: act.snooze,
    x: act.choose,
  }
  if (key === 'j') move(at + 1)
  else if (key === 'k') move(at < 0 ? 0 : at - 1)
  else if (key === 'J' || key === 'K') {
    move(key === 'J' ? at + 1 : Math.max(0, at - 1))
    act.chooseAlso?.([id, last].filter((one) => one != null))
  } else if (key === 'u') act.undo?.()
  else if (key === 'A') act.applyChosen?.()
  else if (key === 'Escape') {
    if (act.openId === null) return
    act.close()
    focusRow(act.openId)
  } else if (id) onRow[key]?.(id)
}

function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row?.dataset.row ?? null
}
