import { type SQL, sql } from 'drizzle-orm'

/**
 * Google tells no status of the searches of Performance Max, and their row is one for all campaigns: whether one is excluded is told by
 * the negatives of each campaign and of its lists. Beside facts as `f` and their terms as `t`, with `joinExclusions`.
 */
export const TERM_STATUS = sql`case when x.word is not null then 'EXCLUDED' else t.status end`

/** `campaign`: whose the facts are. Only the negatives of Performance Max are read: a list of thousands may be used by many campaigns. */
export function joinExclusions(customerId: number, campaign: SQL = sql`f.campaign_id`): SQL {
  return sql`left join (
      select p.customer_id, p.campaign_id, lower(n.text) as word
      from campaigns p
      join negative_keywords n on n.customer_id = p.customer_id and n.scope = 'campaign' and n.scope_id = p.campaign_id
      where p.customer_id = ${customerId} and p.channel_type = 'PERFORMANCE_MAX'
      union
      select p.customer_id, p.campaign_id, lower(n.text)
      from campaigns p
      join negative_keywords n
        on n.customer_id = p.customer_id and n.scope = 'shared_set' and n.campaign_ids @> to_jsonb(p.campaign_id)
      where p.customer_id = ${customerId} and p.channel_type = 'PERFORMANCE_MAX') x
    on x.customer_id = ${customerId} and x.campaign_id = ${campaign}
      and x.word = case when f.ad_group_id = 0 then lower(t.text) end`
}
