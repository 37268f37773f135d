import type { Chance } from '../chance.ts'
import { COMMON, HARDLY_SELLS, INTENTS, type Intent, PHRASES } from './intents.ts'
import type { Trade } from './trades.ts'

/** What is true of a small account with dear clicks, and cannot be seen. */
export type Account = {
  trade: Trade
  things: Thing[]
  searches: Search[]
  /** Of one conversion, euros: what its owner has said. */
  worthEuros: number
  headline: string
  isByHand: boolean
}

/** A keyword, in an ad group of its own. */
export type Thing = {
  text: string
  campaignId: string
  adGroupId: string
  matchType: MatchType
  base: number
  cpcEuros: number
}
type MatchType = 'PHRASE' | 'BROAD'

export type Search = {
  text: string
  thing: Thing
  /** What a buyer does not add, if anything: a word of an intent. */
  word: Word | null
  clicksADay: number
  cpcEuros: number
  /** Conversions per click. */
  rate: number
  isVisible: boolean
}

export type Word = { intent: Intent; text: string; factor: number }

/** How far searches of one keyword and word differ, sd of ln. */
export const SPREAD = 0.35
/** A word that sells though its like do not, and the other way round. */
export const FLIPS = { sells: 0.08, barren: 0.15 }
export const BARREN = { median: 0.06, sd: 0.6 }
export const SELLING = { median: 0.8, sd: 0.35 }

export function drawAccount(chance: Chance, trade: Trade): Account {
  const cpc = chance.between(...trade.cpc)
  const worthEuros = Math.round(chance.between(...trade.worth))
  const level = Math.min(0.3, (cpc / worthEuros) * 1.45 * spread(chance, 0.3))
  const things = drawThings(chance, trade, { level, cpc })
  const words = drawWords(chance, trade, things)
  const total = 20 * (150 / 20) ** chance.uniform()
  const searches = [
    ...withShare(drawBuyers(chance, trade, things), total),
    ...drawOthers(chance, trade, things, words).flat(),
  ]
  const others = searches.filter(({ word }) => word !== null)
  const share = chance.between(0.2, 0.5)
  const buyers = searches.filter(({ word }) => word === null)
  withShare(others, total * share)
  withShare(buyers, total * (1 - share))
  hide(chance, searches)
  return {
    trade,
    things,
    searches,
    worthEuros,
    headline: trade.headline,
    isByHand: chance.happens(0.5),
  }
}

const listed = (text: string) => text.split(', ').filter((one) => one !== '')
const spread = (chance: Chance, sd: number) => Math.exp(sd * chance.normal())

function drawThings(
  chance: Chance,
  trade: Trade,
  { level, cpc }: { level: number; cpc: number },
): Thing[] {
  const campaigns = 1 + Math.floor(chance.between(0, 3))
  return listed(trade.things).map((text, i) => ({
    text,
    campaignId: String(101 + (i % campaigns)),
    adGroupId: `${101 + (i % campaigns)}${i + 1}`,
    matchType: chance.happens(0.6) ? 'BROAD' : 'PHRASE',
    base: Math.min(0.4, level * spread(chance, 0.25)),
    cpcEuros: cpc * spread(chance, 0.25),
  }))
}

/** Each intent is barren in this business or not, and each of its words mostly as its intent. */
function drawWords(chance: Chance, trade: Trade, things: readonly Thing[]): Map<Intent, Word[]> {
  const kept = things.map(({ text }) => ` ${text} `).join('|')
  return new Map(
    INTENTS.map((intent) => {
      const sold = trade.sells?.[intent]
      const isBarren = !sold && chance.happens(HARDLY_SELLS[intent])
      const level = sold?.factor ?? SELLING.median
      const words = textsOf(trade, intent).map((text): Word => {
        const isOwn = kept.includes(` ${text.replace('_', '').trim()} `)
        const flips = !isOwn && chance.happens(isBarren ? FLIPS.sells : sold ? 0.05 : FLIPS.barren)
        const isIdle = isBarren !== flips
        const factor = isIdle
          ? BARREN.median * spread(chance, BARREN.sd)
          : level * spread(chance, SELLING.sd)
        return { intent, text, factor: intent === 'price' ? 1.05 * spread(chance, 0.2) : factor }
      })
      return [intent, words]
    }),
  )
}

function textsOf(trade: Trade, intent: Intent): string[] {
  if (intent === 'elsewhere') return listed(trade.elsewhere)
  if (intent === 'other product') return listed(trade.others)
  if (intent === 'rival') return listed(trade.rivals)
  return [
    ...new Set(trade.languages.flatMap((language) => listed(PHRASES[language][intent] ?? ''))),
  ]
}

function drawBuyers(chance: Chance, trade: Trade, things: readonly Thing[]): Search[] {
  const [wishes, served] = [listed(trade.wishes), listed(trade.served)]
  return things.flatMap((thing) => {
    const weight = spread(chance, 0.7)
    const towns = ['', ...served]
    const own = ['', ...wishes].flatMap((wish, w) =>
      towns.map((town, t) => {
        const order = chance.happens(0.2) ? [wish, thing.text, town] : [thing.text, wish, town]
        return search(chance, thing, null, order, weight / (1 + w * 0.7) / (1 + t))
      }),
    )
    const pairs = wishes.flatMap((wish) =>
      chance.happens(0.5)
        ? [
            search(
              chance,
              thing,
              null,
              [thing.text, wish, oneOf(chance, wishes)],
              0.06 * weight * chance.uniform(),
            ),
          ]
        : [],
    )
    return [...own, ...pairs]
  })
}

/** By intent: each word with each thing, alone, with a wish and with a town. */
function drawOthers(
  chance: Chance,
  trade: Trade,
  things: readonly Thing[],
  words: ReadonlyMap<Intent, readonly Word[]>,
): Search[][] {
  const [wishes, served] = [listed(trade.wishes), listed(trade.served)]
  return [...words].map(([intent, own]) => {
    const all = own.flatMap((word, i) => {
      const weight = spread(chance, 0.6) / (1 + 0.5 * i)
      return things.flatMap((thing) => {
        if (thing.text.includes(word.text.replace('_', '').trim())) return []
        if (thing.matchType === 'PHRASE' && chance.happens(0.3)) return []
        const base = withThing(word.text, thing.text)
        const ofThing = weight * spread(chance, 0.8)
        const plain = search(chance, thing, word, [base], ofThing)
        const more = [...wishes, ...served].flatMap((added) =>
          chance.happens(0.45)
            ? [search(chance, thing, word, [base, added], 0.5 * ofThing * chance.uniform())]
            : [],
        )
        return [plain, ...more]
      })
    })
    return withShare(all, COMMON[intent] * chance.gamma(1.2))
  })
}

const withThing = (text: string, thing: string) =>
  text.includes('_') ? text.replace('_', thing) : `${thing} ${text}`

function search(
  chance: Chance,
  thing: Thing,
  word: Word | null,
  parts: readonly string[],
  weight: number,
): Search {
  return {
    text: parts.filter((part) => part !== '').join(' '),
    thing,
    word,
    clicksADay: weight,
    cpcEuros: thing.cpcEuros * spread(chance, 0.2),
    rate: Math.min(0.6, thing.base * (word?.factor ?? 1) * spread(chance, SPREAD)),
    isVisible: true,
  }
}

function withShare(own: Search[], total: number): Search[] {
  const sum = own.reduce((all, { clicksADay }) => all + clicksADay, 0)
  for (const one of own) one.clicksADay *= sum > 0 ? total / sum : 0
  return own
}

/** Google hides what few people search. */
function hide(chance: Chance, searches: readonly Search[]): void {
  const hidden = chance.between(0.15, 0.6)
  for (const one of searches) {
    const rare = Math.min(1.4, 0.03 / (one.clicksADay + 0.02) + 0.3)
    one.isVisible = !chance.happens(Math.min(0.9, hidden * rare))
  }
}

const oneOf = <T>(chance: Chance, all: readonly T[]): T =>
  all[Math.floor(chance.uniform() * all.length)]!
