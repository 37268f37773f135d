/** Puts the focus on a row's title, which opens its evidence. */
export function focusRow(id: string): void {
  rowOf(id)?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}

/** As a press of the button, which takes it only once its proof and what Google would do are on the screen. */
export function pressApply(id: string): void {
  rowOf(id)?.querySelector<HTMLElement>('[data-apply]')?.click()
}

/** Puts it on the first of what the list is filtered by. */
export function focusFilters(): void {
  document.querySelector<HTMLElement>('.decision-tools :is(button, select)')?.focus()
}

/** Scrolls no further than it must, and at once; what is taller than the screen begins under the header. */
export function showRow(id: string): void {
  rowOf(id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

export function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
}
