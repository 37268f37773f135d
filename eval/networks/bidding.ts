import type { Account, Campaign, Keyword, Network, Search, Side } from './account.ts'

/** What a change makes otherwise; nothing of it: as it is. */
export type Changed = {
  off?: ReadonlySet<string>
  stops?: (search: Search) => boolean
  paused?: ReadonlySet<Keyword>
  bids?: ReadonlyMap<Keyword, number>
  /** Searches that get an exact keyword, with its bid where it has one. */
  own?: ReadonlyMap<Search, number | null>
  budgets?: ReadonlyMap<string, number>
  targets?: ReadonlyMap<string, number>
}

/** A search in one network, as it is met in a time. */
export type Auction = {
  campaign: Campaign
  network: Network
  keyword: Keyword | null
  search: Search | null
  clicks: number
  rate: number
  believed: number
  value: number
  marketMicros: number
  bidMicros: number
}

type Sums = { clicks: number; cost: number; conversions: number; value: number }

/** Auctions a day of the week (the last: of the coming month), before season. */
export function auctionsOf(account: Account, week: number, changed: Changed = {}): Auction[] {
  const isMonth = week === account.searches[0]!.weeks.length - 1
  return account.campaigns.flatMap((campaign) => {
    const own = account.searches.filter(
      (one) =>
        one.keyword.campaign === campaign &&
        !changed.stops?.(one) &&
        !changed.paused?.has(one.keyword),
    )
    const onSearch = own.map((search) => auctionOf(account, search, week, changed))
    const { SEARCH_PARTNERS: partners, CONTENT: display } = campaign.side
    const isOn = (network: Network) => !changed.off?.has(`${campaign.id} ${network}`)
    const moved = (side: Side) => (isMonth ? side.moved : 1)
    const more =
      partners && isOn('SEARCH_PARTNERS')
        ? onSearch.map((one) => onSide(one, 'SEARCH_PARTNERS', partners, moved(partners)))
        : []
    const shown = display && isOn('CONTENT') ? [onDisplay(onSearch, display, moved(display))] : []
    return [...onSearch, ...more, ...shown.flatMap((one) => one ?? [])]
  })
}

function auctionOf(
  account: Account,
  search: Search,
  week: number,
  { bids, own }: Changed,
): Auction {
  const { campaign } = search.keyword
  const now = search.weeks[week]!
  const rate = search.rate * now.rate
  const hasOwn = own?.has(search)
  return {
    campaign,
    network: 'SEARCH',
    keyword: search.keyword,
    search,
    clicks: search.clicksADay * now.clicks * (hasOwn ? 1 + account.exact : 1),
    rate,
    believed:
      campaign.meanRate *
      (rate / campaign.meanRate) ** campaign.skill *
      Math.exp(campaign.doubt * now.error),
    value: campaign.value,
    marketMicros: search.marketMicros,
    bidMicros:
      (hasOwn ? own!.get(search) : null) ?? bids?.get(search.keyword) ?? search.keyword.bidMicros,
  }
}

function onSide(one: Auction, network: Network, side: Side, moved: number): Auction {
  return {
    ...one,
    network,
    clicks: one.clicks * side.volume,
    rate: one.rate * side.rate * moved,
    believed: one.believed * side.rate ** side.known,
    value: one.value * side.value,
    marketMicros: one.marketMicros * side.market,
  }
}

function onDisplay(all: readonly Auction[], side: Side, moved: number): Auction | null {
  const clicks = all.reduce((sum, one) => sum + one.clicks, 0)
  if (clicks <= 0) return null
  const mean = (of: (one: Auction) => number) =>
    all.reduce((sum, one) => sum + one.clicks * of(one), 0) / clicks
  const { campaign, value } = all[0]!
  return {
    ...{ campaign, network: 'CONTENT', keyword: null, search: null },
    clicks: clicks * side.volume,
    rate: mean((one) => one.rate) * side.rate * moved,
    believed: mean((one) => one.believed) * side.rate ** side.known,
    value: value * side.value,
    marketMicros: mean((one) => one.marketMicros) * side.market,
    bidMicros: mean((one) => one.bidMicros),
  }
}

/** A day of an auction; by hand `level` is the part of auctions that the budget lets in, else what bids are in proportion to. */
export function outcomeOf(account: Account, one: Auction, level: number): Sums {
  const isByHand = account.law.bidding === 'by hand'
  const bid = isByHand ? one.bidMicros : level * one.believed * one.value
  const x = bid / one.marketMicros
  const won = 1 - Math.exp(-(x ** account.shape))
  const price = one.marketMicros * Math.min(x, account.price * x ** account.kappa)
  const entered = isByHand ? level : 1
  const clicks = one.clicks * won * entered
  // What a lower share of the day meets is a little better than what all of it would.
  const conversions = clicks * one.rate * entered ** (account.paced - 1)
  return { clicks, cost: clicks * price, conversions, value: conversions * one.value }
}

export function sumsOf(account: Account, all: readonly Auction[], level: number): Sums {
  const sum = { clicks: 0, cost: 0, conversions: 0, value: 0 }
  for (const one of all) {
    const own = outcomeOf(account, one, level)
    sum.clicks += own.clicks
    sum.cost += own.cost
    sum.conversions += own.conversions
    sum.value += own.value
  }
  return sum
}

/** The level of each campaign: as its budget and its target, which those of a portfolio keep together, let it. `day`: the season's factor on clicks and rate. */
export function levelsOf(
  account: Account,
  auctions: readonly Auction[],
  {
    changed = {},
    demand = 1,
    rate = 1,
    noise = 1,
    base,
  }: { changed?: Changed; demand?: number; rate?: number; noise?: number; base?: Known } = {},
): Levels {
  const byCampaign = Map.groupBy(auctions, ({ campaign }) => campaign)
  const levels: Levels = new Map()
  const groups = Map.groupBy(account.campaigns, ({ id, portfolio }) => portfolio ?? id)
  for (const [key, group] of groups) {
    // What the change does not touch stays as it is.
    if (base && !touches(changed, key, group)) {
      for (const one of group) levels.set(one, base.get(one)!)
      continue
    }
    const all = group.map((campaign) => byCampaign.get(campaign) ?? [])
    const limits = group.map((campaign, i) => {
      const budget = changed.budgets?.get(campaign.id) ?? campaign.budgetMicros
      return budgetLevel(account, all[i]!, budget / demand)
    })
    const target = changed.targets?.get(key) ?? group[0]!.target
    const most =
      target === null
        ? Number.POSITIVE_INFINITY
        : targetLevel(account, all, limits, {
            target,
            kept: group[0]!.bias * noise,
            rate,
          })
    for (const [i, campaign] of group.entries()) levels.set(campaign, Math.min(limits[i]!, most))
  }
  return levels
}

export type Levels = Map<Campaign, number>
type Known = ReadonlyMap<Campaign, number>

function touches(
  { off, stops, paused, bids, own, budgets, targets }: Changed,
  key: string,
  group: readonly Campaign[],
): boolean {
  if (stops) return true
  const isOf = (keyword: Keyword) => group.includes(keyword.campaign)
  return (
    targets?.has(key) ||
    group.some(
      ({ id }) => budgets?.has(id) || [...(off ?? [])].some((one) => one.startsWith(`${id} `)),
    ) ||
    [...(paused ?? []), ...(bids?.keys() ?? [])].some(isOf) ||
    [...(own?.keys() ?? [])].some(({ keyword }) => isOf(keyword))
  )
}

function budgetLevel(account: Account, all: readonly Auction[], budget: number): number {
  if (budget <= 0) return account.law.bidding === 'by hand' ? 1 : 1e3
  if (account.law.bidding === 'by hand')
    return Math.min(1, budget / Math.max(1, sumsOf(account, all, 1).cost))
  return highest((level) => sumsOf(account, all, level).cost <= budget)
}

function targetLevel(
  account: Account,
  all: readonly (readonly Auction[])[],
  limits: readonly number[],
  { target, kept, rate }: { target: number; kept: number; rate: number },
): number {
  return highest((level) => {
    let [cost, conversions, value] = [0, 0, 0]
    all.forEach((own, i) => {
      const sums = sumsOf(account, own, Math.min(level, limits[i]!))
      cost += sums.cost
      conversions += sums.conversions * rate
      value += sums.value * rate
    })
    return account.law.bidding === 'target ROAS'
      ? value >= (target / kept) * cost
      : cost <= target * kept * conversions
  })
}

function highest(isWithin: (level: number) => boolean): number {
  let [low, high] = [Math.log(1e-4), Math.log(1e3)]
  for (let i = 0; i < 26; i++) {
    const middle = (low + high) / 2
    if (isWithin(Math.exp(middle))) low = middle
    else high = middle
  }
  return Math.exp(low)
}
