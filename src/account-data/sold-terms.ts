import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Day } from '#shared/dates.ts'
import { readsOf } from './reads-of.ts'
import { type SumsQuestion, sumsQuery } from './sums.ts'
import { joinExclusions, TERM_STATUS } from './term-status.ts'

export type SoldTerm = {
  text: string
  campaignId: number
  adGroupId: number
  adGroupName: string
  /** A negative stops it already. */
  isExcluded: boolean
  conversionsMicros: number
  costMicros: number
}

/** Search terms that brought conversions, in each ad group that served them, or campaign without ad groups; those with most first. */
export async function readSoldTerms(
  ctx: Context,
  question: { customerId: number; from: Day; to: Day; where: SumsQuestion['where'] & object },
): Promise<SoldTerm[]> {
  const { customerId } = question
  const { rows } = await readsOf(ctx, customerId).execute<Record<string, unknown>>(sql`
    select t.text, f.campaign_id, t.ad_group_id, ${TERM_STATUS} as status, g.name, f.conversions_micros, f.cost_micros
    from (${sumsQuery({ ...question, level: 'search_term', groupBy: ['campaign_id', 'ad_group_id', 'term_id'] })}) f
    join search_terms t
      on t.customer_id = ${customerId} and t.ad_group_id = f.ad_group_id and t.term_id = f.term_id
    left join ad_groups g on g.customer_id = ${customerId} and g.ad_group_id = f.ad_group_id
    ${joinExclusions(customerId)}
    where f.conversions_micros > 0
    order by f.conversions_micros desc, t.text, f.campaign_id`)
  return rows.map((row) => ({
    text: String(row.text),
    campaignId: Number(row.campaign_id),
    adGroupId: Number(row.ad_group_id),
    adGroupName: String(row.name ?? ''),
    isExcluded: /EXCLUDED/.test(String(row.status)),
    conversionsMicros: Number(row.conversions_micros),
    costMicros: Number(row.cost_micros),
  }))
}
