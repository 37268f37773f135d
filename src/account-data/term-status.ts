import { type SQL, sql } from 'drizzle-orm'

/**
 * Google tells no status of the searches of Performance Max, and their row is one for all campaigns: whether one is excluded is told by
 * the negatives of each campaign and of its lists. Beside facts as `f` and their terms as `t`, with `joinExclusions`.
 */
export const TERM_STATUS = sql`case when x.word is not null then 'EXCLUDED' else t.status end`

/** `campaign`: whose the facts are. */
export function joinExclusions(customerId: number, campaign: SQL = sql`f.campaign_id`): SQL {
  return sql`left join (
      select customer_id, scope_id as campaign_id, lower(text) as word
      from negative_keywords where customer_id = ${customerId} and scope = 'campaign'
      union
      select n.customer_id, c.id::bigint, lower(n.text)
      from negative_keywords n cross join lateral jsonb_array_elements_text(n.campaign_ids) as c(id)
      where n.customer_id = ${customerId} and n.scope = 'shared_set') x
    on x.customer_id = ${customerId} and x.campaign_id = ${campaign}
      and x.word = case when f.ad_group_id = 0 then lower(t.text) end`
}
