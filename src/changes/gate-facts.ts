import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { readSoldTerms, type SoldTerm } from '#account-data/sold-terms.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { Context } from '#platform/context.ts'
import { adGroups, campaigns, keywords } from '#platform/db/schema/entities.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { idOf, type LiveKeyword, negativeOf } from './gate.ts'
import { isTemporary, type Target } from './operations.ts'

/** Days looked back on: as many as the month that a budget is paid by. */
const SPEND_DAYS = 30

/**
 * What the campaigns on each budget spend per day, micros, by the budget's resource name: over those of the last 30
 * days that the account has figures for, however few. Budgets that are no longer known are missing, never 0.
 */
export async function readBudgetSpend(
  ctx: Context,
  { customerId, timeZone }: Account,
  targets: readonly Target[],
): Promise<Map<string, number>> {
  const names = targets.flatMap(({ key, kind, resourceName }) =>
    key === 'campaignBudgetOperation' && kind === 'update' && resourceName ? [resourceName] : [],
  )
  if (names.length === 0) return new Map()
  const today = dayInZone(ctx.clock.now(), timeZone)
  const lately = { customerId, from: addDays(today, -SPEND_DAYS), to: addDays(today, -1) }
  const days = (await sumLevel(ctx, { ...lately, level: 'account', groupBy: ['day'] })).length
  const rows = await ctx.db
    .select({ campaignId: campaigns.campaignId, budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(campaigns.budgetId, names.map(idOf))))
  if (days === 0) return new Map()
  const campaign_id = rows.map(({ campaignId }) => campaignId)
  const where = { campaign_id }
  const sums = await sumLevel(ctx, {
    ...lately,
    level: 'campaign',
    groupBy: ['campaign_id'],
    where,
  })
  const costs = new Map(sums.map(({ keys, costMicros }) => [Number(keys.campaign_id), costMicros]))
  const onBudget = Map.groupBy(rows, ({ budgetId }) => budgetId)
  return new Map(
    names.flatMap((name) => {
      const own = onBudget.get(idOf(name))
      const cost = own?.reduce((sum, { campaignId }) => sum + (costs.get(campaignId) ?? 0), 0)
      return cost === undefined ? [] : [[name, cost / days] as const]
    }),
  )
}

/** Where negatives are to be added; what is made in the same request has nothing in it yet. */
function negativePlaces(targets: readonly Target[]) {
  const own = targets.filter((target) => negativeOf(target) !== null)
  const named = (parent: string) => {
    const names = own.map(({ wanted }) => String(wanted[parent] ?? ''))
    return [...new Set(names.filter((name) => name && !isTemporary(name)))]
  }
  return { campaign: named('campaign'), adGroup: named('adGroup') }
}

/** Search terms with conversions in these days where negatives are to be added; those that one stops already aside. */
export async function readSold(
  ctx: Context,
  { customerId }: Account,
  targets: readonly Target[],
  { from, to }: { from: Day; to: Day },
): Promise<SoldTerm[]> {
  const { campaign, adGroup } = negativePlaces(targets)
  const sold: SoldTerm[] = []
  const days = { customerId, from, to }
  if (campaign.length > 0)
    sold.push(
      ...(await readSoldTerms(ctx, { ...days, where: { campaign_id: campaign.map(idOf) } })),
    )
  if (adGroup.length > 0)
    sold.push(...(await readSoldTerms(ctx, { ...days, where: { ad_group_id: adGroup.map(idOf) } })))
  const once = new Map(sold.map((term) => [`${term.adGroupId} ${term.text}`, term]))
  return [...once.values()].filter(({ isExcluded }) => !isExcluded)
}

/** Enabled keywords where negatives are to be added, as the last sync stored them. */
export async function readStoredKeywords(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<LiveKeyword[]> {
  const { campaign, adGroup } = negativePlaces(targets)
  if (campaign.length + adGroup.length === 0) return []
  return await ctx.db
    .select({
      text: keywords.text,
      adGroupName: sql<string>`coalesce(${adGroups.name}, '')`,
      campaignId: keywords.campaignId,
      adGroupId: keywords.adGroupId,
    })
    .from(keywords)
    .leftJoin(
      adGroups,
      and(eq(adGroups.customerId, keywords.customerId), eq(adGroups.adGroupId, keywords.adGroupId)),
    )
    .where(
      and(
        eq(keywords.customerId, customerId),
        eq(keywords.status, 'ENABLED'),
        or(
          inArray(keywords.campaignId, campaign.map(idOf)),
          inArray(keywords.adGroupId, adGroup.map(idOf)),
        ),
        sql`coalesce(${adGroups.status}, 'ENABLED') = 'ENABLED'`,
      ),
    )
}

/** The same as Google has them now. */
export async function readLiveKeywords(
  ads: AccountAds,
  targets: readonly Target[],
): Promise<LiveKeyword[]> {
  const { campaign, adGroup } = negativePlaces(targets)
  const found: LiveRow[] = []
  if (campaign.length > 0)
    found.push(...((await ads.search(enabledIn('campaign', campaign))) as LiveRow[]))
  if (adGroup.length > 0)
    found.push(...((await ads.search(enabledIn('ad_group', adGroup))) as LiveRow[]))
  return found.map(({ adGroupCriterion, adGroup, campaign }) => ({
    text: adGroupCriterion?.keyword?.text ?? '',
    adGroupName: adGroup?.name ?? '',
    adGroupId: idOf(adGroup?.resourceName),
    campaignId: idOf(campaign?.resourceName),
  }))
}

function enabledIn(place: 'campaign' | 'ad_group', names: readonly string[]): string {
  return entitiesQuery({
    from: 'ad_group_criterion',
    fields: [
      'ad_group_criterion.keyword.text',
      'ad_group.resource_name',
      'ad_group.name',
      'campaign.resource_name',
    ],
    where: [
      isOneOf(`${place}.resource_name`, names),
      "ad_group_criterion.type = 'KEYWORD'",
      'ad_group_criterion.negative = FALSE',
      "ad_group_criterion.status = 'ENABLED'",
      "ad_group.status = 'ENABLED'",
    ],
  })
}

type LiveRow = {
  adGroupCriterion?: { keyword?: { text?: string } }
  adGroup?: { resourceName?: string; name?: string }
  campaign?: { resourceName?: string }
}
