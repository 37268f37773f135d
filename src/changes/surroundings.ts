import { readBudgetSpend } from '#account-data/budget-spend.ts'
import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { restrictionsBefore } from '#platform/google-ads/target-restrictions.ts'
import type { Card } from './card-words.ts'
import type { GateFacts } from './gate.ts'
import { readAuthors } from './google-history.ts'
import { readStored } from './known.ts'
import { readLiveNegatives } from './negatives.ts'
import {
  budgetIdsOf,
  type Image,
  isTemporary,
  type Operation,
  type Target,
  targetOf,
} from './operations.ts'
import { type Found, readParents, readTargets } from './read-entities.ts'
import {
  listNamesIn,
  listOf,
  type NegativeList,
  readLiveLists,
  reuseLists,
} from './shared-lists.ts'
import { movedValues, type StepNames, type StepValue } from './step-text.ts'

/** One operation, and what is around its place at this moment. */
export type Around = {
  operation: Operation
  target: Target
  /** As Google has it now; null where nothing is there. */
  found: Found | null
  /** Of a create: what it is to be in; null when it is made in the same request, or is the account itself. */
  place: { name: string; isRemoved: boolean } | null
  /** Fields that are not as the analysis knew them. */
  moved: readonly StepValue[]
  /** Who touched it since, in Spanish; empty when Google's history names no person. */
  changedBy: string
  names: StepNames
}

/**
 * Reads all that operations are judged by: as Google has it now, and as our tables know it. What is wanted of a list that is
 * there goes to that one, so they need not be those that were asked for. Throws what the client throws.
 */
export async function readSurroundings(
  ctx: Context,
  ads: AccountAds,
  asked: readonly Operation[],
  card: Card,
): Promise<{ around: Around[]; facts: GateFacts }> {
  const { customerId, currencyCode } = ads.account
  const lists = await readLiveLists(ads, listNamesIn(asked))
  const operations = reuseLists(asked, lists)
  const targets = operations.map(targetOf)
  const found = await readTargets(ads, targets)
  const parents = await readParents(ads, targets)
  const stored = await readStored(ctx, customerId, targets)
  const here = targets.map((target, i) => {
    const named = namesOf(target, found[i] ?? null, parents)
    const region = String(target.wanted['location.geoTargetConstant'])
    const regionName = stored.regions.get(region) ?? null
    return {
      operation: operations[i]!,
      target,
      found: found[i] ?? null,
      place: placeOf(target, parents),
      names: { ...named, listName: listNameOf(target, lists, targets), regionName },
      moved: movedSince(target, found[i], stored, currencyCode),
    }
  })
  const foreign = targets.filter((_, i) => here[i]!.moved.length > 0)
  const authors = await readAuthors(ctx, ads, foreign)
  const within = { lists, window: card.evidence.window }
  const acting = await readLiveNegatives(ctx, ads, targets, within)
  const spent = await readBudgetSpend(ctx, ads.account, budgetIdsOf(targets))
  const around = here.map((one) => ({
    ...one,
    changedBy: authors.get(one.target.resourceName ?? '') ?? '',
  }))
  return { around, facts: { card, currencyCode, ...stored, ...acting, spent } }
}

/** Fields that are neither as the analysis knew them nor as our own undoing has left them. */
function movedSince(
  { kind, fields, resourceName, wanted }: Target,
  found: Found | null | undefined,
  { known, putBack }: Awaited<ReturnType<typeof readStored>>,
  currencyCode: string,
): StepValue[] {
  if (kind !== 'update' || !found) return []
  const since = (before: Image) => movedValues(fields, { before, now: found.image }, currencyCode)
  const undone = putBack.get(resourceName ?? '')
  const analysed = { ...known.get(resourceName ?? '')?.image, ...restrictionsBefore(wanted) }
  return undone && since(undone).length === 0 ? [] : since(analysed)
}

const parentOf = ({ shape, wanted }: Target) => String(wanted[shape.parent ?? ''] ?? '')

type Parents = Awaited<ReturnType<typeof readParents>>

/** A parent that Google does not know is as good as removed. */
function placeOf(target: Target, parents: Parents) {
  const parent = parentOf(target)
  const isPlace = target.shape.parent === 'campaign' || target.shape.parent === 'adGroup'
  const mustExist = target.kind === 'create' && isPlace && !isTemporary(parent)
  return parents.get(parent) ?? (mustExist ? { name: parent, isRemoved: true } : null)
}

/** What is to be created is called by what it is to be in. */
function namesOf(target: Target, found: Found | null, parents: Parents) {
  if (found && target.kind !== 'create') return found
  const name = parents.get(parentOf(target))?.name ?? null
  const within = { labels: target.wanted, campaignName: name, adGroupName: null }
  const inAdGroup = target.shape.parent === 'adGroup'
  return inAdGroup ? { ...within, campaignName: null, adGroupName: name } : within
}

function listNameOf(
  target: Target,
  lists: readonly NegativeList[],
  targets: readonly Target[],
): string | null {
  const name = listOf(target)
  if (name === null) return null
  const made = targets.find((one) => one.resourceName === name && one.kind === 'create')
  const list = made?.wanted ?? lists.find(({ resourceName }) => resourceName === name)
  return list ? String(list.name) : null
}
