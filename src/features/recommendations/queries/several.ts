import { placeNameOf, readKnown } from '#changes/known.ts'
import { budgetMicrosOf, type Target, targetOf } from '#changes/operations.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { type Candidate, claimsOf, confirmationOf, rangeOf, totalsOf } from '../rules/outlook.ts'
import { groupsOf, type StoredStep } from '../rules/step-groups.ts'
import { type Owned, operationsOf, ownedRecommendation } from './applications.ts'

/** What several would do together, from what is stored; each is checked at Google when it is applied. */
export async function totalOfSeveral(ctx: CallerContext, ids: readonly string[]) {
  const candidates = []
  const steps: StoredStep[] = []
  for (const id of new Set(ids)) {
    const owned = await ownedRecommendation(ctx, id)
    const stored = await storedSteps(ctx, owned)
    candidates.push(candidateFrom(owned, stored))
    steps.push(...stored)
  }
  const totals = totalsOf(candidates)
  return { totals, groups: groupsOf(steps), confirmation: confirmationOf(totals) }
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
