import type { Chance } from '../chance.ts'
import { drawSpread, type Laws, lognormal, within } from './laws.ts'
import { drawWalk, type Walk } from './walk.ts'

/** What is true of an account, and cannot be seen: rates are buyers per click, money in micros. */
export type Account = {
  campaigns: Campaign[]
  keywords: Keyword[]
  searches: Search[]
  /** Logarithm of its clicks of 30 days over those of the 30 before them, up to today. */
  trend: number
}

export type Campaign = {
  id: string
  name: string
  isBrand: boolean
  isByHand: boolean
  /** Of what people would click, share that the budget pays for; 1 where it does not bind. */
  paidShare: number
  budgetId: string
  /** A day, of all that spend from it; set once what they spend has been seen. */
  budgetMicros: number
  /** Conversions by the budget spent, exponent. */
  budgetResponse: number
}

export type Keyword = {
  campaign: Campaign
  adGroupId: string
  id: string
  text: string
  matchType: 'EXACT' | 'PHRASE' | 'BROAD'
  bidMicros: number
  /** Of one conversion, to the owner. */
  valueMicros: number
  /** Exponents of clicks and of the price of a click by the bid. */
  response: { clicks: number; price: number }
  /** Share of what it brings that comes by another way once it is stopped. */
  redirected: number
}

/** A search as one keyword catches it. */
export type Search = {
  keyword: Keyword
  text: string
  isVisible: boolean
  clicksADay: number
  cpcMicros: number
  rate: number
  /** Null where it stays what it is. */
  walk: Walk | null
  /** The same of another campaign, and the share of it that comes there once this one is stopped. */
  elsewhere?: { search: Search; caught: number }
}

export function drawAccount(chance: Chance, laws: Laws): Account {
  const words = drawWords(chance, laws)
  const level = laws.rate.median * lognormal(chance, laws.rate.sdLn)
  const hidden = within(chance, laws.hidden)
  // What a conversion is worth follows what clicks cost here: some accounts earn on most searches, some on few.
  const cpc = 0.9e6 * lognormal(chance, 0.5)
  const worth = (cpc / level) * lognormal(chance, 0.4) * 1.1
  const count = Math.round(within(chance, laws.campaigns))
  const campaigns = Array.from({ length: count }, (_, i) => drawCampaign(chance, laws, i))
  shareBudgets(chance, laws, campaigns)
  const drawn = campaigns.flatMap((campaign) =>
    drawKeywords(chance, laws, campaign, words, { level, cpc, worth }),
  )
  const alike = Map.groupBy(drawn, ({ keyword }) => `${keyword.matchType} ${keyword.text}`)
  for (const twins of alike.values())
    if (twins.length > 1) for (const { keyword } of twins) keyword.redirected = CAUGHT_BY_TWIN
  const ofOne = drawn.flatMap((one) => drawSearches(chance, laws, one, words, hidden))
  const searches = [...ofOne, ...showTwice(chance, laws, ofOne)]
  const clicks = laws.clicksADay.median * lognormal(chance, laws.clicksADay.sdLn)
  spreadClicks(searches, clicks, laws.brandShare)
  const trend = laws.trend === 0 ? 0 : laws.trend * chance.normal()
  return { campaigns, keywords: drawn.map(({ keyword }) => keyword), searches, trend }
}

/** Of what a keyword brings, by another one of the same words and match type. */
const CAUGHT_BY_TWIN = 0.9

type Words = { subjects: string[]; added: { word: string; factor: number }[]; brand: string }

function drawWords(chance: Chance, { barrenWords }: Laws): Words {
  const known = new Set<string>()
  const word = () => {
    for (;;) {
      const syllables = 2 + Number(chance.happens(0.5))
      const made = Array.from({ length: syllables }, () => oneOf(chance, SYLLABLES)).join('')
      if (!known.has(made)) return known.add(made) && made
    }
  }
  const factor = () => {
    if (chance.happens(barrenWords)) return 0.08
    return lognormal(chance, chance.happens(0.8) ? 0.15 : 0.5)
  }
  return {
    subjects: Array.from({ length: 90 }, word),
    added: Array.from({ length: 70 }, () => ({ word: word(), factor: factor() })),
    brand: word(),
  }
}

const SYLLABLES =
  'ba ce di fo gu la me ni po ru sa te vi zo bra cle tri plo gru nar ses tin mon lur'.split(' ')

function drawCampaign(chance: Chance, laws: Laws, i: number): Campaign {
  const isBrand = laws.brandShare > 0 && i === 0
  return {
    id: String(101 + i),
    name: isBrand ? 'Marca' : `Campaña ${i + 1}`,
    isBrand,
    isByHand: chance.happens(laws.byHand),
    paidShare: chance.happens(laws.starved) ? chance.between(0.4, 0.95) : 1,
    budgetId: `9${101 + i}`,
    budgetMicros: 0,
    budgetResponse: fixedOrWithin(chance, laws.budgetResponse),
  }
}

/** Nothing is drawn where there is nothing to draw: the other worlds stay as they are. */
function fixedOrWithin(chance: Chance, range: [number, number]): number {
  return range[0] === range[1] ? range[0] : within(chance, range)
}

/** Every second campaign may spend from the budget of the one before. Nothing is drawn where none are shared. */
function shareBudgets(chance: Chance, { sharedBudgets }: Laws, campaigns: Campaign[]): void {
  if (sharedBudgets === 0) return
  for (let i = 1; i < campaigns.length; i += 2) {
    const [first, second] = [campaigns[i - 1]!, campaigns[i]!]
    if (!first.isBrand && chance.happens(sharedBudgets)) second.budgetId = first.budgetId
  }
}

type Drawn = { keyword: Keyword; rate: number; cpcMicros: number; weight: number }

function drawKeywords(
  chance: Chance,
  laws: Laws,
  campaign: Campaign,
  words: Words,
  { level, cpc, worth }: { level: number; cpc: number; worth: number },
): Drawn[] {
  const subject = campaign.isBrand ? words.brand : oneOf(chance, words.subjects)
  const ofCampaign = level * lognormal(chance, 0.35) * (campaign.isBrand ? 5 : 1)
  const valueOfCampaign = worth * lognormal(chance, laws.value.byCampaign)
  const groups = 2 + Math.floor(chance.between(0, 4))
  return Array.from({ length: groups }, (_, g) => {
    const second = oneOf(chance, words.subjects)
    const ofGroup = ofCampaign * lognormal(chance, 0.35)
    const valueMicros = valueOfCampaign * lognormal(chance, laws.value.byGroup)
    const count = 2 + Math.floor(chance.between(0, 6))
    return Array.from({ length: count }, (_, k): Drawn => {
      const third = k === 0 ? [] : [oneOf(chance, words.subjects)]
      const id = `${campaign.id}${g + 1}`
      return {
        keyword: {
          campaign,
          adGroupId: id,
          id: `${id}${String(k + 1).padStart(2, '0')}`,
          text: [subject, second, ...third].join(' '),
          matchType: matchTypeOf(chance, laws),
          bidMicros: 0,
          valueMicros,
          response: {
            clicks: within(chance, laws.response.clicks),
            price: within(chance, laws.response.price),
          },
          redirected: within(chance, laws.redirected),
        },
        rate: ofGroup,
        cpcMicros: cpc * lognormal(chance, 0.45) * (campaign.isBrand ? 0.4 : 1),
        weight: lognormal(chance, 1.2),
      }
    })
  }).flat()
}

function matchTypeOf(chance: Chance, { matchTypes: { exact, phrase } }: Laws) {
  const at = chance.uniform()
  return at < exact ? 'EXACT' : at < exact + phrase ? 'PHRASE' : 'BROAD'
}

function drawSearches(
  chance: Chance,
  laws: Laws,
  { keyword, rate, cpcMicros, weight }: Drawn,
  words: Words,
  hidden: number,
): Search[] {
  keyword.bidMicros = Math.round(cpcMicros * chance.between(1.1, 1.5))
  const count = keyword.matchType === 'EXACT' ? 1 : 6 + Math.floor(chance.between(0, 40))
  const searches = new Map<string, Search>()
  for (let rank = 1; rank <= count; rank++) {
    const { text, factor } =
      rank === 1 ? { text: keyword.text, factor: 1 } : widened(chance, keyword, words)
    if (searches.has(text)) continue
    const clicksADay = (weight * (keyword.matchType === 'EXACT' ? 1 : 2.2)) / rank ** 1.1
    const own = keyword.matchType === 'BROAD' && rank > 1 ? chance.between(0.35, 1.05) : 1
    searches.set(text, {
      keyword,
      text,
      isVisible: rank === 1 || !chance.happens(hidden * Math.min(1.6, 0.5 + rank / 25)),
      clicksADay,
      cpcMicros: cpcMicros * lognormal(chance, 0.25),
      rate: Math.min(0.6, rate * own * factor * drawSpread(chance, laws.spread)),
      walk: drawWalk(chance, laws),
    })
  }
  return inSpellings([...searches.values()], laws.spellings)
}

/** The same search written in several ways, the commonest first: in another order, in the plural, with a little word. */
function inSpellings(searches: readonly Search[], most: number): Search[] {
  if (most === 1) return [...searches]
  const total = Array.from({ length: most }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b)
  const known = new Set(searches.map(({ text }) => text))
  return searches.flatMap((search) => {
    const ways = [search.text, ...WAYS.slice(0, most - 1).map((way) => way(search.text.split(' ')))]
    const own = ways.filter((text, i) => i === 0 || (!known.has(text) && known.add(text)))
    return own.map((text, i) => ({
      ...search,
      text,
      clicksADay: search.clicksADay / (i + 1) / total,
    }))
  })
}

const WAYS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.toReversed().join(' '),
  (words) => words.map((word) => `${word}s`).join(' '),
  (words) => words.join(' de '),
]

/** Words added before or behind; under broad match one of the keyword's own may be another. */
function widened(chance: Chance, { text, matchType }: Keyword, words: Words) {
  const added = Array.from({ length: chance.happens(0.6) ? 1 : 2 }, () =>
    oneOf(chance, words.added),
  )
  const own = text.split(' ')
  if (matchType === 'BROAD' && chance.happens(0.5)) {
    own[Math.floor(chance.uniform() * own.length)] = oneOf(chance, words.subjects)
  }
  const all = added.map(({ word }) => word)
  const texts = chance.happens(0.3) ? [...all, ...own] : [...own, ...all]
  return { text: texts.join(' '), factor: added.reduce((product, one) => product * one.factor, 1) }
}

/** Their people are the same, so that only the price differs. Nothing is drawn where none are. */
function showTwice(chance: Chance, { shownTwice }: Laws, searches: readonly Search[]): Search[] {
  if (shownTwice === 0) return []
  const wide = [...new Set(searches.map(({ keyword }) => keyword))].filter(
    ({ matchType }) => matchType !== 'EXACT',
  )
  return searches.flatMap((search) => {
    const { campaign, text } = search.keyword
    const others = wide.filter((keyword) => keyword.campaign !== campaign)
    if (search.text === text || others.length === 0 || !chance.happens(shownTwice)) return []
    const keyword = oneOf(chance, others)
    const there = chance.between(0.2, 0.8)
    const twin: Search = {
      ...{ ...search, keyword, clicksADay: search.clicksADay * there },
      cpcMicros: (keyword.bidMicros / 1.3) * lognormal(chance, 0.25),
    }
    search.clicksADay *= 1 - there
    const caught = chance.between(0.2, 1)
    search.elsewhere = { search: twin, caught }
    twin.elsewhere = { search, caught }
    return [twin]
  })
}

/** To the account's clicks a day, brand taking its share of them; a budget that binds pays for a part. */
function spreadClicks(searches: Search[], clicksADay: number, brandShare: number): void {
  const isBrand = ({ keyword }: Search) => keyword.campaign.isBrand
  const sumOf = (own: Search[]) => own.reduce((sum, one) => sum + one.clicksADay, 0)
  const [brand, rest] = [searches.filter(isBrand), searches.filter((one) => !isBrand(one))]
  const [ofBrand, ofRest] = [sumOf(brand), sumOf(rest)]
  for (const one of brand) one.clicksADay *= (clicksADay * brandShare) / ofBrand
  for (const one of rest)
    one.clicksADay *= (clicksADay * (1 - (ofBrand > 0 ? brandShare : 0))) / ofRest
}

function oneOf<T>(chance: Chance, all: readonly T[]): T {
  return all[Math.floor(chance.uniform() * all.length)]!
}
