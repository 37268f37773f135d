import type { Context } from '../../context.ts'
import type { EvidenceCard } from '../../recommendation.ts'
import type { Term } from '../../search-terms.ts'
import { columnsOf } from '../say.ts'

/** Most costly queries shown as evidence; the sums cover all of them. */
const ROWS = 10

export function termTable(context: Context, terms: readonly Term[]): EvidenceCard['table'] {
  const sorted = [...terms].sort(
    (a, b) => b.sums.costMicros - a.sums.costMicros || (a.text < b.text ? -1 : 1),
  )
  return {
    columns: columnsOf('term', 'campaign', 'impressions', 'clicks', 'cost', 'conversions'),
    rows: sorted.slice(0, ROWS).map(({ text, campaign, sums }) => ({
      term: text,
      campaign: context.campaigns.get(campaign.id)?.name ?? campaign.name,
      impressions: sums.impressions,
      clicks: sums.clicks,
      cost: sums.costMicros,
      conversions: sums.conversionsMicros / 1_000_000,
    })),
  }
}
