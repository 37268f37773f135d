import { fitsKeyword } from '#shared/keyword-text.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { stoppedSearches } from '../../account/stopped-searches.ts'
import { meaningOf, termIdentity } from '../../account/terms.ts'
import { offeredKeywords } from '../../account/turned-off.ts'
import { spendsItsBudget } from '../bidding/bid-room.ts'
import { peopleReached } from '../keywords/reached-people.ts'
import { mainAdGroup, type Term, type TermFamily } from './search-terms.ts'
import type { TermPlace } from './twin-move.ts'

/** A search that a campaign has as its own exact keyword, and another shows besides. */
export type Crossing = {
  term: Term
  /** Where it is the keyword itself. */
  owner: Term
  keyword: KeywordFacts<never>
  /** Rows that still show, here and there. */
  here: TermPlace['rows']
  there: TermPlace['rows']
}

/**
 * Searches that go on in the campaign of their exact keyword once another stops them: it reaches the same people, has money left, and
 * Google prefers a keyword of the very words.
 */
export function crossingSearches(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  { terms }: TermFamily,
): Crossing[] {
  const exact = Map.groupBy(
    offeredKeywords(snapshot).filter(({ matchType }) => matchType === 'EXACT'),
    ({ text }) => termIdentity(text),
  )
  const asked = terms.filter(({ text, campaign }) => exact.has(text) && isSearch(campaign))
  const bidOn = meaningsByCampaign(snapshot, new Set(asked.map(({ campaign }) => campaign.id)))
  const reaches = peopleReached(snapshot, context)
  const isStopped = stoppedSearches(snapshot, context)
  const showing = ({ rows }: Term) => rows.filter((row) => !isStopped(row) && row.adGroupId !== '')
  return [...Map.groupBy(asked, ({ text }) => text)].flatMap(([text, own]) => {
    const keyword = exact.get(text)!.find(({ campaignId }) => own.some(isOf(campaignId)))
    const owner = keyword && own.find(isOf(keyword.campaignId))
    if (!owner || own.length < 2 || !fitsKeyword(text)) return []
    const campaign = snapshot.campaigns.find(({ id }) => id === owner.campaign.id)
    if (!campaign || spendsItsBudget(campaign, snapshot, context)) return []
    const there = showing(owner).filter(({ adGroupId }) => adGroupId === keyword.adGroupId)
    return own.flatMap((term) => {
      const here = showing(term)
      const isOwn = bidOn.get(term.campaign.id)?.has(meaningOf(text))
      if (term === owner || term.protection || isOwn || !here.length || !there.length) return []
      const areTheSame = here.every((row) => reaches(row, there[0]!) && reaches(there[0]!, row))
      return areTheSame ? [{ term, owner, keyword, here, there }] : []
    })
  })
}

export function placeOf(rows: TermPlace['rows'], posterior: TermPlace['posterior']): TermPlace {
  const sums = addUp(rows.map((row) => row.sums))
  return { adGroupId: mainAdGroup({ rows }), rows, sums, posterior }
}

const isSearch = ({ channelType }: Term['campaign']) => channelType === 'SEARCH'

const isOf = (id: string) => (term: Term) => term.campaign.id === id

/** What a campaign bids on itself, paused or not, is not to be stopped there. */
function meaningsByCampaign({ keywords }: AccountSnapshot, ids: ReadonlySet<string>) {
  const live = keywords.filter(
    ({ status, campaignId }) => status !== 'REMOVED' && ids.has(campaignId),
  )
  return new Map(
    [...Map.groupBy(live, ({ campaignId }) => campaignId)].map(([id, own]) => [
      id,
      new Set(own.map(({ text }) => meaningOf(text))),
    ]),
  )
}
