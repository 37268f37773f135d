/** The modal dialogs that are open, the newest last: all outside of it can be neither pressed nor heard. */
const open: HTMLElement[] = []
const listeners = new Set<() => void>()

/** Call what it returns once the dialog closes. */
export function joinModals(dialog: HTMLElement): () => void {
  open.push(dialog)
  tell()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    tell()
  }
}

export const topModal = (): HTMLElement | null => open.at(-1) ?? null

export function followModals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  for (const notify of listeners) notify()
}
