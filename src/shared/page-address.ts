/** What only tells where a click came from; a page is the same without. */
const TRACKING =
  /^(utm_|gad_|_ga|mc_|hsa_)|^(gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|yclid|srsltid)$/i

/** A ValueTrack placeholder, `{keyword}` or `{ifmobile:…}`, also as a browser would write it. */
const PLACEHOLDER = /\{|%7b/i

/**
 * The one address of the page to which an ad's final URL leads: without fragment, tracking parameters and parameters that are
 * filled in at each click. Null where it is no address of the web, or where the page itself is filled in.
 */
export function pageAddress(finalUrl: string): string | null {
  if (!URL.canParse(finalUrl)) return null
  const url = new URL(finalUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  url.hash = ''
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part.split('=', 1)[0]!))
    .filter((part) => !PLACEHOLDER.test(part))
  // Whole parts are kept as they are written: encoding them anew would ask for another page.
  url.search = kept.length > 0 ? `?${kept.join('&')}` : ''
  return PLACEHOLDER.test(url.host + url.pathname) ? null : url.href
}
