import { pageAddress } from '#shared/page-address.ts'
import type { AdFacts, LookedPage } from '../../account/inventory.ts'

/** The opened page that an ad leads to: the first of its final URLs is the one that is used. */
export function pagesOfAds(
  pages: readonly LookedPage[],
): (ad: Pick<AdFacts, 'finalUrls'>) => LookedPage | undefined {
  const known = new Map(pages.map((page) => [page.address, page]))
  return ({ finalUrls: [url] }) => {
    const address = url === undefined ? null : pageAddress(url)
    return address === null ? undefined : known.get(address)
  }
}
