/**
 * What was typed and not yet saved, kept in this tab across a log-in in between. A browser that
 * refuses storage, or has none left, only loses this convenience.
 */
export function readDraft(name: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}')
    const fields = Object.entries(stored as object)
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

export function writeDraft(name: string, fields: Record<string, string>): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(fields))
  } catch {
    // The form itself still holds the text.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Nothing was kept.
  }
}

const keyOf = (name: string) => `draft:${name}`
