import { readBudgetSpend } from '#account-data/budget-spend.ts'
import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import type { Card } from './card-words.ts'
import type { Step } from './change-log.ts'
import { type Conflict, conflictsOf } from './conflicts.ts'
import { faultsOf } from './gate.ts'
import { readAuthors } from './google-history.ts'
import { readStored } from './known.ts'
import { readLiveNegatives } from './negatives.ts'
import {
  areTogether,
  budgetIdsOf,
  type Image,
  isTemporary,
  type Operation,
  type Target,
  targetOf,
} from './operations.ts'
import { type Found, readLive } from './read-entities.ts'
import { rehearse } from './send.ts'
import { listOf, type NegativeList, planLists } from './shared-lists.ts'
import { movedValues, type StepNames, type StepValue, summaryOf, valuesOf } from './step-text.ts'

/** One operation, with what Google says about its place at this moment. */
export type PlannedStep = Step & {
  target: Target
  values: StepValue[]
  conflicts: Conflict[]
}

export type CheckedStep = PlannedStep & {
  /** Google's own refusal in the dry run. */
  problem: string | null
  /** Why it is not made, in Spanish; null when it can be. */
  refusal: string | null
}

/** Nothing is changed: Google only says whether it would take it. A step that is not to be made is not rehearsed. */
export async function checkSteps(
  ctx: Context,
  ads: AccountAds,
  asked: readonly Operation[],
  card: Card,
): Promise<CheckedStep[]> {
  const { operations, lists } = await planLists(ads, asked)
  const steps = await planSteps(ctx, ads, operations, { card, lists })
  const isWhole = areTogether(operations)
  const tried = steps.filter(({ conflicts }) => isWhole || conflicts.length === 0)
  const wanted = tried.map(({ operation }) => operation)
  const problems = await rehearse(ads, wanted)
  return steps.map((step) => {
    const problem = problems[tried.indexOf(step)] ?? null
    return { ...step, problem, refusal: step.conflicts[0]?.message ?? problem }
  })
}

/** Only what stops all of it: what can be made is made, step by step. */
export function stoppingRefusals(steps: readonly CheckedStep[]): string[] {
  const refusals = steps.map(({ refusal }) => refusal)
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const stops = isWhole ? refusals.some(Boolean) : refusals.length > 0 && refusals.every(Boolean)
  return stops ? [...new Set(refusals.flatMap((text) => text ?? []))] : []
}

/** Throws conflict or unprocessable when none of them can be made. */
export function assertMakeable(steps: readonly CheckedStep[]): void {
  const [refusal] = stoppingRefusals(steps)
  if (refusal === undefined) return
  const hasConflict = steps.some(({ conflicts }) => conflicts.length > 0)
  throw new AppError(hasConflict ? 'conflict' : 'unprocessable', refusal)
}

/** Reads everything again from Google and says what stands in the way. Throws what the client throws. */
async function planSteps(
  ctx: Context,
  ads: AccountAds,
  operations: readonly Operation[],
  { card, lists }: { card: Card; lists: readonly NegativeList[] },
): Promise<PlannedStep[]> {
  const { currencyCode } = ads.account
  const targets = operations.map(targetOf)
  const around = await readAround(ctx, ads, targets, { card, lists })
  const { found, known, putBack } = around
  const moved = targets.map(({ kind, fields, resourceName: name }, i) => {
    const now = found[i]?.image
    if (kind !== 'update' || !now) return []
    const since = (before: Image) => movedValues(fields, { before, now }, currencyCode)
    const undone = putBack.get(name ?? '')
    return undone && since(undone).length === 0 ? [] : since(known.get(name ?? '')?.image ?? {})
  })
  const foreign = targets.filter((_, i) => moved[i]!.length > 0)
  const authors = await readAuthors(ctx, ads, foreign)
  const images = targets.map(({ kind }, i) =>
    kind === 'create' ? null : (found[i]?.image ?? null),
  )
  const faults = faultsOf(targets, images, around)
  return targets.map((target, i) => {
    const before = images[i] ?? null
    return {
      operation: operations[i]!,
      target,
      before,
      summary: summaryOf(target, namesOf(target, found[i] ?? null, around)),
      values: valuesOf(target, before, currencyCode),
      conflicts: conflictsOf(target, {
        found: found[i] ?? null,
        place: placeOf(target, around),
        moved: moved[i]!,
        changedBy: authors.get(target.resourceName ?? '') ?? '',
        faults: faults[i]!,
      }),
    }
  })
}

type Around = Awaited<ReturnType<typeof readAround>>

/** All that steps are judged by; by resource name where it is not in the order of the targets. */
async function readAround(
  ctx: Context,
  ads: AccountAds,
  targets: readonly Target[],
  { card, lists }: { card: Card; lists: readonly NegativeList[] },
) {
  const { account } = ads
  const { customerId, currencyCode } = account
  const { window } = card.evidence
  return {
    card,
    currencyCode,
    lists,
    targets,
    ...(await readLive(ads, targets)),
    ...(await readStored(ctx, customerId, targets)),
    ...(await readLiveNegatives(ctx, ads, targets, { lists, window })),
    spent: await readBudgetSpend(ctx, account, budgetIdsOf(targets)),
  }
}

const parentOf = ({ shape, wanted }: Target) => String(wanted[shape.parent ?? ''] ?? '')

/** A parent that Google does not know is as good as removed. */
function placeOf(target: Target, { parents }: Around) {
  const parent = parentOf(target)
  const isPlace = target.shape.parent === 'campaign' || target.shape.parent === 'adGroup'
  const mustExist = target.kind === 'create' && isPlace && !isTemporary(parent)
  return parents.get(parent) ?? (mustExist ? { name: parent, isRemoved: true } : null)
}

function namesOf(target: Target, found: Found | null, around: Around): StepNames {
  const { parents, regions } = around
  const regionName = regions.get(String(target.wanted['location.geoTargetConstant'])) ?? null
  if (found && target.kind !== 'create') return { ...found, listName: null, regionName }
  const place = parents.get(parentOf(target))?.name ?? null
  const inAdGroup = target.shape.parent === 'adGroup'
  return {
    labels: target.wanted,
    campaignName: inAdGroup ? null : place,
    adGroupName: inAdGroup ? place : null,
    listName: listNameOf(target, around),
    regionName,
  }
}

function listNameOf(target: Target, { lists, targets }: Around): string | null {
  const name = listOf(target)
  if (name === null) return null
  const made = targets.find((one) => one.resourceName === name && one.kind === 'create')
  const list = made?.wanted ?? lists.find(({ resourceName }) => resourceName === name)
  return list ? String(list.name) : null
}
