import { and, eq, inArray } from 'drizzle-orm'
import type { MatchType } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import { accountInventory, negativeKeywords } from '#platform/db/schema/entities.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import {
  idOf,
  isTemporary,
  type Operation,
  sameValue,
  type Target,
  targetOf,
} from './operations.ts'
import { withRealNames } from './read-back.ts'

type NegativeWord = { text: string; matchType: MatchType }

/** A list of negative keywords that campaigns share. Campaigns are ids. */
export type NegativeList = {
  resourceName: string
  name: string
  words: NegativeWord[]
  campaignIds: number[]
}

/** The list that an operation makes, fills or lets a campaign use; null for any other. */
export function listOf({ kind, key, resourceName, wanted }: Target): string | null {
  if (kind !== 'create') return null
  if (key === 'sharedSetOperation') return resourceName
  const isPart = key === 'sharedCriterionOperation' || key === 'campaignSharedSetOperation'
  return isPart ? String(wanted.sharedSet) : null
}

/** What is wanted of a list that is there already goes to that one; what it has already is left out, unless it is all. */
export function reuseLists(
  operations: readonly Operation[],
  lists: readonly NegativeList[],
): readonly Operation[] {
  const real = new Map<string, string>()
  const wanted = operations.filter((operation) => {
    const { key, kind, resourceName, wanted } = targetOf(operation)
    const same = lists.find(({ name }) => name === wanted.name)
    if (key !== 'sharedSetOperation' || kind !== 'create' || !same) return true
    if (resourceName) real.set(resourceName, same.resourceName)
    return false
  })
  const named = wanted.map((operation) => withRealNames(operation, real))
  const missing = named.filter((operation) => !isThere(targetOf(operation), lists))
  return missing.length > 0 ? missing : named
}

function isThere(target: Target, lists: readonly NegativeList[]): boolean {
  const list = lists.find(({ resourceName }) => resourceName === listOf(target))
  return list !== undefined && hasPart(list, target)
}

/** Whether a word or a campaign is in it, also one that was wanted in another. */
export function hasPart({ words, campaignIds }: NegativeList, { wanted }: Target): boolean {
  if (wanted.campaign) return campaignIds.includes(idOf(wanted.campaign))
  return words.some(
    ({ text, matchType }) =>
      sameValue('keyword.text', text, wanted['keyword.text']) &&
      matchType === wanted['keyword.matchType'],
  )
}

type Rows = {
  sharedSet?: { resourceName?: string; name?: string }
  sharedCriterion?: { sharedSet?: string; keyword?: NegativeWord }
  campaignSharedSet?: { sharedSet?: string; campaign?: string }
}[]

/** As Google has them now: lists of these names or resource names. */
export async function readLiveLists(
  ads: AccountAds,
  wanted: ReadonlySet<string>,
): Promise<NegativeList[]> {
  if (wanted.size === 0) return []
  const search = async (from: string, fields: string[], where: string[]) => {
    const query = { from, fields: fields.map((field) => `${from}.${field}`), where }
    return (await ads.search(entitiesQuery(query))) as Rows
  }
  const rows = await search('shared_set', ['resource_name', 'name'], ENABLED)
  const found = rows.flatMap(({ sharedSet: { resourceName = '', name = '' } = {} }) =>
    wanted.has(resourceName) || wanted.has(name) ? { resourceName, name } : [],
  )
  if (found.length === 0) return []
  const names = found.map(({ resourceName }) => resourceName)
  const within = (from: string) => isOneOf(`${from}.shared_set`, names)
  const fields = ['shared_set', 'keyword.text', 'keyword.match_type']
  const words = await search('shared_criterion', fields, [within('shared_criterion')])
  const users = await search(
    'campaign_shared_set',
    ['shared_set', 'campaign'],
    [within('campaign_shared_set'), "campaign_shared_set.status = 'ENABLED'"],
  )
  return found.map((list) => ({
    ...list,
    words: words.flatMap(({ sharedCriterion: { sharedSet, keyword } = {} }) =>
      keyword && sharedSet === list.resourceName ? keyword : [],
    ),
    campaignIds: users.flatMap(({ campaignSharedSet: { sharedSet, campaign } = {} }) =>
      sharedSet === list.resourceName ? idOf(campaign) : [],
    ),
  }))
}

const ENABLED = ["shared_set.type = 'NEGATIVE_KEYWORDS'", "shared_set.status = 'ENABLED'"]

/** Names of lists that operations are about, new ones by the name they shall have. */
export function listNamesIn(operations: readonly Operation[]): Set<string> {
  const targets = operations.map(targetOf)
  const names = targets.flatMap((target) => {
    const list = listOf(target)
    return list ? [isTemporary(list) ? String(target.wanted.name ?? '') : list] : []
  })
  return new Set(names.filter(Boolean))
}

/** As the last sync stored them: lists of these names or resource names. Of one without words it is not known who uses it. */
export async function readStoredLists(
  ctx: Context,
  customerId: number,
  wanted: ReadonlySet<string>,
): Promise<NegativeList[]> {
  if (wanted.size === 0) return []
  const ofPart = eq(accountInventory.part, 'negativeLists')
  const [kept] = await ctx.db
    .select()
    .from(accountInventory)
    .where(and(eq(accountInventory.customerId, customerId), ofPart))
  // Only the sync writes it.
  const lists = (kept?.rows ?? []) as { id: string; name: string }[]
  const names = new Map(lists.map(({ id, name }) => [nameOf(id), name]))
  const isWanted = ([resourceName, name]: string[]) =>
    wanted.has(resourceName!) || wanted.has(name!)
  const found = new Map([
    ...[...wanted].filter((name) => name.startsWith(ACCOUNT)).map((name) => [name, ''] as const),
    ...[...names].filter(isWanted),
  ])
  const ofAccount = eq(negativeKeywords.customerId, customerId)
  const inLists = inArray(negativeKeywords.scopeId, [...found.keys()].map(idOf))
  const rows = await ctx.db
    .select()
    .from(negativeKeywords)
    .where(and(ofAccount, eq(negativeKeywords.scope, 'shared_set'), inLists))
  return [...found].map(([resourceName, name]) => {
    const words = rows.filter(({ scopeId }) => scopeId === idOf(resourceName))
    const campaignIds = words[0]?.campaignIds ?? []
    // Google's own words for them.
    return { resourceName, name, words: words as NegativeWord[], campaignIds }
  })
}

/** As cards name what belongs to the account. */
const ACCOUNT = 'customers/{customerId}/'
const nameOf = (id: string) => `${ACCOUNT}sharedSets/${id}`
