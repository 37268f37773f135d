import type { Chance } from '../chance.ts'
import type { Account, Keyword, Search } from './account.ts'
import type { Auction } from './market.ts'

export const WEEKS = 14

/** What changes of each search from week to week; the last entry is the coming month. */
export type Weeks = Map<Search, { rate: number; error: number; volume: number }[]>

export function drawWeeks(chance: Chance, { searches, walk, drift }: Account): Weeks {
  return new Map(
    searches.map((search) => {
      let log = 0
      const weeks = Array.from({ length: WEEKS + 1 }, (_, week) => {
        const isMonth = week === WEEKS
        const rate = Math.exp(log)
        log += walk * (isMonth ? 1.5 : 1) * chance.normal()
        return {
          rate,
          error: 0.9 * search.error + (isMonth ? 0.25 : 0.45) * chance.normal(),
          volume: isMonth ? Math.exp(drift * chance.normal()) : 1,
        }
      })
      return [search, weeks]
    }),
  )
}

/** Keywords and searches of a campaign that are stopped, and networks that are left. */
export type Stopped = {
  keywords: ReadonlySet<Keyword>
  stops: (search: Search, keyword: Keyword) => boolean
  networks: ReadonlySet<string>
}

const NOTHING: Stopped = { keywords: new Set(), stops: () => false, networks: new Set() }

/** All auctions of a week, each where it is served once something is stopped: another keyword that matches takes it over. */
export function auctionsOf(
  { campaigns, searches }: Account,
  weeks: Weeks,
  week: number,
  stopped: Stopped = NOTHING,
): Auction[] {
  const all: Auction[] = []
  for (const search of searches) {
    const now = weeks.get(search)![week]!
    for (const { keyword: first, share } of search.served) {
      const keyword = [first, ...search.others].find(
        (one) => !stopped.keywords.has(one) && !stopped.stops(search, one),
      )
      if (!keyword) continue
      // An ad that was written for other words is clicked less.
      const relevance = keyword.adGroupId === first.adGroupId ? 1 : 0.85
      const { campaign } = keyword
      const rate = search.rate * now.rate
      const own: Auction = {
        campaign,
        keyword,
        search,
        network: 'SEARCH',
        clicksADay: search.clicksADay * share * relevance * now.volume,
        rate,
        believed:
          campaign.meanRate *
          (rate / campaign.meanRate) ** campaign.skill *
          Math.exp(campaign.doubt * now.error),
        valueMicros: keyword.valueMicros,
        marketMicros: search.marketMicros,
      }
      all.push(own)
      const { partners } = campaign
      if (!partners || stopped.networks.has(`${campaign.id} SEARCH_PARTNERS`)) continue
      all.push({
        ...own,
        network: 'SEARCH_PARTNERS',
        clicksADay: own.clicksADay * partners.volume,
        rate: own.rate * partners.rate,
        believed: own.believed * partners.rate ** partners.known,
        marketMicros: own.marketMicros * partners.market,
      })
    }
  }
  for (const campaign of campaigns) {
    const { display } = campaign
    if (!display || stopped.networks.has(`${campaign.id} CONTENT`)) continue
    const own = all.filter((one) => one.campaign === campaign && one.network === 'SEARCH')
    const clicks = own.reduce((sum, one) => sum + one.clicksADay, 0)
    if (clicks === 0) continue
    const meanOf = (of: (one: Auction) => number) =>
      own.reduce((sum, one) => sum + one.clicksADay * of(one), 0) / clicks
    all.push({
      campaign,
      network: 'CONTENT',
      clicksADay: clicks * display.volume,
      rate: meanOf((one) => one.rate) * display.rate,
      believed: campaign.meanRate * display.rate ** display.known,
      valueMicros: meanOf((one) => one.valueMicros),
      marketMicros: meanOf((one) => one.marketMicros) * display.market,
    })
  }
  return all
}
