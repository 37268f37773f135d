import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import { placeNameOf, readKnown } from '#changes/known.ts'
import { budgetMicrosOf, type Target, targetOf } from '#changes/operations.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { effectPlaceOf } from '../rules/effect-place.ts'
import {
  besideAnother,
  type Candidate,
  claimsOf,
  confirmationOf,
  rangeOf,
  totalsOf,
} from '../rules/outlook.ts'
import { groupsOf, type StoredStep } from '../rules/step-groups.ts'
import { type Owned, operationsOf, ownedRecommendation } from './applications.ts'

/** What several would do together, from what is stored; each is checked at Google when it is applied. */
export async function totalOfSeveral(ctx: CallerContext, ids: readonly string[]) {
  return await totalOf(ctx, await ownedSeveral(ctx, ids))
}

/** The same, and how many of them are measured with another where all are applied on one day. */
export async function planOfSeveral(ctx: CallerContext, ids: readonly string[]) {
  const several = await ownedSeveral(ctx, ids)
  const places: string[][] = []
  for (const owned of several) places.push(await measuredAt(ctx, owned))
  return { ...(await totalOf(ctx, several)), measuredTogether: besideAnother(places) }
}

async function ownedSeveral(ctx: CallerContext, ids: readonly string[]): Promise<Owned[]> {
  const several: Owned[] = []
  for (const id of new Set(ids)) several.push(await ownedRecommendation(ctx, id))
  return several
}

async function totalOf(ctx: Context, several: readonly Owned[]) {
  const candidates = []
  const steps: StoredStep[] = []
  for (const owned of several) {
    const stored = await storedSteps(ctx, owned)
    candidates.push(candidateFrom(owned, stored))
    steps.push(...stored)
  }
  const totals = totalsOf(candidates)
  return { totals, groups: groupsOf(steps), confirmation: confirmationOf(totals) }
}

/** Campaigns in which its effect is looked for; none where it cannot be. */
async function measuredAt(ctx: Context, { account, body }: Owned): Promise<string[]> {
  const { customerId } = account
  const place = effectPlaceOf(body, await changedCampaigns(ctx, customerId, [body]))
  return place?.campaignIds.map((campaignId) => `${customerId} ${campaignId}`) ?? []
}

export async function candidateOf(ctx: Context, owned: Owned): Promise<Candidate> {
  return candidateFrom(owned, await storedSteps(ctx, owned))
}

async function storedSteps(ctx: Context, { account, body }: Owned): Promise<StoredStep[]> {
  const targets = operationsOf(body, account).map(targetOf)
  const known = await readKnown(ctx, account.customerId, targets)
  const { name: accountName, currencyCode } = account
  return targets.map((target) => ({
    accountName,
    currencyCode,
    target,
    known: known.get(placeOf(target)) ?? null,
  }))
}

/** What is created is not there yet: the campaign that is to use a list says nothing of it. */
const placeOf = (target: Target) => (target.kind === 'create' ? '' : placeNameOf(target))

function candidateFrom({ account, body }: Owned, steps: readonly StoredStep[]): Candidate {
  const budgets = steps.map(({ target, known }) => budgetMicrosOf(target, known?.image ?? null))
  return {
    title: body.title,
    currencyCode: account.currencyCode,
    forecast: rangeOf(body.evidence.forecast),
    monthlyBudgetMicros: budgets.reduce((sum, micros) => sum + micros, 0),
    steps: steps.length,
    claims: claimsOf(body).map((claim) => `${account.customerId} ${claim}`),
  }
}
