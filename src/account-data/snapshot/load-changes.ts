import { and, asc, eq, gte } from 'drizzle-orm'
import type { AccountChange } from '#engine/account/inventory.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import type { campaigns } from '#platform/db/schema/entities.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { readCardActs, readUndone } from '../card-edits.ts'
import { readsOf } from '../reads-of.ts'
import { amountAt } from './changed-amounts.ts'

const DAYS = 30
/** What Google itself gives at most in one answer. */
const MOST = 10_000

/** The last 30 days, oldest first. A budget's change stands once for each campaign that uses the budget. */
export async function loadChanges(
  ctx: Context,
  customerId: number,
  today: Day,
  campaignRows: readonly Pick<typeof campaigns.$inferSelect, 'campaignId' | 'budgetId'>[],
): Promise<AccountChange[]> {
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(eq(changeEvents.customerId, customerId), gte(changeEvents.at, addDays(today, -DAYS))),
    )
    .orderBy(asc(changeEvents.at))
    .limit(MOST)
  const ofCards = await readCardActs(
    ctx,
    customerId,
    rows.filter(({ resourceType }) => resourceType.startsWith('CAMPAIGN')),
  )
  const undone = await readUndone(ctx, customerId, rows)
  const usersOf = Map.groupBy(campaignRows, ({ budgetId }) => budgetId)
  return rows.flatMap((row) => {
    const budgetId = Number(row.resourceName.split('/').at(-1))
    const users = row.resourceType === 'CAMPAIGN_BUDGET' ? (usersOf.get(budgetId) ?? []) : []
    const campaignIds =
      row.campaignId === null ? users.map(({ campaignId }) => campaignId) : [row.campaignId]
    const change = {
      ...toChange(row),
      ...(ofCards.has(row) && { isOfCard: true as const }),
      ...(undone.has(row) && { isUndone: true as const }),
    }
    if (campaignIds.length === 0) return [change]
    return campaignIds.map((id) => ({ ...change, campaignId: String(id) }))
  })
}

function toChange(row: typeof changeEvents.$inferSelect): AccountChange {
  const before = amountAt(row.oldResource, row.changedFields)
  const after = amountAt(row.newResource, row.changedFields)
  // 'customers/1/adGroupCriteria/22~33'
  const [, criterionId] =
    row.resourceType === 'AD_GROUP_CRITERION' ? row.resourceName.split('~') : []
  return {
    at: row.at.slice(0, 19),
    clientType: row.clientType,
    resourceType: row.resourceType,
    operation: row.operation === 'CREATE' || row.operation === 'REMOVE' ? row.operation : 'UPDATE',
    changedFields: row.changedFields,
    ...(row.adGroupId !== null && { adGroupId: String(row.adGroupId) }),
    ...(criterionId && { criterionId }),
    ...(before !== undefined && { beforeMicros: before }),
    ...(after !== undefined && { afterMicros: after }),
  }
}
