import { sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { type SettledSteps, settleLog } from '#changes/change-log.ts'
import type { ChangeKind } from '#changes/open-changes.ts'
import type { Context } from '#platform/context.ts'
import { keywords, negativeKeywords } from '#platform/db/schema/entities.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { criterionIdOf, type KeywordChange } from '../rules/keyword-change.ts'
import { BY_HAND } from '../rules/no-way-back.ts'

/** Keywords and negatives that were added; the log notes what was added. */
export const keywordChanges: ChangeKind = {
  kinds: BY_HAND,
  finish: finishKeywords,
}

/** Makes our tables say the same as Google. */
export async function finishKeywords(
  ctx: Context,
  { customerId }: Account,
  settled: SettledSteps,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const { row, patch } of settled.log) {
      const change = row.after as KeywordChange
      const resourceName = patch.resourceName ?? row.resourceName ?? ''
      if (patch.outcome === 'done') await storeKeyword(ctx, customerId, change, resourceName)
      else if (patch.undoneAt) await dropKeyword(ctx, customerId, change, resourceName)
    }
    await settleLog(ctx, customerId, settled)
  })
}

/** What Google has just taken, in our tables at once instead of with the next sync. */
async function storeKeyword(
  ctx: Context,
  customerId: number,
  change: KeywordChange,
  resourceName: string,
): Promise<void> {
  const criterionId = criterionIdOf(resourceName)
  const { text, matchType, scope, scopeId, campaignId, bidMicros: cpcBidMicros } = change
  const common = { customerId, criterionId, text, matchType }
  if (change.negative)
    await ctx.db
      .insert(negativeKeywords)
      .values({ ...common, scope, scopeId, campaignIds: [] })
      .onConflictDoNothing()
  else
    await ctx.db
      .insert(keywords)
      .values({
        ...common,
        adGroupId: scopeId,
        campaignId,
        finalUrls: [],
        status: 'ENABLED',
        cpcBidMicros,
      })
      .onConflictDoUpdate({
        target: [keywords.customerId, keywords.adGroupId, keywords.criterionId],
        set: { text, matchType, status: 'ENABLED', cpcBidMicros },
      })
  await showChange(ctx, customerId, change)
}

/** A keyword keeps its row, for its history; a negative has none. */
async function dropKeyword(
  ctx: Context,
  customerId: number,
  change: KeywordChange,
  resourceName: string,
): Promise<void> {
  const criterionId = criterionIdOf(resourceName)
  const { scope, scopeId } = change
  await ctx.db.execute(
    change.negative
      ? sql`delete from negative_keywords where customer_id = ${customerId} and scope = ${scope}
          and scope_id = ${scopeId} and criterion_id = ${criterionId}`
      : sql`update keywords set status = 'REMOVED' where customer_id = ${customerId}
          and ad_group_id = ${scopeId} and criterion_id = ${criterionId}`,
  )
  await showChange(ctx, customerId, change)
}

/** The status of the terms that read like the keyword; without an ad group it is told where it is read (`account-data/term-status.ts`). */
async function showChange(ctx: Context, customerId: number, change: KeywordChange): Promise<void> {
  await ctx.db.execute(sql`
    update search_terms t set status =
      case when s.added and s.excluded then 'ADDED_EXCLUDED'
        when s.added then 'ADDED' when s.excluded then 'EXCLUDED' else 'NONE' end
    from (
      select ad_group_id, term_id,
        exists (select 1 from keywords k
          where k.customer_id = ${customerId} and k.ad_group_id = x.ad_group_id
            and lower(k.text) = lower(x.text) and k.status <> 'REMOVED') as added,
        exists (select 1 from negative_keywords n
          where n.customer_id = ${customerId} and lower(n.text) = lower(x.text)
            and (n.scope = 'ad_group' and n.scope_id = x.ad_group_id
              or n.scope = 'campaign' and n.scope_id = x.campaign_id
              or n.scope = 'shared_set' and n.campaign_ids @> to_jsonb(x.campaign_id))) as excluded
      from search_terms x
      where x.customer_id = ${customerId} and x.campaign_id = ${change.campaignId} and x.ad_group_id <> 0
        and lower(x.text) = lower(${change.text})) s
    where t.customer_id = ${customerId} and t.ad_group_id = s.ad_group_id and t.term_id = s.term_id`)
}
