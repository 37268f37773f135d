import { sql } from 'drizzle-orm'
import { readsOf } from '#account-data/reads-of.ts'
import type { Context } from '#platform/context.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { SpendingAd } from '../rules/due-pages.ts'

const DAYS = 30
/** Of more ads nothing is asked: fifty pages a day is all that is opened. */
const MOST_ADS = 2_000

/** Active ads that had clicks in the last 30 days, the most expensive first. */
export async function readSpendingAds(
  ctx: Context,
  customerId: number,
  today: Day,
): Promise<SpendingAd[]> {
  const { rows } = await readsOf(ctx, customerId).execute<{ urls: string[]; cost: string }>(sql`
    with spent as (
      select customer_id, ad_group_id, ad_id, sum(cost_micros) as cost from ad_day
      where customer_id = ${customerId} and day >= ${addDays(today, -DAYS)}
      group by customer_id, ad_group_id, ad_id having sum(clicks) > 0
    )
    select a.final_urls as urls, s.cost::text as cost from spent s
    join ads a on a.customer_id = s.customer_id and a.ad_group_id = s.ad_group_id and a.ad_id = s.ad_id
    join ad_groups g on g.customer_id = a.customer_id and g.ad_group_id = a.ad_group_id
    join campaigns c on c.customer_id = a.customer_id and c.campaign_id = a.campaign_id
    where a.customer_id = ${customerId}
      and a.status = 'ENABLED' and g.status = 'ENABLED' and c.status = 'ENABLED'
    order by s.cost desc, s.ad_id limit ${MOST_ADS}`)
  return rows.map(({ urls, cost }) => ({ finalUrls: urls, costMicros: Number(cost) }))
}
