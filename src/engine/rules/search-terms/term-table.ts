import type { Context } from '../../account/context.ts'
import type { EvidenceCard } from '../../findings/recommendation.ts'
import { columnsOf } from '../../words/say.ts'
import { sumCells } from '../bidding/campaign-facts.ts'
import type { Term } from './search-terms.ts'

/** Most costly queries shown as evidence; the sums cover all of them. */
const ROWS = 10

export function termTable(context: Context, terms: readonly Term[]): EvidenceCard['table'] {
  return {
    columns: columnsOf('term', 'campaign', 'impressions', 'clicks', 'cost', 'conversions'),
    rows: mostCostly(terms).map(({ text, campaign, sums }) => ({
      term: text,
      campaign: context.campaigns.get(campaign.id)?.name ?? campaign.name,
      ...sumCells(sums),
    })),
  }
}

/** Thousands of words have thousands of queries each: they are not all put in order for ten of them. */
function mostCostly(terms: readonly Term[]): Term[] {
  const most: Term[] = []
  for (const term of terms) {
    const before = most.findLastIndex((other) => !comesBefore(term, other))
    if (before + 1 < ROWS) most.splice(before + 1, 0, term)
    if (most.length > ROWS) most.pop()
  }
  return most
}

function comesBefore(a: Term, b: Term): boolean {
  const difference = a.sums.costMicros - b.sums.costMicros
  return difference > 0 || (difference === 0 && a.text < b.text)
}
