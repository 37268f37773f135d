import { flushSync } from 'react-dom'

/** A change by which the button with the focus gives way to another beside it, which takes the focus over. */
export function handFocusOn(change: () => void): void {
  const button = document.activeElement
  const place = button?.parentElement
  flushSync(change)
  if (!button?.isConnected) place?.querySelector('button')?.focus()
}
