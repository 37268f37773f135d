import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  brandWordsIn,
  hasAll,
  isBrandCampaign,
  isRivalCampaign,
  nameWords,
  phrasesOf,
  type Sought,
  sellsAlike,
  sellsFarBetter,
  soldBy,
  stemsOf,
} from './brand.ts'
import { COUNTED } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'
import { type Word, wordsOf } from './terms.ts'

/** The snapshot with the campaigns marked that are called like one's own brand and sell another's ('Marca Bosch'), or brands ('Registro de marca'). */
export function withOthersBrands(snapshot: AccountSnapshot): AccountSnapshot {
  const named = new Set(snapshot.campaigns.filter(isBrandCampaign).map(({ id }) => id))
  if (named.size === 0) return snapshot
  const isOthers = othersBrand(snapshot, named)
  return {
    ...snapshot,
    campaigns: snapshot.campaigns.map((campaign) =>
      named.has(campaign.id) && isOthers(campaign)
        ? { ...campaign, isOthersBrand: true as const }
        : campaign,
    ),
  }
}

/**
 * What the campaign is called decides, unless its keywords have that very word, or hardly any of the owner's names: then it must sell
 * as a brand does where the owner said his, and else must not sell like all the rest.
 */
function othersBrand(snapshot: AccountSnapshot, named: ReadonlySet<string>) {
  const said = phrasesOf(snapshot.ownWords?.brand)
  const naming = nameWords(snapshot, named)
  const title = wordsOf(snapshot.account.name)
  const holds = (phrases: readonly (readonly Word[])[]) => (one: Sought) =>
    phrases.some((words) => words.length > 0 && isNamed(one.text, words))
  const isMostly = (keywords: readonly Sought[], phrases: readonly (readonly Word[])[]) =>
    shareOf(keywords, holds(phrases)) >= THRESHOLDS.brandKeywordShare.value
  const figures = withKnown(snapshot, ['keyword'], COUNTED) ? soldBy(snapshot, named) : null
  const byCampaign = Map.groupBy(
    snapshot.keywords.filter(({ status }) => status !== 'REMOVED'),
    ({ campaignId }) => campaignId,
  )
  return ({ id, name }: CampaignFacts<never>): boolean => {
    const keywords: readonly Sought[] = byCampaign.get(id) ?? []
    if (keywords.length === 0) return isRivalCampaign({ name })
    const sold = brandWordsIn(name).filter((word) => ![...title, ...said.flat()].some(isOf(word)))
    if (shareOf(keywords, hasOneOf(sold)) >= THRESHOLDS.genericKeywordShare.value) return true
    if (isMostly(keywords, [...said, naming])) return false
    if (isRivalCampaign({ name })) return true
    // A word of the name alone may be the trade ('Servicio Técnico Alisio').
    const isPartlyNamed = isMostly(
      keywords,
      naming.map((word) => [word]),
    )
    if (said.length > 0 && !isPartlyNamed) return !(figures && sellsFarBetter(keywords, figures))
    return figures !== null && sellsAlike(keywords, figures)
  }
}

/** Also written in one word with others, or with itself. */
function isNamed(text: string, name: readonly Word[]): boolean {
  const words = wordsOf(text)
  const joined = name.map(({ folded }) => folded).join('')
  return (
    hasAll(words, new Set(stemsOf(name))) ||
    words
      .map(({ folded }) => folded)
      .join('')
      .includes(joined)
  )
}

const isOf = (word: Word) => (other: Word) => other.kin === word.kin

const hasOneOf =
  (sold: readonly Word[]) =>
  ({ text }: { text: string }) =>
    wordsOf(text).some((word) => sold.some(isOf(word)))

function shareOf(keywords: readonly Sought[], holds: (one: Sought) => boolean): number {
  return keywords.filter(holds).length / keywords.length
}
