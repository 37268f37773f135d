import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import {
  adGroups,
  ads as adRows,
  audiences,
  campaigns,
  keywords,
  regions,
} from '#platform/db/schema/entities.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import type { LiveKeyword } from '../rules/conflicts.ts'
import type { Image, Target } from '../rules/operations.ts'
import { STEP_WINDOW_DAYS } from '../rules/step-limits.ts'
import { isTemporary } from './read-entities.ts'

/** '…/adGroupCriteria/22~33' → [22, 33]. */
const idsOf = (resourceName: string) =>
  (resourceName.split('/').at(-1) ?? '').split('~').map(Number) as [number, number?]

/** The fields of an entity that the last sync stored, and with them the analysis went; empty for other kinds. */
export async function readKnownValues(
  ctx: Context,
  customerId: number,
  { key, kind, resourceName }: Target,
): Promise<Image> {
  if (kind !== 'update' || !resourceName) return {}
  const [id, second = 0] = idsOf(resourceName)
  if (key === 'campaignBudgetOperation') return await budgetValues(ctx, customerId, id)
  if (key === 'campaignOperation') return await campaignValues(ctx, customerId, id)
  if (key === 'adGroupOperation') {
    const [row] = await ctx.db
      .select({
        status: adGroups.status,
        cpcBidMicros: adGroups.cpcBidMicros,
        targetCpaMicros: adGroups.targetCpaMicros,
      })
      .from(adGroups)
      .where(and(eq(adGroups.customerId, customerId), eq(adGroups.adGroupId, id)))
    return row ?? {}
  }
  if (key === 'adGroupAdOperation') {
    const [row] = await ctx.db
      .select({ status: adRows.status })
      .from(adRows)
      .where(
        and(eq(adRows.customerId, customerId), eq(adRows.adGroupId, id), eq(adRows.adId, second)),
      )
    return row ?? {}
  }
  if (key === 'adGroupCriterionOperation') return await criterionValues(ctx, customerId, id, second)
  return {}
}

async function budgetValues(ctx: Context, customerId: number, budgetId: number): Promise<Image> {
  const [row] = await ctx.db
    .select({ amountMicros: campaigns.budgetMicros })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), eq(campaigns.budgetId, budgetId)))
    .limit(1)
  return row ?? {}
}

async function campaignValues(ctx: Context, customerId: number, id: number): Promise<Image> {
  const [row] = await ctx.db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), eq(campaigns.campaignId, id)))
  if (!row) return {}
  const { status, biddingStrategyType, targetCpaMicros, targetRoas } = row
  const targets = {
    MAXIMIZE_CONVERSIONS: { 'maximizeConversions.targetCpaMicros': targetCpaMicros },
    TARGET_CPA: { 'targetCpa.targetCpaMicros': targetCpaMicros },
    MAXIMIZE_CONVERSION_VALUE: { 'maximizeConversionValue.targetRoas': targetRoas },
    TARGET_ROAS: { 'targetRoas.targetRoas': targetRoas },
  }
  const own = targets[biddingStrategyType as keyof typeof targets] ?? {}
  return { status, ...(biddingStrategyType && { biddingStrategyType }), ...own }
}

async function criterionValues(
  ctx: Context,
  customerId: number,
  adGroupId: number,
  criterionId: number,
): Promise<Image> {
  const [keyword] = await ctx.db
    .select({ status: keywords.status, cpcBidMicros: keywords.cpcBidMicros })
    .from(keywords)
    .where(
      and(
        eq(keywords.customerId, customerId),
        eq(keywords.adGroupId, adGroupId),
        eq(keywords.criterionId, criterionId),
      ),
    )
  if (keyword) return keyword
  const [audience] = await ctx.db
    .select({ status: audiences.status, bidModifier: audiences.bidModifier })
    .from(audiences)
    .where(
      and(
        eq(audiences.customerId, customerId),
        eq(audiences.adGroupId, adGroupId),
        eq(audiences.criterionId, criterionId),
      ),
    )
  return audience ?? {}
}

const DAY_MS = 86_400_000

/** What was there before the first change made from here in the last week, by resource name. */
export async function readWeekBases(
  ctx: Context,
  customerId: number,
  resourceNames: readonly string[],
): Promise<Map<string, Image>> {
  if (resourceNames.length === 0) return new Map()
  const since = new Date(ctx.clock.now().getTime() - STEP_WINDOW_DAYS * DAY_MS)
  const rows = await ctx.db
    .select({ resourceName: accountChanges.resourceName, before: accountChanges.before })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        inArray(accountChanges.resourceName, [...resourceNames]),
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
  const names = targets.flatMap(({ wanted }) => wanted['location.geoTargetConstant'] ?? [])
  if (names.length === 0) return new Map()
  const ids = names.map((name) => Number(String(name).split('/').at(-1)))
  const rows = await ctx.db
    .select({ regionId: regions.regionId, name: regions.name })
    .from(regions)
    .where(and(eq(regions.customerId, customerId), inArray(regions.regionId, ids)))
  return new Map(rows.map(({ regionId, name }) => [`geoTargetConstants/${regionId}`, name]))
}

/** Enabled keywords where negatives are to be added, as Google has them now. */
export async function readLiveKeywords(
  ctx: Context,
  ads: GoogleAds,
  account: { customerId: number; googleCustomerId: string },
  targets: readonly Target[],
): Promise<LiveKeyword[]> {
  const negatives = targets.filter(
    ({ kind, wanted }) => kind === 'create' && wanted.negative === true && wanted['keyword.text'],
  )
  const found: LiveKeyword[] = []
  for (const [parent, field] of [
    ['campaign', 'campaign.resource_name'],
    ['adGroup', 'ad_group.resource_name'],
  ] as const) {
    const names = negatives
      .map(({ wanted }) => String(wanted[parent] ?? ''))
      .filter((name) => name && !isTemporary(name))
    if (names.length > 0) found.push(...(await readKeywordsOf(ctx, ads, account, { field, names })))
  }
  return found
}

async function readKeywordsOf(
  ctx: Context,
  ads: GoogleAds,
  { customerId, googleCustomerId }: { customerId: number; googleCustomerId: string },
  { field, names }: { field: string; names: readonly string[] },
): Promise<LiveKeyword[]> {
  const query = entitiesQuery({
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
  const rows = (await ads.search(googleCustomerId, query)) as LiveRow[]
  const known = await ctx.db
    .select({ adGroupId: keywords.adGroupId, criterionId: keywords.criterionId })
    .from(keywords)
    .where(and(eq(keywords.customerId, customerId), eq(keywords.status, 'ENABLED')))
  const isKnown = new Set(known.map(({ adGroupId, criterionId }) => `${adGroupId}~${criterionId}`))
  return rows.map(({ adGroupCriterion, adGroup, campaign }) => ({
    text: adGroupCriterion?.keyword?.text ?? '',
    adGroupName: adGroup?.name ?? '',
    adGroup: adGroup?.resourceName ?? '',
    campaign: campaign?.resourceName ?? '',
    isKnown: isKnown.has(adGroupCriterion?.resourceName?.split('/').at(-1) ?? ''),
  }))
}

type LiveRow = {
  adGroupCriterion?: { resourceName?: string; keyword?: { text?: string } }
  adGroup?: { resourceName?: string; name?: string }
  campaign?: { resourceName?: string }
}
