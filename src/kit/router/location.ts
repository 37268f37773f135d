/** What of the address the screens read. */
export type Location = {
  pathname: string
  search: string
  hash: string
  /** What the link or the call that led here handed over. */
  state: unknown
  /** Another at each navigation, to the same address too. */
  key: string
}

/** An address of ours, or what of the present one is to change: without a path it stays on this screen. */
export type To = string | { pathname?: string; search?: string; hash?: string }

export const START: Location = { pathname: '/', search: '', hash: '', state: null, key: 'start' }

export function presentLocation(): Location {
  const { pathname, search, hash } = window.location
  const kept = window.history.state as Partial<Location> | null
  return { pathname, search, hash, state: kept?.state ?? null, key: kept?.key ?? START.key }
}

export function hrefOf(to: To, pathname: string): string {
  if (typeof to === 'string') return to.startsWith('/') ? to : pathname + to
  return (to.pathname ?? pathname) + marked('?', to.search) + marked('#', to.hash)
}

function marked(mark: '?' | '#', text = ''): string {
  return text === '' || text.startsWith(mark) ? text : mark + text
}

export type Params = Readonly<Record<string, string | undefined>>

/** '/accounts/:id' names a part of the path, '/admin/*' takes all that follows; null where the path is another. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const parts = partsOf(pattern)
  const named = parts.filter((part) => part !== '*')
  const found = partsOf(pathname)
  if (named.length < parts.length) found.splice(named.length)
  if (found.length !== named.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of named.entries()) {
    const text = found[at] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decoded(text)
    else if (part !== text.toLowerCase()) return null
  }
  return params
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
