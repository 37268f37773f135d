import type { AccountInventory } from '../../account/inventory.ts'
import type { AccountSnapshot, SearchTermFacts } from '../../account/snapshot.ts'
import { termIdentity } from '../../account/terms.ts'
import { sliceClaim, termClaim } from '../../findings/claims.ts'
import type { Claim } from '../../findings/recommendation.ts'

type Term = NonNullable<AccountInventory['keywordlessTerms']>[number]

/**
 * What searches without a keyword cost, as the rows that the rules of searches claim where they are known: the same money is not saved by
 * two cards.
 */
export function keywordlessClaims(
  { searchTerms }: Pick<AccountSnapshot, 'searchTerms'>,
  campaignId: string,
  terms: readonly Term[],
): Claim[] {
  const asked = new Set(terms.map(({ term }) => termIdentity(term)))
  const rows = Map.groupBy(
    searchTerms.filter((row) => row.campaignId === campaignId && asked.has(termIdentity(row.term))),
    ({ term }) => termIdentity(term),
  )
  let unseen = 0
  const claims = terms.flatMap(({ term, sums }) => {
    let left = sums.costMicros
    return (rows.get(termIdentity(term)) ?? []).toSorted(byAiMaxFirst).flatMap((row, i, own) => {
      const cost = Math.min(left, row.sums.costMicros ?? 0)
      left -= cost
      if (i === own.length - 1) unseen += left
      return cost > 0 ? [termClaim(row, cost)] : []
    })
  })
  for (const { term, sums } of terms) if (!rows.has(termIdentity(term))) unseen += sums.costMicros
  return unseen > 0 ? [...claims, sliceClaim(campaignId, 'source', 'AI_MAX', unseen)] : claims
}

const byAiMaxFirst = (a: SearchTermFacts<never>, b: SearchTermFacts<never>) =>
  Number(/^AI_MAX/.test(b.matchType)) - Number(/^AI_MAX/.test(a.matchType))
