/** Puts the focus on a row's title, which opens its evidence. */
export function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}
