import { type Chance, chanceFrom, countOf, oneOf } from './chance.ts'
import { type Forms, IN, type Language, SIZES, TONGUES, WORDED_SIZES } from './vocabulary.ts'

export type Role = 'thing' | 'wish' | 'idle' | 'free' | 'town' | 'size' | 'little'

/** A word or a few; `lemma` is the same for all forms of a word. */
export type Part = { text: string; role: Role; lemma: string }

/** What people ask for, with its truth and what was seen of it. */
export type Ask = {
  text: string
  campaignId: string
  adGroupId: string
  keyword: string
  /** True conversions per click. */
  rate: number
  cpcEuros: number
  clicks: number
  conversions: number
}

export type Bid = { text: string; parts: Part[]; campaignId: string; adGroupId: string }

export type Shop = {
  name: string
  bids: Bid[]
  asks: Ask[]
  /** By word, lower case. */
  words: Map<string, Part>
  headline: string
  targetEuros: number
}

export const KINDS = [
  'little words',
  'sizes',
  'free at the core',
  'free in the ads',
  'free is waste',
  'sellers inside',
  'several languages',
] as const
export type Kind = (typeof KINDS)[number]

const TARGET_EUROS = 25
const CPC_EUROS = 0.8
/** A click must sell this often to be worth its price. */
export const BREAK_EVEN = CPC_EUROS / TARGET_EUROS

type Pen = { shop: Shop; chance: Chance; language: Language; campaignId: string }

export function drawShop(kind: Kind, language: Language, seed: number): Shop {
  const chance = chanceFrom(`${kind} ${language} ${seed}`)
  const shop: Shop = {
    name: `Comercial ${oneOf(chance, ['Zurbano', 'Kirmen', 'Olivella'])}`,
    bids: [],
    asks: [],
    words: new Map(),
    headline: 'www',
    targetEuros: TARGET_EUROS,
  }
  const others = (['es', 'en', 'fr', 'pt', 'ca'] as const).filter((one) => one !== language)
  const second = kind === 'several languages' ? oneOf(chance, others) : language
  for (const [i, own] of [language, second].entries()) {
    addCampaign({ shop, chance, language: own, campaignId: String(i + 1) }, kind)
  }
  return shop
}

function addCampaign(pen: Pen, kind: Kind): void {
  const { chance, language, campaignId, shop } = pen
  const { trades, free } = TONGUES[language]
  const { things, wishes } = trades[(Number(campaignId) - 1) % trades.length]!
  const isFree = kind === 'free at the core'
  if (kind === 'free in the ads') shop.headline = `${free[0]![0]} ${things[0]![0]}`
  for (const [group, thing] of things.entries()) {
    for (const wish of wishes) {
      const parts = [form(chance, thing, 'thing'), form(chance, wish, 'wish')]
      if (isFree && group === 0) parts.unshift(form(chance, free[0]!, 'free'))
      const adGroupId = `${campaignId}${group}`
      const bid = { text: joined(parts), parts, campaignId, adGroupId }
      shop.bids.push(bid)
      for (const part of parts) learn(shop, part)
      addBuyers(pen, bid, { thing, wish, wishes })
    }
  }
  addWaste(pen, kind)
}

/** Buyers: the keyword, its other forms and other wishes beside it. */
function addBuyers(
  pen: Pen,
  bid: Bid,
  { thing, wish, wishes }: { thing: Forms; wish: Forms; wishes: readonly Forms[] },
): void {
  const { chance, language } = pen
  const level = 0.04 + 0.05 * chance()
  const extras = bid.parts.filter(({ role }) => role === 'free')
  for (let i = 0; i < 8; i++) {
    const parts = [...extras, form(chance, thing, 'thing'), form(chance, wish, 'wish')]
    if (chance() < 0.5) parts.push(form(chance, oneOf(chance, wishes), 'wish'))
    if (chance() < 0.3) parts.splice(1, 0, little(IN[language]))
    if (chance() < 0.3) parts.push(serial(pen))
    addAsk(pen, bid, parts, { rate: level * (0.5 + chance()), clicks: 10 + 300 * chance() ** 4 })
  }
}

/** Searches that hardly ever sell: what they share is an idle word, and much that means nothing. */
function addWaste(pen: Pen, kind: Kind): void {
  const { chance, shop, language, campaignId } = pen
  const tongue = TONGUES[language]
  const bids = shop.bids.filter((bid) => bid.campaignId === campaignId)
  const rate = 0.001
  const add = (make: (bid: Bid, i: number) => Part[], count: number) => {
    for (let i = 0; i < count; i++) {
      const bid = oneOf(chance, bids)
      addAsk(pen, bid, make(bid, i), { rate, clicks: 8 + 25 * chance() })
    }
  }
  const thingOf = ({ parts }: Bid) => parts.find(({ role }) => role === 'thing')!
  const isFree = kind.startsWith('free')
  const idle = tongue.idle.slice(0, kind === 'sellers inside' ? 5 : 3)
  for (const word of idle) {
    add((bid) => [thingOf(bid), form(chance, word, 'idle'), serial(pen)], 16)
    if (kind === 'sellers inside') addSeller(pen, oneOf(chance, bids), word)
  }
  if (isFree) {
    add((bid) => [form(chance, tongue.free[0]!, 'free'), thingOf(bid), serial(pen)], 24)
  }
  if (kind === 'little words' || kind === 'several languages') {
    for (const word of tongue.before) add((bid) => [little(word), thingOf(bid), serial(pen)], 9)
    for (const word of tongue.after) add((bid) => [thingOf(bid), little(word), serial(pen)], 9)
    add((bid, i) => [thingOf(bid), little(IN[language]), townOf(tongue.towns, i)], 24)
  }
  if (kind === 'sizes') {
    for (const size of [...SIZES, ...WORDED_SIZES[language]]) {
      add((bid) => [thingOf(bid), { text: size, role: 'size', lemma: size }, serial(pen)], 8)
    }
  }
}

/** One search with an idle word that does sell, at dearer clicks: it pays for itself barely or not at all. */
function addSeller(pen: Pen, bid: Bid, word: Forms): void {
  const { chance } = pen
  const thing = bid.parts.find(({ role }) => role === 'thing')!
  const parts = [thing, form(chance, word, 'idle'), form(chance, ['premium'], 'wish')]
  const cpcEuros = CPC_EUROS * (1 + 3 * chance())
  addAsk(pen, bid, parts, { rate: 0.08, clicks: 40 + 40 * chance(), cpcEuros })
}

function townOf(towns: readonly string[], i: number): Part {
  const town = towns[i % towns.length]!
  return { text: town, role: 'town', lemma: town }
}

let serials = 0

/** A word of its own, as most searches have one. */
function serial({ shop }: Pen): Part {
  const letters = 'bcdfghjklmnpqrtvz'
  serials = (serials + 1) % 4_913
  const [a, b, c] = [serials % 17, Math.floor(serials / 17) % 17, Math.floor(serials / 289) % 17]
  const text = `${letters[a]}o${letters[b]}u${letters[c]}ek`
  const part: Part = { text, role: 'wish', lemma: text }
  learn(shop, part)
  return part
}

const little = (text: string): Part => ({ text, role: 'little', lemma: text })

function form(chance: Chance, forms: Forms, role: Role): Part {
  return { text: oneOf(chance, forms), role, lemma: forms[0]! }
}

export const joined = (parts: readonly Part[]) => parts.map(({ text }) => text).join(' ')

function addAsk(
  { shop, chance }: Pen,
  { campaignId, adGroupId, text: keyword }: Bid,
  parts: readonly Part[],
  law: { rate: number; clicks: number; cpcEuros?: number },
): void {
  for (const part of parts) learn(shop, part)
  const clicks = Math.max(1, Math.round(law.clicks))
  const conversions = countOf(chance, clicks * law.rate)
  const { rate, cpcEuros = CPC_EUROS * (0.8 + 0.4 * chance()) } = law
  const place = { campaignId, adGroupId, keyword }
  shop.asks.push({ text: joined(parts), ...place, rate, cpcEuros, clicks, conversions })
}

/** A part of several words teaches each of them; what means something in one place is no little word elsewhere. */
function learn({ words }: Shop, part: Part): void {
  for (const word of part.text.toLowerCase().split(/[\s,.]+/)) {
    const before = words.get(word)
    if (before && before.role !== 'little') continue
    words.set(word, part.text === word ? part : { ...part, text: word })
  }
}
