import { pageAddress } from '#shared/page-address.ts'
import type { AdFacts, LandingPage, LookedPage } from '../../account/inventory.ts'

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

/**
 * Whether people land there from the ad group: its keywords may have addresses of their own, and then an ad's is not used. Where Google
 * told no landing pages of the ad group nothing speaks against it.
 */
export function landedOn(
  landings: readonly LandingPage[] | undefined,
): (adGroupId: string, address: string) => boolean {
  const byGroup = Map.groupBy(
    (landings ?? []).filter(({ sums }) => sums.clicks > 0),
    ({ adGroupId }) => adGroupId,
  )
  return (adGroupId, address) =>
    byGroup.get(adGroupId)?.some(({ url }) => pageAddress(url) === address) ?? true
}
