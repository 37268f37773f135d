const KEY = 'pujante recent accounts'
const MOST = 5

/** Newest first; nothing where the browser keeps nothing. */
export function recentAccounts(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberAccount(id: string): void {
  try {
    const others = recentAccounts().filter((other) => other !== id)
    localStorage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MOST)))
  } catch {
    // Only a convenience.
  }
}
