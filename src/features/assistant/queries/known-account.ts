import { eq, sql } from 'drizzle-orm'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import type { Thing } from '../rules/named-things.ts'
import type { KnownDays } from '../rules/question.ts'
import type { Asking } from './asking.ts'

const MOST_TEXTS = 200

/** Campaigns and ad groups by name, and the keywords and terms whose text stands in the question. */
export async function readThings({ ctx, account }: Asking, question: string): Promise<Thing[]> {
  const own = account.customerId
  const named = await ctx.db
    .select({ id: campaigns.campaignId, name: campaigns.name })
    .from(campaigns)
    .where(eq(campaigns.customerId, own))
  const groups = await ctx.db
    .select({ id: adGroups.adGroupId, name: adGroups.name, campaignId: adGroups.campaignId })
    .from(adGroups)
    .where(eq(adGroups.customerId, own))
  const campaignNames = new Map(named.map(({ id, name }) => [id, name]))
  return [
    ...named.map(({ id, name }): Thing => ({ kind: 'campaign', name, ids: [String(id)] })),
    ...groups.map(
      ({ id, name, campaignId }): Thing => ({
        kind: 'ad_group',
        name,
        ids: [String(id)],
        within: campaignNames.get(campaignId) ?? '',
      }),
    ),
    ...(await textsIn({ ctx, account }, question)),
  ]
}

async function textsIn({ ctx, account }: Pick<Asking, 'ctx' | 'account'>, question: string) {
  const { rows } = await ctx.db.execute(sql`
    select kind, lower(text) as name, array_agg(distinct id::text) as ids from (
      select 'keyword' as kind, text, criterion_id as id from keywords where customer_id = ${account.customerId}
      union all
      select 'search_term', text, term_id from search_terms where customer_id = ${account.customerId}
    ) texts
    where length(text) > 3 and position(lower(text) in ${question.toLowerCase()}) > 0
    group by kind, lower(text) limit ${MOST_TEXTS}`)
  return rows.map(
    ({ kind, name, ids }): Thing => ({
      kind: kind === 'keyword' ? 'keyword' : 'search_term',
      name: String(name),
      ids: ids as string[],
    }),
  )
}

/** From the first day that was ever pulled to the last one. */
export async function readKnownDays({ ctx, account }: Asking): Promise<KnownDays> {
  const [state] = await ctx.db
    .select({ from: syncStates.backfilledFrom })
    .from(syncStates)
    .where(eq(syncStates.customerId, account.customerId))
  const first = [account.dataFrom, state?.from].filter((day) => day != null).toSorted()[0]
  return first && account.dataTo ? { from: first, to: account.dataTo } : null
}
