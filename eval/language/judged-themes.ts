import { atLeastChance } from './chance.ts'
import { type Ask, BREAK_EVEN, type Part, type Shop } from './shop.ts'

/** A negative that would be created: what it says, how it matches and where it acts. */
export type Negative = { campaignId: string; text: string; matchType: string }

export type Judgement = {
  themes: number
  /** Nothing is left of them without little words, numbers, sizes and units, or they begin or end in one. */
  meaningless: string[]
  /** A word of a keyword that brought what they stop, in whatever form; or of free where that is what is offered. */
  core: string[]
  /** Searches they would stop that sold more than the rest of the theme lets expect. */
  beyondChance: string[]
  /** Of those that sold, how many truly do, and how many were lucky. */
  trueSellers: number
  luckySellers: number
  /** Clicks that never pay, and those of them that any negative stops. */
  idleClicks: number
  idleStopped: number
}

export function judgedThemes(shop: Shop, negatives: readonly Negative[]): Judgement {
  const phrases = negatives.filter(({ matchType }) => matchType !== 'EXACT')
  const stoppedBy = (negative: Negative) => shop.asks.filter((ask) => stops(negative, ask))
  const stopped = new Set(phrases.flatMap(stoppedBy))
  const sellers = [...stopped].filter(({ conversions }) => conversions > 0)
  const idle = shop.asks.filter(({ text, rate }) => rate < BREAK_EVEN / 4 && isIdle(shop, text))
  const everything = new Set(negatives.flatMap(stoppedBy))
  return {
    themes: new Set(phrases.map(({ text }) => text)).size,
    meaningless: phrases.filter(({ text }) => isMeaningless(shop, text)).map(({ text }) => text),
    core: phrases
      .filter((negative) => hitsCore(shop, negative, stoppedBy(negative)))
      .map(({ text }) => text),
    beyondChance: phrases.flatMap((negative) => {
      const own = stoppedBy(negative)
      return own.filter((ask) => soldBeyondChance(ask, own)).map(({ text }) => text)
    }),
    trueSellers: sellers.filter(({ rate }) => rate >= BREAK_EVEN).length,
    luckySellers: sellers.filter(({ rate }) => rate < BREAK_EVEN).length,
    idleClicks: clicksOf(idle),
    idleStopped: clicksOf(idle.filter((ask) => everything.has(ask))),
  }
}

const clicksOf = (asks: readonly Ask[]) => asks.reduce((sum, { clicks }) => sum + clicks, 0)

const wordsIn = (text: string) => text.toLowerCase().split(/[\s,.']+/)

/** As Google's negatives work: the very words, one after another. */
function stops({ campaignId, text, matchType }: Negative, ask: Ask): boolean {
  if (campaignId !== ask.campaignId) return false
  if (matchType === 'EXACT') return wordsIn(text).join(' ') === wordsIn(ask.text).join(' ')
  return ` ${wordsIn(ask.text).join(' ')} `.includes(` ${wordsIn(text).join(' ')} `)
}

function partsOf({ words }: Shop, text: string): (Part | undefined)[] {
  return wordsIn(text).map((word) => words.get(word))
}

const isEmpty = (part: Part | undefined) => !part || part.role === 'little' || part.role === 'size'

function isMeaningless(shop: Shop, text: string): boolean {
  const parts = partsOf(shop, text)
  return isEmpty(parts[0]) || isEmpty(parts.at(-1))
}

function hitsCore(shop: Shop, { text }: Negative, stopped: readonly Ask[]): boolean {
  const brought = new Set(stopped.map(({ keyword }) => keyword))
  const core = new Set(
    shop.bids
      .filter((bid) => brought.has(bid.text))
      .flatMap(({ parts }) => parts.map(({ lemma }) => lemma)),
  )
  const offered = partsOf(shop, shop.headline).map((part) => part?.lemma)
  return partsOf(shop, text).some(
    (part) =>
      part && (core.has(part.lemma) || (part.role === 'free' && offered.includes(part.lemma))),
  )
}

function soldBeyondChance(ask: Ask, own: readonly Ask[]): boolean {
  if (ask.conversions <= 0) return false
  const rest = own.filter((other) => other !== ask)
  // Half a sale more than was seen, so that none at all is no certainty.
  const sold = rest.reduce((sum, { conversions }) => sum + conversions, 0.5)
  return atLeastChance(ask.conversions, (sold / Math.max(1, clicksOf(rest))) * ask.clicks) < 0.01
}

/** What a theme should find: searches with an idle word, or with free where the shop sells nothing for free. */
function isIdle(shop: Shop, text: string): boolean {
  const offered = [...shop.bids.flatMap(({ parts }) => parts), ...partsOf(shop, shop.headline)]
  const isFreeOffered = offered.some((part) => part?.role === 'free')
  return partsOf(shop, text).some(
    (part) => part?.role === 'idle' || (part?.role === 'free' && !isFreeOffered),
  )
}
