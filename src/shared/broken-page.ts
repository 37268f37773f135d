import type { GetFailure } from './get-failure.ts'

/** How a page was when it was looked at. */
export type PageLook = {
  address: string
  /** Of the last answer; null where none came. */
  status: number | null
  /** Where redirects ended. */
  endedAt: string
  failure: GetFailure | null
}

/** 'home', 'domain': it sends its visitors to the home page, or to another site. */
export type BrokenWay = 'missing' | 'server' | 'name' | 'connection' | 'tls' | 'home' | 'domain'

/** Two looks so far apart that found it broken are not a moment's trouble. */
export const CONFIRMED_AFTER_MS = 3_600_000

/**
 * What every visitor would meet; null where it is in order, and where a look of ours does not tell: some sites answer programs otherwise
 * (401, 403, 429), are slow to them, or send them round in a circle for want of cookies.
 */
export function brokenWay({ address, status, endedAt, failure }: PageLook): BrokenWay | null {
  if (failure === 'name' || failure === 'connection' || failure === 'tls') return failure
  if (failure !== null || status === null) return null
  if (status === 404 || status === 410) return 'missing'
  if (status >= 500) return 'server'
  if (status < 200 || status >= 300 || !URL.canParse(endedAt)) return null
  const [asked, ended] = [new URL(address), new URL(endedAt)]
  if (!isSameSite(asked.hostname, ended.hostname)) return 'domain'
  return isHomePath(ended.pathname) && !isHomePath(asked.pathname) ? 'home' : null
}

/** '/', '/es/', '/es-es', '/index.html', '/inicio': the front door, also with a language. */
export function isHomePath(path: string): boolean {
  return /^(\/[a-z]{2}([-_][a-z]{2})?)?\/?((index|home|inicio|default)(\.\w+)?)?\/?$/i.test(path)
}

/** By the two last names: 'tienda.lumbre.es' and 'www.lumbre.es'. That 'a.co.uk' then passes for 'b.co.uk' only hides something. */
function isSameSite(one: string, other: string): boolean {
  const site = (host: string) => host.split('.').slice(-2).join('.')
  return site(one) === site(other)
}
