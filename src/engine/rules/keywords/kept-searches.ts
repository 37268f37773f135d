import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import { keywordCovers } from '../../account/matches.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive, keywordId } from './keyword-evidence.ts'
import { keywordsByWords } from './keywords-by-words.ts'

/**
 * Whether other keywords of its campaign would go on with most of what a keyword brings, at the bids that Google sets for
 * each search, not for a keyword: pausing it changes next to nothing. By the searches that are shown, else by
 * its own words.
 */
export const areSearchesKept = oncePerAnalysis(keptIn)

function keptIn(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
): (keyword: KeywordFacts) => boolean {
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  const lookups = new Map(
    [...Map.groupBy(live, ({ campaignId }) => campaignId)].map(
      ([id, own]) => [id, keywordsByWords(own)] as const,
    ),
  )
  const shown = Map.groupBy(snapshot.searchTerms, ({ adGroupId, criterionId = '' }) =>
    keywordId({ adGroupId, criterionId }),
  )
  return (keyword) => {
    const campaign = context.campaigns.get(keyword.campaignId)
    const lookup = lookups.get(keyword.campaignId)
    if (!campaign || !lookup || !isSmartBidding(campaign)) return false
    const isTaken = (text: string, isAsBroad: (other: KeywordFacts) => boolean) =>
      lookup(text).some(
        (other) =>
          keywordId(other) !== keywordId(keyword) &&
          isAsBroad(other) &&
          keywordCovers(other, text) &&
          !context.isNegated(text, other),
      )
    const rows = shown.get(keywordId(keyword)) ?? []
    const all = clicksOf(rows)
    if (all === 0)
      return isTaken(
        keyword.text,
        (other) => BREADTH[other.matchType] >= BREADTH[keyword.matchType],
      )
    const taken = clicksOf(rows.filter(({ term }) => isTaken(term, () => true)))
    return taken >= THRESHOLDS.keptSearches.value * all
  }
}

/** Searches of a narrower match are among those of a broader one of the same words, not the reverse. */
export const BREADTH = { EXACT: 0, PHRASE: 1, BROAD: 2 } as const

const clicksOf = (rows: readonly SearchTermFacts<never>[]) =>
  rows.reduce((sum, { sums }) => sum + (sums.clicks ?? 0), 0)
