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
  /** EUR unless said. */
  currency?: string
  /** What its owner says that a conversion of the first action is worth, in units of money. */
  worth?: number
  /** Of a day's conversions, those that are reported so many days later; as usual unless said, and then none is late. */
  lag?: readonly number[]
  /** Shape of the gamma by which days differ more than by chance; unset: by chance alone. */
  rough?: number
  /** Days before today at which actions of type 'UPLOAD_CLICKS' stopped to come, or tags to count. */
  countedUntil?: number
  /** Searches that exact negatives of the first campaign stop by now. */
  excluded?: readonly string[]
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
  /** Rule of the card that stands above all. */
  first?: string
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
  /** Its budget is one with those of the same name. */
  sharedBudget?: string
  /** Seasons: what the days so long ago differ by, in an ad group. */
  when?: (daysAgo: number, group: string) => Season
  startedDaysAgo?: number
}

type Season = { clicks?: number; rate?: number; cpc?: number; lost?: number; value?: number }

export type OddGroup = {
  name: string
  isDynamic?: true
  bid?: number
  /** Quality score of its keywords, 6 unless said. */
  score?: number
  keywords?: { text: string; match: MatchType; searches: Search[] }[]
  /** Without a keyword: dynamic ads, Performance Max and the like. */
  searches?: Search[]
}

/** A day's clicks, what one costs, and how many convert; `value`: what a conversion brings. */
export type Search = { text: string; clicks: number; cpc: number; rate: number; value?: number }

/**
 * `per`: of its conversions, where the campaign brings one of the first action; `of`: all that this campaign brings, and no other;
 * `again`: of what the first action counts, the part that it counts once more.
 */
export type OddAction = Pick<ConversionAction, 'name' | 'category'> &
  Partial<ConversionAction> & { per?: number; value?: number; of?: string; again?: number }

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

/** Of a campaign's settings by hand, on a day. */
export const changed = (day: string, field: string, amounts = {}) => ({
  ...{
    at: `${day} 10:00:00`,
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    operation: 'UPDATE' as const,
  },
  ...{ resourceType: 'CAMPAIGN', changedFields: [field], campaignId: '1', ...amounts },
})

/** The only advertisement of an ad group of the first campaign. */
export const adOf = (
  adGroupId: string,
  approvalStatus: string,
  topic = 'HEALTH_IN_PERSONALIZED_ADS',
) => ({
  ...{
    campaignId: '1',
    adGroupId,
    adId: `5${adGroupId}`,
    type: 'RESPONSIVE_SEARCH_AD',
    status: 'ENABLED' as const,
    strength: 'GOOD',
    approvalStatus,
  },
  policyTopics: [topic],
  headlines: [{ text: 'Anuncio' }],
  descriptions: [],
  finalUrls: ['https://anuncio.test/'],
  sums: {
    impressions: 9e4,
    clicks: 5_400,
    costMicros: 3e9,
    conversionsMicros: 1e8,
    valueMicros: 0,
  },
})
