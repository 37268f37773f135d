import { and, eq, inArray, or } from 'drizzle-orm'
import { readSoldTerms, type SoldTerm } from '#account-data/sold-terms.ts'
import { negativeBlocks } from '#engine/account/matches.ts'
import type { Context } from '#platform/context.ts'
import { adGroups, keywords } from '#platform/db/schema/entities.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import type { Day } from '#shared/dates.ts'
import { idOf, isTemporary, type Target } from './operations.ts'

/** An enabled keyword in a place of the account. Places are ids. */
export type LiveKeyword = {
  text: string
  adGroupName: string
  campaignId: number
  adGroupId: number
}

/** The negative keyword that an operation adds; null for any other. */
function negativeOf({ kind, wanted }: Target) {
  const text = wanted['keyword.text']
  if (kind !== 'create' || wanted.negative !== true || typeof text !== 'string') return null
  const matchType = wanted['keyword.matchType'] as 'EXACT' | 'PHRASE' | 'BROAD'
  return { text, matchType }
}

/** What the negative that an operation adds would stop. */
export function stoppedBy<T extends { text: string; campaignId: number; adGroupId: number }>(
  target: Target,
  things: readonly T[],
): T[] {
  const negative = negativeOf(target)
  if (!negative) return []
  const { adGroup, campaign } = target.wanted
  return things.filter(
    ({ text, campaignId, adGroupId }) =>
      (adGroup ? adGroupId === idOf(adGroup) : campaignId === idOf(campaign)) &&
      negativeBlocks(negative, text),
  )
}

/** Conversions of the terms that they stop together. */
export function stoppedConversions(targets: readonly Target[], sold: readonly SoldTerm[]): number {
  const stopped = new Set(targets.flatMap((target) => stoppedBy(target, sold)))
  return [...stopped].reduce((sum, { conversionsMicros }) => sum + conversionsMicros, 0)
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
  customerId: number,
  targets: readonly Target[],
  { from, to }: { from: Day; to: Day },
): Promise<SoldTerm[]> {
  const { campaign, adGroup } = negativePlaces(targets)
  const once = new Map<string, SoldTerm>()
  for (const where of [{ campaign_id: campaign.map(idOf) }, { ad_group_id: adGroup.map(idOf) }]) {
    if (Object.values(where)[0]!.length === 0) continue
    for (const term of await readSoldTerms(ctx, { customerId, from, to, where }))
      if (!term.isExcluded) once.set(`${term.adGroupId} ${term.text}`, term)
  }
  return [...once.values()]
}

/** Enabled keywords where negatives are to be added, as the last sync stored them. */
export async function readStoredKeywords(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<LiveKeyword[]> {
  const { campaign, adGroup } = negativePlaces(targets)
  const inPlaces = or(
    inArray(keywords.campaignId, campaign.map(idOf)),
    inArray(keywords.adGroupId, adGroup.map(idOf)),
  )
  const { text, campaignId, adGroupId } = keywords
  return await ctx.db
    .select({ text, campaignId, adGroupId, adGroupName: adGroups.name })
    .from(keywords)
    .innerJoin(
      adGroups,
      and(eq(adGroups.customerId, keywords.customerId), eq(adGroups.adGroupId, keywords.adGroupId)),
    )
    .where(
      and(
        eq(keywords.customerId, customerId),
        eq(keywords.status, 'ENABLED'),
        eq(adGroups.status, 'ENABLED'),
        inPlaces,
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
  for (const [place, names] of [
    ['campaign', campaign],
    ['ad_group', adGroup],
  ] as const)
    if (names.length > 0) found.push(...((await ads.search(enabledIn(place, names))) as LiveRow[]))
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
