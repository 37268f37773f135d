import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { keywordCovers } from '../../account/matches.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { meaningOf, wordsOf } from '../../account/terms.ts'
import { isLive, keywordId } from './keyword-evidence.ts'
import { overlappingCampaigns } from './overlapping-campaigns.ts'

/** Where the search of an exact keyword goes on once it is paused; `text` of the keyword that takes it there. */
export type TakenOver = { campaignId: string; text: string }

/**
 * Campaigns whose phrase and broad keywords ask for the search of an exact keyword too: pausing it hands the search over to
 * their bids. Not where it is excluded already or sold through them, nor where another copy of the keyword is to stay.
 * Broad match is taken at its words.
 */
export function takenOver(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
): (keyword: KeywordFacts) => TakenOver[] {
  const meets = overlappingCampaigns(snapshot)
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  const byWord = Map.groupBy(live, ({ text }) => firstStem(text))
  const terms = withKnown(snapshot, ['searchTerm'], COUNTED)?.searchTerms ?? []
  const sold = new Set(
    terms
      .filter(({ sums }) => sums.conversionsMicros > 0)
      .map(({ campaignId, term }) => `${campaignId} ${meaningOf(term)}`),
  )
  return (keyword) => {
    if (!isExact(keyword)) return []
    const { text, campaignId } = keyword
    const others = [...new Set(wordsOf(text).map(({ stem }) => stem))].flatMap(
      (word) => byWord.get(word) ?? [],
    )
    const taking = others.filter(
      (other) =>
        keywordId(other) !== keywordId(keyword) &&
        meets(campaignId, other.campaignId) &&
        keywordCovers(other, text) &&
        !context.isNegated(text, other) &&
        !sold.has(`${other.campaignId} ${meaningOf(text)}`),
    )
    const copied = new Set(taking.filter(isExact).map((other) => other.campaignId))
    const byCampaign = new Map(taking.map((other) => [other.campaignId, other.text]))
    return [...byCampaign]
      .filter(([id]) => !copied.has(id))
      .map(([id, by]) => ({ campaignId: id, text: by }))
  }
}

const isExact = ({ matchType }: KeywordFacts) => matchType === 'EXACT'

function firstStem(text: string): string {
  const words = wordsOf(text)
  return (words.find(({ isStop }) => !isStop) ?? words[0])?.stem ?? ''
}
