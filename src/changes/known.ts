import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { keywords, regions } from '#platform/db/schema/entities.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import { type LiveKeyword, STEP_WINDOW_DAYS } from './conflicts.ts'
import { type Image, isTemporary, type Target } from './operations.ts'

/** The fields of an entity that the last sync stored, and with them the analysis went; empty for other kinds. */
export async function readKnownValues(
  ctx: Context,
  customerId: number,
  { key, kind, resourceName }: Target,
): Promise<Image> {
  if (kind !== 'update' || !resourceName) return {}
  // '…/adGroupCriteria/22~33' → [22, 33].
  const [id = 0, second = 0] = (resourceName.split('/').at(-1) ?? '').split('~').map(Number)
  for (const query of STORED[key]?.(id, second) ?? []) {
    const { rows } = await ctx.db.execute<Image>(
      sql`select ${query} and customer_id = ${customerId} limit 1`,
    )
    if (rows[0]) return key === 'campaignOperation' ? campaignImage(rows[0]) : rows[0]
  }
  return {}
}

/** Where to look, by kind of operation; the first that has it counts. */
const STORED: Readonly<Record<string, (id: number, second: number) => SQL[]>> = {
  campaignBudgetOperation: (id) => [
    sql`budget_micros as "amountMicros" from campaigns where budget_id = ${id}`,
  ],
  campaignOperation: (id) => [
    sql`status, bidding_strategy_type, target_cpa_micros, target_roas from campaigns where campaign_id = ${id}`,
  ],
  adGroupOperation: (id) => [
    sql`status, cpc_bid_micros as "cpcBidMicros", target_cpa_micros as "targetCpaMicros" from ad_groups where ad_group_id = ${id}`,
  ],
  adGroupAdOperation: (id, adId) => [
    sql`status from ads where ad_group_id = ${id} and ad_id = ${adId}`,
  ],
  adGroupCriterionOperation: (id, criterionId) => [
    sql`status, cpc_bid_micros as "cpcBidMicros" from keywords where ad_group_id = ${id} and criterion_id = ${criterionId}`,
    sql`status, bid_modifier as "bidModifier" from audiences where ad_group_id = ${id} and criterion_id = ${criterionId}`,
  ],
}

/** A target is stored without the strategy it belongs to. */
function campaignImage(row: Image): Image {
  const { status, bidding_strategy_type: strategy, target_cpa_micros: cpa, target_roas: roas } = row
  const targets: Record<string, Image> = {
    MAXIMIZE_CONVERSIONS: { 'maximizeConversions.targetCpaMicros': cpa },
    TARGET_CPA: { 'targetCpa.targetCpaMicros': cpa },
    MAXIMIZE_CONVERSION_VALUE: { 'maximizeConversionValue.targetRoas': roas },
    TARGET_ROAS: { 'targetRoas.targetRoas': roas },
  }
  return {
    status,
    ...(strategy ? { biddingStrategyType: strategy } : {}),
    ...targets[String(strategy)],
  }
}

const DAY_MS = 86_400_000

/** What was there before the first change made from here in the last week, by resource name. */
export async function readWeekBases(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<Map<string, Image>> {
  const names = targets.flatMap(({ resourceName }) => resourceName ?? [])
  const since = new Date(ctx.clock.now().getTime() - STEP_WINDOW_DAYS * DAY_MS)
  const rows = await ctx.db
    .select({ resourceName: accountChanges.resourceName, before: accountChanges.before })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        inArray(accountChanges.resourceName, names),
        eq(accountChanges.outcome, 'done'),
        isNull(accountChanges.undoneAt),
        gte(accountChanges.at, since),
      ),
    )
    .orderBy(asc(accountChanges.at))
  const bases = new Map<string, Image>()
  for (const { resourceName, before } of rows) {
    const { image } = (before ?? {}) as { image?: Image }
    if (resourceName && image) bases.set(resourceName, { ...image, ...bases.get(resourceName) })
  }
  return bases
}

/** Places by Google's name of them, 'geoTargetConstants/20282'; those of which the facts speak. */
export async function readRegionNames(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<Map<string, string>> {
  const ids = targets.flatMap(({ wanted }) => {
    const name = wanted['location.geoTargetConstant']
    return name ? [Number(String(name).split('/').at(-1))] : []
  })
  const rows = await ctx.db
    .select({ regionId: regions.regionId, name: regions.name })
    .from(regions)
    .where(and(eq(regions.customerId, customerId), inArray(regions.regionId, ids)))
  return new Map(rows.map(({ regionId, name }) => [`geoTargetConstants/${regionId}`, name]))
}

/** Enabled keywords where negatives are to be added, as Google has them now. */
export async function readLiveKeywords(
  ctx: Context,
  ads: AccountAds,
  targets: readonly Target[],
): Promise<LiveKeyword[]> {
  const negatives = targets.filter(
    ({ kind, wanted }) => kind === 'create' && wanted.negative === true && wanted['keyword.text'],
  )
  const found: LiveRow[] = []
  for (const parent of ['campaign', 'adGroup'] as const) {
    const names = negatives
      .map(({ wanted }) => String(wanted[parent] ?? ''))
      .filter((name) => name && !isTemporary(name))
    if (names.length > 0) found.push(...((await ads.search(enabledIn(parent, names))) as LiveRow[]))
  }
  if (found.length === 0) return []
  const known = await ctx.db
    .select({ adGroupId: keywords.adGroupId, criterionId: keywords.criterionId })
    .from(keywords)
    .where(and(eq(keywords.customerId, ads.account.customerId), eq(keywords.status, 'ENABLED')))
  const isKnown = new Set(known.map(({ adGroupId, criterionId }) => `${adGroupId}~${criterionId}`))
  return found.map(({ adGroupCriterion, adGroup, campaign }) => ({
    text: adGroupCriterion?.keyword?.text ?? '',
    adGroupName: adGroup?.name ?? '',
    adGroup: adGroup?.resourceName ?? '',
    campaign: campaign?.resourceName ?? '',
    isKnown: isKnown.has(adGroupCriterion?.resourceName?.split('/').at(-1) ?? ''),
  }))
}

function enabledIn(parent: 'campaign' | 'adGroup', names: readonly string[]): string {
  const field = parent === 'campaign' ? 'campaign.resource_name' : 'ad_group.resource_name'
  return entitiesQuery({
    from: 'ad_group_criterion',
    fields: [
      'ad_group_criterion.resource_name',
      'ad_group_criterion.keyword.text',
      'ad_group.resource_name',
      'ad_group.name',
      'campaign.resource_name',
    ],
    where: [
      isOneOf(field, names),
      "ad_group_criterion.type = 'KEYWORD'",
      'ad_group_criterion.negative = FALSE',
      "ad_group_criterion.status = 'ENABLED'",
    ],
  })
}

type LiveRow = {
  adGroupCriterion?: { resourceName?: string; keyword?: { text?: string } }
  adGroup?: { resourceName?: string; name?: string }
  campaign?: { resourceName?: string }
}
