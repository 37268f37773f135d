import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import type { adAccounts } from '#platform/db/schema/access.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import type { ChangeStep } from '../contract/changes.ts'
import { conflictsOf } from '../rules/conflicts.ts'
import {
  differences,
  type Image,
  type Operation,
  type Target,
  targetOf,
} from '../rules/operations.ts'
import { budgetMicrosOf } from '../rules/outlook.ts'
import { type StepNames, summaryOf, valuesOf } from '../rules/step-text.ts'
import { authorText, readTouches } from './change-history.ts'
import { type Found, isTemporary, readPlaces, readTargets } from './read-entities.ts'
import {
  readKnownValues,
  readLiveKeywords,
  readRegionNames,
  readWeekBases,
} from './step-surroundings.ts'

export type AdAccount = typeof adAccounts.$inferSelect

/** One operation, with what Google says about its place at this moment. */
export type PlannedStep = Omit<ChangeStep, 'problem'> & {
  operation: Operation
  target: Target
  /** Its before-image; null where there is nothing yet. */
  before: Image | null
}

/** The operations of a card, for this account; empty: to be done by hand, as all is in an imported report. */
export function operationsOf(
  body: Analysed,
  { googleCustomerId, source }: Pick<AdAccount, 'googleCustomerId' | 'source'>,
): Operation[] {
  if (source === 'imported') return []
  const text = JSON.stringify(body.evidence.change?.operations ?? [])
  return JSON.parse(text.replaceAll('{customerId}', googleCustomerId)) as Operation[]
}

/** Whether operations name each other's results. */
export function areLinked(operations: readonly Operation[]): boolean {
  return operations.some((operation) =>
    /"customers\/\d+\/\w+\/-\d+"/.test(JSON.stringify(operation)),
  )
}

/** Made all together or not at all: linked ones, and money that moves from one budget to another. */
export function areTogether(operations: readonly Operation[]): boolean {
  const budgets = operations.filter((operation) => 'campaignBudgetOperation' in operation)
  return budgets.length > 1 || areLinked(operations)
}

/** Reads everything again from Google and says what stands in the way. Throws what the client throws. */
export async function planChange(
  ctx: Context,
  ads: GoogleAds,
  account: AdAccount,
  operations: readonly Operation[],
): Promise<PlannedStep[]> {
  const { customerId, googleCustomerId, currencyCode } = account
  const targets = operations.map(targetOf)
  const found = await readTargets(ads, googleCustomerId, targets)
  const places = await readPlaces(ads, googleCustomerId, targets)
  const keywords = await readLiveKeywords(ctx, ads, account, targets)
  const names = targets.flatMap(({ resourceName }) => resourceName ?? [])
  const bases = await readWeekBases(ctx, customerId, names)
  const known = await Promise.all(targets.map((target) => readKnownValues(ctx, customerId, target)))
  const regions = await readRegionNames(ctx, customerId, targets)
  const isShift = isBudgetShift(targets, found)
  const authors = await readAuthors(ctx, ads, account, { targets, found, known })
  return targets.map((target, i) => {
    const one = found[i] ?? null
    const before = one && target.kind !== 'create' ? one.image : null
    const parent = String(target.wanted[target.shape.parent ?? ''] ?? '')
    const place = places.get(parent) ?? null
    const around = {
      currencyCode,
      found: one,
      // A parent that Google does not know is as good as removed.
      place: place ?? (mustExist(target, parent) ? { name: parent, isRemoved: true } : null),
      known: known[i] ?? {},
      changedBy: authors.get(target.resourceName ?? '') ?? '',
      base: bases.get(target.resourceName ?? '') ?? {},
      keywords,
      isShift,
    }
    return {
      operation: operations[i]!,
      target,
      before,
      summary: summaryOf(target, {
        ...namesOf(target, one, place?.name ?? null),
        regionName: regions.get(String(target.wanted['location.geoTargetConstant'])) ?? null,
      }),
      values: valuesOf(target, before, currencyCode),
      conflicts: conflictsOf(target, around),
    }
  })
}

function mustExist({ kind, shape }: Target, parent: string): boolean {
  const isPlace = shape.parent === 'campaign' || shape.parent === 'adGroup'
  return kind === 'create' && isPlace && !isTemporary(parent)
}

/** More than one budget, and no more money in all. */
function isBudgetShift(targets: readonly Target[], found: readonly (Found | null)[]): boolean {
  const changes = targets.flatMap((target, i) =>
    target.key === 'campaignBudgetOperation' ? budgetMicrosOf(target, found[i]?.image ?? null) : [],
  )
  return changes.length > 1 && changes.reduce((sum, change) => sum + change, 0) <= 0
}

function namesOf(
  target: Target,
  found: Found | null,
  place: string | null,
): Omit<StepNames, 'regionName'> {
  if (found && target.kind !== 'create') return found
  const inAdGroup = target.shape.parent === 'adGroup'
  return {
    labels: target.wanted,
    campaignName: inAdGroup ? null : place,
    adGroupName: inAdGroup ? place : null,
  }
}

const LOOK_BACK_MS = 14 * 86_400_000

/** Who moved what is no longer as it was analysed; Google's history is asked only when something is. */
async function readAuthors(
  ctx: Context,
  ads: GoogleAds,
  account: AdAccount,
  read: { targets: readonly Target[]; found: readonly (Found | null)[]; known: readonly Image[] },
): Promise<Map<string, string>> {
  const moved = read.targets.filter((target, i) => {
    const image = read.found[i]?.image
    if (!image || target.kind !== 'update') return false
    return differences(image, { ...image, ...read.known[i] }, target.fields).length > 0
  })
  if (moved.length === 0) return new Map()
  const now = ctx.clock.now()
  const touches = await readTouches(ads, account, {
    resourceNames: new Set(moved.map(({ resourceName }) => resourceName ?? '')),
    since: new Date(now.getTime() - LOOK_BACK_MS),
    now,
  })
  return new Map(touches.map((touch) => [touch.resourceName, authorText(touch)]))
}
