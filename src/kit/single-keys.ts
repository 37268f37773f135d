const KEY = 'pujante keys'

/** Keys without Ctrl or ⌘ can be switched off: WCAG 2.1.4. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(areOn: boolean): void {
  try {
    localStorage.setItem(KEY, areOn ? 'on' : 'off')
  } catch {
    // Not kept: it holds again on the next page.
  }
}

/** The key belongs to a field, to a command of the browser, or to a sign that is being composed. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true
  const target = event.target instanceof Element ? event.target : null
  return Boolean(
    target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]'),
  )
}
