import type { AccountInventory } from '#engine/account/inventory.ts'
import type { ConversionAction, MatchType } from '#engine/account/snapshot.ts'

/** An account as few lines as it can be told in; what it brings is drawn from it (`draw-account.ts`). */
export type OddAccount = {
  name: string
  /** Of the advertiser. */
  called: string
  campaigns: OddCampaign[]
  actions?: OddAction[]
  /** The most that its owner says a conversion may cost, in units of money. */
  goal?: number
  /** Days before today at which actions of type 'UPLOAD_CLICKS' stopped to come, or tags to count. */
  countedUntil?: number
  inventory?: AccountInventory
  expects: Expectations
}

/** What an expert would see in its advice, and would not. Patterns are of a card's title and description. */
export type Expectations = {
  /** Of any of several rules: 'one|other'. */
  must?: readonly [rule: string, words: RegExp][]
  mustNot?: readonly [rule: string, words?: RegExp][]
  /** Of any card's text, or of the reason why a rule is silent. */
  says?: readonly RegExp[]
  /** A list that is longer is not read. */
  mostCards?: number
}

export type OddCampaign = {
  name: string
  channel?: string
  bidding: string
  targetCpa?: number
  targetRoas?: number
  budget: number
  groups: OddGroup[]
  /** Of the impressions, lost to budget and to rank. */
  lost?: number
  rank?: number
  /** Seasons: what the days so long ago differ by. */
  when?: (daysAgo: number) => { clicks?: number; rate?: number; cpc?: number; lost?: number }
  startedDaysAgo?: number
}

export type OddGroup = {
  name: string
  isDynamic?: true
  bid?: number
  keywords?: { text: string; match: MatchType; searches: Search[] }[]
  /** Without a keyword: dynamic ads, Performance Max and the like. */
  searches?: Search[]
}

/** A day's clicks, what one costs, and how many convert; `value`: what a conversion brings. */
export type Search = { text: string; clicks: number; cpc: number; rate: number; value?: number }

/** `per`: of its conversions, where the campaign brings one of the first action. */
export type OddAction = Pick<ConversionAction, 'name' | 'category'> &
  Partial<ConversionAction> & { per?: number; value?: number }

export const search = (
  text: string,
  clicks: number,
  cpc: number,
  rate: number,
  value?: number,
) => ({
  ...{ text, clicks, cpc, rate },
  ...(value !== undefined && { value }),
})

/** A stem with some words: searches whose clicks fall from the first to the last. */
export function tail(stem: string, words: readonly string[], all: Omit<Search, 'text'>): Search[] {
  const total = (words.length * (words.length + 1)) / 2
  return words.map((word, i) => ({
    ...all,
    text: `${stem} ${word}`.trim(),
    clicks: (all.clicks * (words.length - i)) / total,
  }))
}

/** An ad group of one keyword by phrase, whose name is its own. */
export const group = (
  text: string,
  words: string[],
  all: { clicks: number; cpc: number; rate: number; value?: number },
  bid?: number,
) => ({
  ...{ name: text, ...(bid && { bid }) },
  keywords: [{ text, match: 'PHRASE' as const, searches: tail(text, words, all) }],
})
