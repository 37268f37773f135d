import { readBudgetSpend } from '#account-data/budget-spend.ts'
import type { Context } from '#platform/context.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { type Card, wordsOfCard } from './card-words.ts'
import { type Conflict, conflictsOf } from './conflicts.ts'
import { readAuthors } from './google-history.ts'
import { readKnown, readRegionNames, readWeekBases } from './known.ts'
import { readLiveKeywords, readSold, stoppedBy, stoppedConversions } from './negatives.ts'
import {
  areTogether,
  budgetIdsOf,
  type Image,
  isBudgetShift,
  isTemporary,
  type Operation,
  type Target,
  targetOf,
} from './operations.ts'
import { type Found, readPlaces, readTargets } from './read-entities.ts'
import { rehearse } from './send.ts'
import { amountsOf, movedValues, type StepValue, summaryOf, valuesOf } from './step-text.ts'

/** One operation, with what Google says about its place at this moment. */
export type PlannedStep = {
  operation: Operation
  target: Target
  /** Its before-image; null where there is nothing yet. */
  before: Image | null
  summary: string
  values: StepValue[]
  conflicts: Conflict[]
}

export type CheckedStep = PlannedStep & {
  /** Google's own refusal in the dry run. */
  problem: string | null
}

/** Nothing is changed: Google only says whether it would take it. A step that is not to be made is not rehearsed. */
export async function checkSteps(
  ctx: Context,
  ads: AccountAds,
  operations: readonly Operation[],
  card: Card,
): Promise<CheckedStep[]> {
  const steps = await planSteps(ctx, ads, operations, card)
  const tried = areTogether(operations) ? steps : steps.filter((step) => refusalOf(step) === null)
  const wanted = tried.map(({ operation }) => operation)
  const problems = await rehearse(ads, wanted)
  return steps.map((step) => ({ ...step, problem: problems[tried.indexOf(step)] ?? null }))
}

/** Why a step is not made, in Spanish; null when it can be. */
export function refusalOf(step: PlannedStep & { problem?: string | null }): string | null {
  return step.conflicts.find(({ blocking }) => blocking)?.message ?? step.problem ?? null
}

/** Only what stops all of it: what can be made is made, step by step. */
export function stoppingRefusals(steps: readonly CheckedStep[]): string[] {
  const refusals = steps.map(refusalOf)
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const stops = isWhole ? refusals.some(Boolean) : refusals.every(Boolean)
  return stops ? [...new Set(refusals.flatMap((text) => text ?? []))] : []
}

/** Reads everything again from Google and says what stands in the way. Throws what the client throws. */
async function planSteps(
  ctx: Context,
  ads: AccountAds,
  operations: readonly Operation[],
  card: Card,
): Promise<PlannedStep[]> {
  const { account } = ads
  const { customerId, currencyCode } = account
  const targets = operations.map(targetOf)
  const found = await readTargets(ads, targets)
  const places = await readPlaces(ads, targets)
  const keywords = await readLiveKeywords(ads, targets)
  const known = await readKnown(ctx, customerId, targets)
  const bases = await readWeekBases(ctx, customerId, targets)
  const regions = await readRegionNames(ctx, customerId, targets)
  const sold = await readSold(ctx, customerId, targets, card.evidence.window)
  const spent = await readBudgetSpend(ctx, account, budgetIdsOf(targets))
  const stored = targets.map(({ resourceName }) => known.get(resourceName ?? ''))
  const moved = targets.map(({ kind, fields }, i) => {
    const images = { before: stored[i]?.image ?? {}, now: found[i]?.image ?? {} }
    return kind === 'update' && found[i] ? movedValues(fields, images, currencyCode) : []
  })
  const authors = await readAuthors(
    ctx,
    ads,
    targets.filter((_, i) => moved[i]!.length > 0),
  )
  const images = found.map((one, i) =>
    targets[i]!.kind === 'create' ? null : (one?.image ?? null),
  )
  const facts = {
    currencyCode,
    words: wordsOfCard(card),
    isShift: isBudgetShift(targets, images),
    spent,
    stoppedConversionsMicros: stoppedConversions(targets, sold),
  }
  return targets.map((target, i) => {
    const one = found[i] ?? null
    const before = images[i] ?? null
    const parent = String(target.wanted[target.shape.parent ?? ''] ?? '')
    const place = places.get(parent) ?? null
    const name = target.resourceName ?? ''
    return {
      operation: operations[i]!,
      target,
      before,
      summary: summaryOf(target, {
        ...labelsOf(target, one, place?.name ?? null),
        regionName: regions.get(String(target.wanted['location.geoTargetConstant'])) ?? null,
      }),
      values: valuesOf(target, before, currencyCode),
      conflicts: conflictsOf(target, {
        found: one,
        // A parent that Google does not know is as good as removed.
        place: place ?? (mustExist(target, parent) ? { name: parent, isRemoved: true } : null),
        moved: moved[i]!,
        changedBy: authors.get(name) ?? '',
        card: facts,
        facts: {
          names: stored[i]?.names ?? [],
          present: before ?? {},
          base: bases.get(name) ?? {},
          amounts: amountsOf(target, before ?? {}, currencyCode),
          stoppedKeywords: stoppedBy(target, keywords),
          stoppedTerms: stoppedBy(target, sold),
        },
      }),
    }
  })
}

function mustExist({ kind, shape }: Target, parent: string): boolean {
  const isPlace = shape.parent === 'campaign' || shape.parent === 'adGroup'
  return kind === 'create' && isPlace && !isTemporary(parent)
}

function labelsOf(target: Target, found: Found | null, place: string | null) {
  if (found && target.kind !== 'create') return found
  const inAdGroup = target.shape.parent === 'adGroup'
  return {
    labels: target.wanted,
    campaignName: inAdGroup ? null : place,
    adGroupName: inAdGroup ? place : null,
  }
}
