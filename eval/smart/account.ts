import type { Chance } from '../chance.ts'
import { drawTexts, isMatch, type MatchType } from './texts.ts'

/** How the campaigns of a world are bid for; what is wanted of them. */
export type Law = 'target CPA' | 'target ROAS' | 'no target'

export type Account = {
  law: Law
  google: Google
  /** What a conversion is worth, micros; under a target ROAS of one of value 1. */
  worthMicros: number
  /** Whether its owner says so. */
  isTold: boolean
  lagDays: number
  /** Of how competitors' bids spread: log-logistic. */
  shape: number
  /** Weekly steps of the log rate of a search, and what a month moves clicks by. */
  walk: number
  drift: number
  /** Of the coming month the share in which the bidder has found its new level. */
  settled: number
  campaigns: Campaign[]
  keywords: Keyword[]
  searches: Search[]
}

/** How Google goes about it. */
export type Google = {
  rivals: 'log-logistic' | 'lognormal'
  /** What is paid of the way from the next bid to its own. */
  paysOwn: number
  /** What of a budget's limit lowers bids, where it also keeps campaigns out of auctions. */
  byBids: number | null
  /** What it believes wrongly it believes of words, not of single searches. */
  errsByWord: boolean
  /** Up to how much more than their target conversions cost, ln. */
  over: number
}

/** usual: in second-price auctions, by bids alone. */
export type Way = 'usual' | 'own bid paid' | 'fewer auctions'

export type Campaign = {
  id: string
  name: string
  /** Micros per conversion under a target CPA, the ratio under a target ROAS. */
  target?: number
  /** How far off its target the bidder keeps it. */
  bias: number
  /** What it knows of how searches differ in their rate, 0 to 1, and the sd of what it believes wrongly. */
  skill: number
  doubt: number
  meanRate: number
  /** Against Google's search: share of the searches, rate, price of the market; absent where it is off. */
  partners?: Network
  display?: Network
  devices: Slice[]
  hours: Slice[]
  budgetMicros: number
  /** The level that it is bid for where its budget does not limit it. */
  paced?: { from: number; byBids: number }
}

/** `known`: how much of the log of `rate` the bidder knows. */
export type Network = { volume: number; rate: number; market: number; known: number }
/** Of a campaign's clicks; `price` is what the bidder makes of what it knows of `rate`. */
export type Slice = { share: number; rate: number; price: number }

export type Keyword = {
  id: string
  campaign: Campaign
  adGroupId: string
  text: string
  matchType: MatchType
  /** Of a conversion of its ad group. */
  valueMicros: number
}

export type Search = {
  text: string
  /** Clicks a day if every auction were won. */
  clicksADay: number
  rate: number
  /** Median of the highest competing bid, micros. */
  marketMicros: number
  isVisible: boolean
  /** Error of the log rate that the bidder believes. */
  error: number
  /** Whose it is, and how much of it; those that would take it over, best first. */
  served: { keyword: Keyword; share: number }[]
  others: Keyword[]
}

export function drawAccount(chance: Chance, law: Law, way: Way = 'usual'): Account {
  const { between, normal } = chance
  const worthMicros = 1e6 * Math.exp(between(Math.log(12), Math.log(150)))
  const size = Math.exp(between(Math.log(30), Math.log(3000)))
  const account: Account = {
    law,
    google: googleOf(chance, way),
    worthMicros,
    isTold: chance.happens(0.5),
    lagDays: between(0.5, 9),
    shape: between(1.3, 2.6),
    walk: between(0, 0.12),
    drift: between(0.1, 0.4),
    settled: between(way === 'usual' ? 0.4 : 0.1, way === 'usual' ? 1 : 0.7),
    campaigns: [],
    keywords: [],
    searches: [],
  }
  const count = Math.max(1, Math.round(size ** 0.35 * between(0.4, 1)))
  const margin = between(0.2, 0.5)
  if (law === 'target ROAS') account.worthMicros = 1e6 * margin
  for (let i = 0; i < count; i++)
    drawCampaign(chance, account, String(i + 1), size / count, worthMicros / margin)
  const total = account.searches.reduce((sum, one) => sum + one.clicksADay, 0)
  // Some four of ten auctions are won.
  for (const search of account.searches) search.clicksADay *= (2.5 * size) / total
  for (const search of account.searches) search.isVisible = isShown(chance, search)
  for (const campaign of account.campaigns) campaign.doubt *= Math.exp(0.2 * normal())
  return account
}

function googleOf({ between }: Chance, way: Way): Google {
  const usual = {
    rivals: 'log-logistic',
    paysOwn: 0,
    byBids: null,
    errsByWord: false,
    over: 0,
  } as const
  if (way === 'usual') return usual
  if (way === 'fewer auctions') return { ...usual, byBids: between(0, 0.6) }
  return { ...usual, rivals: 'lognormal', paysOwn: between(0.3, 0.9), errsByWord: true, over: 0.3 }
}

/** What few people searched for is hidden. */
function isShown(chance: Chance, { clicksADay }: Search): boolean {
  return chance.happens(0.35 + 0.6 * (1 - Math.exp(-clicksADay * 8)))
}

function drawCampaign(chance: Chance, account: Account, id: string, size: number, value: number) {
  const { between, normal, happens } = chance
  const meanRate = 0.03 * Math.exp(0.5 * normal())
  const { law, google, worthMicros } = account
  const over = google.over > 0 ? between(0, google.over) : 0
  const campaign: Campaign = {
    id,
    name: `Campaña ${id}`,
    bias: Math.exp(0.12 * normal() + over),
    skill: between(0.2, 0.95),
    doubt: between(0.1, 0.45),
    meanRate,
    devices: slicesOf(chance, [0.6, 0.35, 0.05], 0.3),
    hours: slicesOf(
      chance,
      Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 0.3 : 1) + 0.2),
      0.15,
    ),
    budgetMicros: 0,
  }
  if (law === 'target CPA') campaign.target = Math.round(worthMicros * between(0.6, 1))
  if (law === 'target ROAS')
    campaign.target = Number((between(1, 1.6) / (worthMicros / 1e6)).toFixed(2))
  if (happens(0.7))
    campaign.partners = networkOf(chance, between(0.03, 0.35), -0.5, 0.5, between(0.3, 0.8))
  if (happens(0.25))
    campaign.display = networkOf(chance, between(0.05, 0.5), -1.7, 0.6, between(0.08, 0.4))
  account.campaigns.push(campaign)
  const groups = Math.max(1, Math.round(size ** 0.3 * between(0.5, 1.2)))
  const { keywords, searches } = drawTexts(chance, { id, groups, size })
  const values = new Map(
    [...new Set(keywords.map(({ group }) => group))].map((group) => [
      group,
      law === 'target ROAS' ? Math.round(value * Math.exp(0.5 * normal())) : 1e6,
    ]),
  )
  const own = keywords.map(({ group, text, matchType }, i) => ({
    id: String(1000 + i),
    campaign,
    adGroupId: `${id}${String(group).padStart(2, '0')}`,
    text,
    matchType,
    valueMicros: values.get(group)!,
  }))
  account.keywords.push(...own)
  const worth = law === 'target ROAS' ? (value * worthMicros) / 1e6 : worthMicros
  const spread = between(0.25, 0.8)
  const wrongOf = errorsOf(chance, google)
  const dearness = Math.exp(0.35 * normal())
  for (const { text, volume, effect } of searches) {
    const [first, ...others] = serversOf(chance, text, own)
    if (!first) continue
    const isSplit = others.length > 0 && happens(0.12)
    const share = isSplit ? between(0.55, 0.95) : 1
    account.searches.push({
      text,
      clicksADay: volume * size,
      rate: Math.min(0.5, meanRate * Math.exp(effect + spread * normal() - spread ** 2 / 2)),
      marketMicros: worth * meanRate * dearness * Math.exp(0.4 * normal() + 0.25 * effect),
      isVisible: true,
      error: wrongOf(text),
      served: [
        { keyword: first, share },
        ...(isSplit ? [{ keyword: others[0]!, share: 1 - share }] : []),
      ],
      others,
    })
  }
}

/** Of unit variance; those of words that searches have in common are most of it where it errs by words. */
function errorsOf({ normal }: Chance, { errsByWord }: Google): (text: string) => number {
  if (!errsByWord) return normal
  const ofWords = new Map<string, number>()
  return (text) => {
    const words = text.split(' ').slice(0, 4)
    for (const word of words) if (!ofWords.has(word)) ofWords.set(word, normal())
    const sum = words.reduce((all, word) => all + ofWords.get(word)!, 0)
    return 0.8 * (sum / Math.sqrt(words.length)) + 0.6 * normal()
  }
}

/** The same words first, then by how many words a keyword has; among those as it happens. */
function serversOf(chance: Chance, text: string, keywords: readonly Keyword[]): Keyword[] {
  const rankOf = (one: Keyword) =>
    (one.matchType === 'EXACT' ? 100 : one.text === text ? 50 : 0) +
    one.text.split(' ').length +
    1.5 * chance.uniform()
  return keywords
    .filter((one) => isMatch(one, text))
    .map((one) => ({ one, rank: rankOf(one) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one)
}

function networkOf(
  chance: Chance,
  volume: number,
  mean: number,
  sd: number,
  market: number,
): Network {
  return {
    volume,
    rate: Math.exp(mean + sd * chance.normal()),
    market,
    known: chance.between(0.4, 1),
  }
}

function slicesOf(chance: Chance, shares: readonly number[], sd: number): Slice[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const known = chance.between(0.4, 1)
  const drawn = shares.map((share) => {
    const rate = Math.exp(sd * chance.normal())
    return { share: share / total, rate, price: rate ** (known * 0.6) }
  })
  const mean = (of: (one: Slice) => number) =>
    drawn.reduce((sum, one) => sum + one.share * of(one), 0)
  const [rate, price] = [mean((one) => one.rate), mean((one) => one.price)]
  return drawn.map((one) => ({ ...one, rate: one.rate / rate, price: one.price / price }))
}
