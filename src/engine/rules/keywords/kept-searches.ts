import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import { keywordCovers } from '../../account/matches.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
import type { GoesOn } from '../../findings/waste.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive, keywordId } from './keyword-evidence.ts'
import { keywordsByWords } from './keywords-by-words.ts'
import { peopleReached } from './reached-people.ts'

/** Of the clicks whose searches are shown what others would go on with, and how many those are; fractions. */
export type Kept = { share: number; shown: number }

/**
 * Of what a keyword brings, what other keywords of its campaign would go on with, at the bids that Google sets for each search, not
 * for a keyword: by the searches that are shown, else by its own words. Null where it does not set them.
 */
export const keptSearches = oncePerAnalysis(keptIn)

function keptIn(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
): (keyword: KeywordFacts) => Kept | null {
  const reaches = peopleReached(snapshot, context)
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
    if (!campaign || !lookup || !isSmartBidding(campaign)) return null
    const isTaken = (text: string, isAsBroad: (other: KeywordFacts) => boolean) =>
      lookup(text).some(
        (other) =>
          keywordId(other) !== keywordId(keyword) &&
          isAsBroad(other) &&
          reaches(keyword, other) &&
          keywordCovers(other, text) &&
          !context.isNegated(text, other),
      )
    const rows = shown.get(keywordId(keyword)) ?? []
    const all = clicksOf(rows)
    if (all === 0) {
      const isKept = isTaken(keyword.text, (other) => isAsBroadAs(other, keyword))
      return { share: isKept ? 1 : 0, shown: 0 }
    }
    const taken = clicksOf(rows.filter(({ term }) => isTaken(term, () => true)))
    return { share: taken / all, shown: Math.min(1, all / keyword.sums.clicks) }
  }
}

/** Pausing it changes next to nothing. */
export function isMostlyKept(kept: Kept | null): boolean {
  return kept !== null && kept.share >= THRESHOLDS.keptSearches.value
}

/** Of searches that Google hides between what does of the others, and anything. */
export function goesOnWith(kept: Kept): GoesOn {
  return (next) => {
    const part = keptPart(kept, next())
    return { clicks: part, cost: part }
  }
}

export const expectedKept = (kept: Kept) => keptPart(kept, 0.5)

function keptPart({ share, shown }: Kept, ofHidden: number): number {
  return shown * share + ((1 - shown) * (share + ofHidden)) / 2
}

/** Searches of a narrower match are among those of a broader one of the same words, not the reverse. */
export const BREADTH = { EXACT: 0, PHRASE: 1, BROAD: 2 } as const

const isAsBroadAs = (other: KeywordFacts, keyword: KeywordFacts) =>
  BREADTH[other.matchType] >= BREADTH[keyword.matchType]

const clicksOf = (rows: readonly SearchTermFacts<never>[]) =>
  rows.reduce((sum, { sums }) => sum + (sums.clicks ?? 0), 0)
