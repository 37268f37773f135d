import { DENTAL } from '../google-ads/world/vocabulary/dental.ts'
import { HOTEL } from '../google-ads/world/vocabulary/hotel.ts'
import { LARGE } from '../google-ads/world/vocabulary/large.ts'
import { SHOES } from '../google-ads/world/vocabulary/shoes.ts'
import { SOFTWARE } from '../google-ads/world/vocabulary/software.ts'
import type { Product, Trade } from '../google-ads/world/vocabulary/trade.ts'

/** What a path of a site answers. */
export type SitePage =
  | { title: string; headings: readonly string[] }
  | { status: number }
  | { location: string }

/** Path → page; other paths are not there. */
export type Site = Map<string, SitePage>

/** The pages that ads of the simulated advertisers lead to, by host. */
export function advertisersSites(): Map<string, Site> {
  return new Map(
    [DENTAL, HOTEL, LARGE, SHOES, SOFTWARE].map((trade) => [trade.host, siteOf(trade)]),
  )
}

function siteOf(trade: Trade): Site {
  const { brand, products, competitors, plants } = trade
  const site: Site = new Map()
  const paths = Map.groupBy([...products, ...competitors], ({ path }) => path)
  for (const [path, own] of [...paths, ['/', [brand]] as const]) {
    site.set(path, pageAbout(own, brand))
    // The second ad of a group leads to an offer.
    site.set(path === '/' ? '/promo' : `${path}/promo`, pageAbout(own, brand, 'en oferta'))
  }
  const { deadPage, offTopicPage } = plants.neglect
  if (deadPage) site.delete(deadPage)
  if (offTopicPage) site.set(offTopicPage, OFF_TOPIC)
  return site
}

/** It tells of itself, and not of what was searched for. */
const OFF_TOPIC: SitePage = {
  title: 'Nueva temporada',
  headings: ['Descubre la colección', 'Suscríbete al boletín'],
}

function pageAbout(products: readonly Product[], brand: Product, more = ''): SitePage {
  const names = products.map(({ name }) => name).join(', ')
  return {
    title: `${names} ${more} | ${brand.name}`,
    headings: [names, ...products.flatMap(({ phrases }) => phrases)],
  }
}
