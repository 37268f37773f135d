import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { readSoldTerms, type SoldTerm } from '#account-data/sold-terms.ts'
import { negativeBlocks, negativeSilences } from '#engine/account/matches.ts'
import type { MatchType } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import { adGroups, keywords } from '#platform/db/schema/entities.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery } from '#platform/google-ads/queries.ts'
import type { DayRange } from '#shared/dates.ts'
import { idOf, type Target } from './operations.ts'
import { listOf, type NegativeList } from './shared-lists.ts'

/** An enabled keyword in a place of the account. Places are ids. */
export type LiveKeyword = {
  text: string
  matchType: MatchType
  adGroupName: string
  campaignId: number
  adGroupId: number
}

/** A negative keyword that an operation lets act, in an ad group or else in campaigns. Places are ids. */
export type Negative = {
  text: string
  matchType: MatchType
  adGroupId: number | null
  campaignIds: readonly number[]
}

/**
 * For each target the negatives that act by it: its own, those of a list that a campaign is to use, and a list's new one in
 * all campaigns that use the list or are to.
 */
export function actingNegatives(
  targets: readonly Target[],
  lists: readonly NegativeList[],
): Negative[][] {
  const usersOf = Map.groupBy(
    targets.filter(({ key, kind }) => key === 'campaignSharedSetOperation' && kind === 'create'),
    ({ wanted }) => String(wanted.sharedSet),
  )
  return targets.map((target): Negative[] => {
    const { key, kind, wanted } = target
    const name = listOf(target)
    const list = lists.find(({ resourceName }) => resourceName === name)
    const own = wanted.campaign ? [idOf(wanted.campaign)] : []
    if (key === 'campaignSharedSetOperation' && name)
      return (list?.words ?? []).map((word) => ({ ...word, adGroupId: null, campaignIds: own }))
    const text = wanted['keyword.text']
    const isNegative = name !== null || wanted.negative === true
    if (kind !== 'create' || typeof text !== 'string' || !isNegative) return []
    const users = usersOf.get(name ?? '') ?? []
    const added = users.map(({ wanted: { campaign } }) => idOf(campaign))
    return [
      {
        text,
        matchType: wanted['keyword.matchType'] as MatchType,
        adGroupId: wanted.adGroup ? idOf(wanted.adGroup) : null,
        campaignIds: name ? [...(list?.campaignIds ?? []), ...added] : own,
      },
    ]
  })
}

type Stoppable = Pick<LiveKeyword, 'text' | 'campaignId' | 'adGroupId'> & { matchType?: MatchType }

/** What negatives would stop: keywords, or search terms, which have no match type. */
export function stoppedBy<T extends Stoppable>(
  negatives: readonly Negative[],
  things: readonly T[],
): T[] {
  return things.filter(({ text, matchType, campaignId, adGroupId }) =>
    negatives.some((one) => {
      const isThere = one.adGroupId === adGroupId || one.campaignIds.includes(campaignId)
      if (!isThere || !matchType) return isThere && negativeBlocks(one, text)
      return negativeSilences(one, { text, matchType })
    }),
  )
}

/** For each target the negatives that act by it, and what they could stop: keywords as Google has them now, and what sold. */
export async function readLiveNegatives(
  ctx: Context,
  ads: AccountAds,
  targets: readonly Target[],
  { lists, window }: { lists: readonly NegativeList[]; window: DayRange },
) {
  const negatives = actingNegatives(targets, lists)
  const all = negatives.flat()
  const keywords = await readLiveKeywords(ads, all)
  return { negatives, keywords, sold: await readSold(ctx, ads.account.customerId, all, window) }
}

/** Where negatives come to act; what is made in the same request has no id and nothing in it yet. */
function placesOf(negatives: readonly Negative[]) {
  const known = (ids: readonly number[]) => [...new Set(ids.filter((id) => id > 0))]
  return {
    campaign: known(negatives.flatMap(({ campaignIds }) => campaignIds)),
    adGroup: known(negatives.flatMap(({ adGroupId }) => adGroupId ?? [])),
  }
}

/** Search terms with conversions in these days where negatives are to be added; those that one stops already aside. */
export async function readSold(
  ctx: Context,
  customerId: number,
  negatives: readonly Negative[],
  { from, to }: DayRange,
): Promise<SoldTerm[]> {
  const { campaign, adGroup } = placesOf(negatives)
  const once = new Map<string, SoldTerm>()
  for (const where of [{ campaign_id: campaign }, { ad_group_id: adGroup }]) {
    if (Object.values(where)[0]!.length === 0) continue
    for (const term of await readSoldTerms(ctx, { customerId, from, to, where }))
      if (!term.isExcluded) once.set(`${term.campaignId} ${term.adGroupId} ${term.text}`, term)
  }
  return [...once.values()]
}

/** Enabled keywords where negatives are to be added, as the last sync stored them. */
export async function readStoredKeywords(
  ctx: Context,
  customerId: number,
  negatives: readonly Negative[],
): Promise<LiveKeyword[]> {
  const { campaign, adGroup } = placesOf(negatives)
  const inPlaces = or(inArray(keywords.campaignId, campaign), inArray(keywords.adGroupId, adGroup))
  const active = await ctx.db
    .select({ adGroupId: adGroups.adGroupId, name: adGroups.name })
    .from(adGroups)
    .where(and(eq(adGroups.customerId, customerId), eq(adGroups.status, 'ENABLED')))
  const names = new Map(active.map(({ adGroupId, name }) => [adGroupId, name]))
  const { text, matchType, campaignId, adGroupId } = keywords
  const found = await ctx.db
    .select({ text, matchType: sql<MatchType>`${matchType}`, campaignId, adGroupId })
    .from(keywords)
    .where(and(eq(keywords.customerId, customerId), eq(keywords.status, 'ENABLED'), inPlaces))
  // Joined here: of an account that is new to it the database knows no sizes, and joins thousands with thousands one by one.
  return found.flatMap((keyword) => {
    const adGroupName = names.get(keyword.adGroupId)
    return adGroupName === undefined ? [] : [{ ...keyword, adGroupName }]
  })
}

/** The same as Google has them now. */
async function readLiveKeywords(
  ads: AccountAds,
  negatives: readonly Negative[],
): Promise<LiveKeyword[]> {
  const { campaign, adGroup } = placesOf(negatives)
  const enabled = async (place: 'campaign' | 'ad_group', ids: readonly number[]) =>
    ids.length > 0 ? ((await ads.search(enabledIn(place, ids))) as LiveRow[]) : []
  const found = [...(await enabled('campaign', campaign)), ...(await enabled('ad_group', adGroup))]
  return found.map(({ adGroupCriterion: { keyword } = {}, adGroup, campaign }) => ({
    text: keyword?.text ?? '',
    matchType: keyword?.matchType ?? 'BROAD',
    adGroupName: adGroup?.name ?? '',
    adGroupId: idOf(adGroup?.resourceName),
    campaignId: idOf(campaign?.resourceName),
  }))
}

function enabledIn(place: 'campaign' | 'ad_group', ids: readonly number[]): string {
  return entitiesQuery({
    from: 'ad_group_criterion',
    fields: [
      'ad_group_criterion.keyword.text',
      'ad_group_criterion.keyword.match_type',
      'ad_group.resource_name',
      'ad_group.name',
      'campaign.resource_name',
    ],
    where: [
      `${place}.id IN (${ids.join(', ')})`,
      "ad_group_criterion.type = 'KEYWORD'",
      'ad_group_criterion.negative = FALSE',
      "ad_group_criterion.status = 'ENABLED'",
      "ad_group.status = 'ENABLED'",
    ],
  })
}

type LiveRow = {
  adGroupCriterion?: { keyword?: Pick<LiveKeyword, 'text' | 'matchType'> }
  adGroup?: { resourceName?: string; name?: string }
  campaign?: { resourceName?: string }
}
