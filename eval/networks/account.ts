import type { Chance } from '../chance.ts'

/** How an account bids; `portfolio`: one target that several campaigns share. */
type Bidding = 'by hand' | 'target CPA' | 'target ROAS' | 'no target'
export type Law = { bidding: Bidding; portfolio?: true; fashion?: true; networks?: true }

export type Network = 'SEARCH' | 'SEARCH_PARTNERS' | 'CONTENT'

export type Account = {
  law: Law
  /** What a conversion is worth, micros, or one micro of the value that is reported. */
  worth: number
  isTold: boolean
  hasValues: boolean
  lagDays: number
  /** Of orders that are sent back, which Google takes out of its figures `returnedAfter` days later. */
  returned: number
  returnedAfter: number
  /** Share of auctions won at a bid of x times the market: 1 − exp(−x^shape); a click costs price · x^kappa of the market. */
  shape: number
  price: number
  kappa: number
  /** How conversions follow the part of auctions that a budget lets in. */
  paced: number
  /** Of the coming month, in which bidding has found its new level. */
  settled: number
  /** Clicks that a keyword of its own adds to a search. */
  exact: number
  /** sd of ln, of weekly steps and of the coming month. */
  walk: { clicks: number; rate: number }
  month: { clicks: number; rate: number }
  seasons: Seasons
  /** How near clicks come to all that they bring, ln. */
  dearness: number
  /** Tail of order values: Pareto index, 0 for lognormal. */
  tail: number
  campaigns: Campaign[]
  keywords: Keyword[]
  searches: Search[]
}

/** Factors on the clicks and rates of a day, the last of all for the mean day of the coming month. */
type Seasons = { clicks: number[]; rate: number[]; values: number[] }

export type Campaign = {
  id: string
  name: string
  portfolio: string | null
  /** Micros per conversion, or value over cost. */
  target: number | null
  bias: number
  skill: number
  doubt: number
  meanRate: number
  value: number
  budgetMicros: number
  side: Partial<Record<Network, Side>>
}

/** Against Google's own search: what there is to win, rate, value, price of the market, and how its rate moves by the coming month. */
export type Side = {
  volume: number
  rate: number
  value: number
  market: number
  known: number
  moved: number
}

export type Keyword = {
  id: string
  adGroupId: string
  campaign: Campaign
  text: string
  matchType: 'PHRASE' | 'BROAD' | 'EXACT'
  bidMicros: number
}

export type Search = {
  text: string
  keyword: Keyword
  /** Clicks a day, were all auctions won. */
  clicksADay: number
  rate: number
  marketMicros: number
  isVisible: boolean
  /** By week, the last for the coming month. */
  weeks: { clicks: number; rate: number; error: number }[]
}

export const DAYS = 98
const WEEKS = DAYS / 7

export function drawAccount(chance: Chance, law: Law): Account {
  const { between, happens, normal } = chance
  const hasValues = law.bidding === 'target ROAS' || law.fashion === true || happens(0.25)
  const margin = between(0.25, 0.6)
  const account: Account = {
    law,
    worth: 0,
    isTold: happens(0.7) && !hasValues,
    hasValues,
    lagDays: between(0.5, 8),
    returned: law.fashion ? between(0, 0.45) : 0,
    returnedAfter: between(8, 28),
    shape: between(0.35, 1.5),
    price: between(0.45, 0.9),
    kappa: between(0.2, 0.9),
    paced: between(0.65, 1),
    settled: between(0.3, 1),
    exact: happens(0.5) ? 0 : between(0, 0.06),
    walk: { clicks: between(0.02, 0.2), rate: between(0, 0.1) },
    month: { clicks: between(0.1, 0.5), rate: between(0.05, 0.25) },
    seasons: seasonsOf(chance, law),
    dearness: between(-1, 0.2),
    tail: hasValues && happens(0.5) ? between(2, 3) : 0,
    campaigns: [],
    keywords: [],
    searches: [],
  }
  const usualWorth = 1e6 * Math.exp(between(Math.log(12), Math.log(180)))
  // Of a shop that is told a return, that return is what its margin allows; of another all that is sold counts.
  const isReturn = law.bidding === 'target ROAS'
  account.worth = !hasValues ? usualWorth : isReturn ? margin : 1
  const orderValue = !hasValues ? 1e6 : isReturn ? usualWorth / margin : usualWorth
  const clicks = Math.exp(between(Math.log(12), Math.log(1200)))
  const count = Math.max(2, Math.min(9, Math.round(clicks ** 0.3 * between(0.6, 1.6))))
  const inPortfolio = law.portfolio ? Math.min(count, Math.round(between(2, 6))) : 0
  const asked = askedOf(chance, account, usualWorth)
  const usualNetworks = networksOf(chance)
  for (let i = 0; i < count; i++) {
    const campaign: Campaign = {
      id: String(101 + i),
      name: `Campaña ${NAMES[i]}`,
      portfolio: i < inPortfolio ? '7001' : null,
      target: i < inPortfolio ? asked : askedOf(chance, account, usualWorth),
      bias: Math.exp(0.12 * normal()),
      skill: between(0.2, 0.95),
      doubt: between(0.1, 0.45),
      meanRate: 0.03 * Math.exp(0.55 * normal()),
      value: orderValue * (hasValues ? Math.exp(0.5 * normal()) : 1),
      budgetMicros: 0,
      side: law.networks || happens(0.3) ? sidesOf(chance, usualNetworks, hasValues) : {},
    }
    account.campaigns.push(campaign)
    drawSearches(chance, account, campaign, (clicks / count) * Math.exp(0.5 * normal()))
  }
  return account
}

/** Too strict for some, too lax for others. */
function askedOf({ between, happens }: Chance, { law, worth }: Account, usualWorth: number) {
  const part = happens(0.25) ? between(0.3, 0.6) : happens(0.25) ? between(1, 1.5) : between(0.6, 1)
  if (law.bidding === 'target CPA') return Math.round((usualWorth * part) / 1e4) * 1e4
  if (law.bidding === 'target ROAS') return Number((1 / (worth * part)).toFixed(2))
  return null
}

type Usual = Record<'SEARCH_PARTNERS' | 'CONTENT', { rate: number; value: number; market: number }>

/** What an account's networks have in common. */
function networksOf({ between, normal }: Chance): Usual {
  return {
    SEARCH_PARTNERS: {
      rate: Math.exp(-0.25 + 0.45 * normal()),
      value: Math.exp(-0.05 + 0.2 * normal()),
      market: between(0.35, 1.15),
    },
    CONTENT: {
      rate: Math.exp(-1.3 + 0.8 * normal()),
      value: Math.exp(-0.1 + 0.3 * normal()),
      market: between(0.08, 0.6),
    },
  }
}

function sidesOf(chance: Chance, usual: Usual, hasValues: boolean): Campaign['side'] {
  const { between, normal, happens } = chance
  const sideOf = (network: keyof Usual, volume: number, spread: number): Side => ({
    volume,
    rate: usual[network].rate * Math.exp(spread * normal()),
    value: hasValues ? usual[network].value * Math.exp(0.15 * normal()) : 1,
    market: usual[network].market * Math.exp(0.2 * normal()),
    known: between(0.3, 1),
    moved: Math.exp(between(0.05, 0.3) * normal()),
  })
  return {
    ...(happens(0.75) && { SEARCH_PARTNERS: sideOf('SEARCH_PARTNERS', between(0.02, 0.5), 0.35) }),
    ...(happens(0.45) && { CONTENT: sideOf('CONTENT', between(0.05, 1), 0.5) }),
  }
}

function drawSearches(chance: Chance, account: Account, campaign: Campaign, clicks: number): void {
  const { between, normal, happens, uniform } = chance
  const spread = between(0.3, 0.9)
  const idleOnes = between(0, 0.3)
  const usualMarket =
    ((account.hasValues ? account.worth * campaign.value : account.worth) *
      campaign.meanRate *
      Math.exp(0.3 * normal() + account.dearness)) /
    account.price
  const groups = 1 + Math.round(uniform() * 3)
  const own: Search[] = []
  for (let k = 0; k < groups * 3; k++) {
    const noun = WORDS[Math.floor(uniform() * WORDS.length)]!
    const text = `${noun} ${KINDS[Math.floor(uniform() * KINDS.length)]!}`
    if (account.keywords.some((one) => one.campaign === campaign && one.text === text)) continue
    const keyword: Keyword = {
      id: `${5000 + account.keywords.length}`,
      adGroupId: `${campaign.id}${k % groups}`,
      campaign,
      text,
      matchType: happens(0.6) ? 'PHRASE' : 'BROAD',
      bidMicros: 0,
    }
    const market = usualMarket * Math.exp(0.35 * normal())
    keyword.bidMicros = Math.max(2, Math.round((market * Math.exp(0.5 * normal())) / 1e4)) * 1e4
    account.keywords.push(keyword)
    const many = Math.round(between(3, 14))
    for (let s = 0; s < many; s++) {
      const isIdle = s > 0 && happens(idleOnes)
      const rest =
        s === 0 ? '' : ` ${(isIdle ? IDLE : MORE)[(s * 7 + k) % (isIdle ? IDLE : MORE).length]!}`
      if (own.some((one) => one.text === text + rest)) continue
      own.push({
        text: text + rest,
        keyword,
        clicksADay: (s + 1) ** -between(0.8, 1.4),
        rate: Math.min(
          0.6,
          campaign.meanRate *
            Math.exp(spread * normal() - spread ** 2 / 2) *
            (isIdle ? between(0, 0.3) : 1),
        ),
        marketMicros: market * Math.exp(0.3 * normal()),
        isVisible: happens(0.7),
        weeks: weeksOf(chance, account),
      })
    }
  }
  const total = own.reduce((sum, one) => sum + one.clicksADay, 0)
  for (const one of own) one.clicksADay *= (2 * clicks) / total
  account.searches.push(...own)
}

function weeksOf({ normal }: Chance, { walk, month, law }: Account): Search['weeks'] {
  let [clicks, rate, error] = [0, 0, normal()]
  const trend = law.fashion ? 0.05 * normal() : 0
  const all = Array.from({ length: WEEKS }, () => {
    clicks += walk.clicks * normal() + trend
    rate += walk.rate * normal()
    error = 0.9 * error + 0.45 * normal()
    return { clicks: Math.exp(clicks), rate: Math.exp(rate), error }
  })
  const last = all.at(-1)!
  const [more, better] = [month.clicks * normal(), month.rate * normal()]
  return [
    ...all,
    {
      clicks: last.clicks * Math.exp(more + 2 * trend),
      rate: last.rate * Math.exp(better),
      error: 0.9 * last.error + 0.25 * normal(),
    },
  ]
}

/** Weekdays, a season, sales of some days and good and bad days that hang together. */
function seasonsOf(chance: Chance, { fashion }: Law): Seasons {
  const { between, normal, happens } = chance
  // A fashion turns in half a year.
  const strength = fashion ? between(0.2, 0.7) : between(0, 0.15)
  const phase = between(0, 2 * Math.PI)
  const season = (day: number) =>
    strength * Math.sin((2 * Math.PI * day) / (fashion ? 182 : 365) + phase)
  const weekdays = Array.from({ length: 7 }, () => (fashion ? 0.25 : 0.12) * normal())
  const sales = Array.from({ length: fashion ? Math.round(between(1, 4)) : 0 }, () => ({
    from: Math.floor(between(0, DAYS)),
    days: Math.round(between(3, 9)),
    clicks: between(1.2, 2.5),
    rate: between(1.2, 2),
    value: between(0.65, 0.9),
  }))
  let shock = 0
  const days = Array.from({ length: DAYS }, (_, day) => {
    shock = 0.66 * shock + 0.12 * normal()
    const sale = sales.find(({ from, days }) => day >= from && day < from + days)
    return {
      clicks: Math.exp(season(day) + weekdays[day % 7]! + shock) * (sale?.clicks ?? 1),
      rate: Math.exp(0.3 * season(day) + 0.4 * shock) * (sale?.rate ?? 1),
      value: sale?.value ?? 1,
    }
  })
  const saleShare = fashion && happens(0.4) ? between(0.1, 0.3) : 0
  const [first] = sales
  const mean = 1 + saleShare * ((first?.clicks ?? 1) * (first?.rate ?? 1) * (first?.value ?? 1) - 1)
  const volume = 1 + saleShare * ((first?.clicks ?? 1) - 1)
  const middle = DAYS + 15
  return {
    clicks: [...days.map((one) => one.clicks), Math.exp(season(middle)) * volume],
    rate: [...days.map((one) => one.rate), (Math.exp(0.3 * season(middle)) * mean) / volume],
    values: [...days.map((one) => one.value), 1],
  }
}

const NAMES = [
  'norte',
  'sur',
  'hogar',
  'jardín',
  'oficina',
  'taller',
  'cocina',
  'viaje',
  'infantil',
]
const WORDS =
  'sillas mesas lámparas estanterías cortinas alfombras espejos sofás colchones armarios cojines toldos grifos azulejos puertas'.split(
    ' ',
  )
const KINDS =
  'madera exterior grandes modernas blancas plegables baratas medida nórdicas redondas metal cristal'.split(
    ' ',
  )
const MORE =
  'online madrid valencia oferta comprar calidad rápidas salón bonitas nuevas altas tienda entrega garantía precio'.split(
    ' ',
  )
const IDLE =
  'gratis segunda mano|planos|dibujo|reparar|alquiler|wikipedia|empleo|manual|curso|reciclar'.split(
    '|',
  )
