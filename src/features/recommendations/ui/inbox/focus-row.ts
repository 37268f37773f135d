/** Puts the focus on a row's title, which opens its evidence. */
export function focusRow(id: string): void {
  rowOf(id)?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}

/** Puts it on the first of what the list is filtered by. */
export function focusFilters(): void {
  document.querySelector<HTMLElement>('.decision-tools :is(button, select)')?.focus()
}

/** Scrolls no further than it must, and at once. */
export function showRow(id: string): void {
  rowOf(id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
}
