import type { Context } from '../../account/context.ts'
import type { Finding, FindingGroup } from '../../findings/recommendation.ts'
import type { LuckyWord } from './ngram-verdicts.ts'
import type { Term } from './search-terms.ts'
import { luckyWordGroupTexts, wastedTermGroupTexts } from './term-group-words.ts'

type Wasted = { term: Term; word: LuckyWord | undefined; besides?: readonly string[] }

/** Of a finding about one query. */
export const identityOf = ({ campaign, text }: Term): readonly string[] =>
  identityIn(campaign.id, text)

export const identityIn = (campaignId: string, text: string): readonly string[] => [
  'term',
  campaignId,
  text,
]

/**
 * Queries on one card: those of a word, if two or more, else those that several campaigns stop at once, else of a campaign; what is too little
 * there goes with the other campaigns'.
 */
export function termGroups(
  context: Context,
  accepted: readonly Wasted[],
): (one: Wasted) => FindingGroup {
  const words = new Map(
    accepted.flatMap(({ term, word }) => (word ? [[keyOf(identityOf(term)), word] as const] : [])),
  )
  const ofWord = Map.groupBy(accepted, ({ word }) => word?.word)
  const luckyIn = (parts: readonly Finding[]) => {
    const known = parts.flatMap(({ identity }) => words.get(keyOf(identity)) ?? [])
    return [...new Map(known.map((word) => [word.word, word])).values()]
  }
  const texts = (parts: readonly Finding[]) => wastedTermGroupTexts(context, parts, luckyIn(parts))
  return ({ term, word, besides }) => {
    const account = { identity: ['group'], label: term.text, texts }
    const place = besides ? EVERYWHERE : term.campaign.id
    const campaign = { ...account, identity: ['group', place], wider: account }
    if (!word || ofWord.get(word.word)!.length < 2) return campaign
    return {
      ...campaign,
      identity: ['group', 'word', word.word],
      texts: (parts) => luckyWordGroupTexts(context, parts, word),
      wider: campaign,
    }
  }
}

/** No campaign's id. */
const EVERYWHERE = 'everywhere'

const keyOf = (identity: readonly string[]) => identity.join(' ')
