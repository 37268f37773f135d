import { readKnown } from '#changes/known.ts'
import { budgetMicrosOf, type Target, targetOf } from '#changes/operations.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { type Candidate, claimsOf, confirmationOf, rangeOf, totalsOf } from '../rules/outlook.ts'
import { type Owned, operationsOf, ownedRecommendation } from './applications.ts'

/** What several would do together, from what is stored; each is checked at Google when it is applied. */
export async function totalOfSeveral(ctx: CallerContext, ids: readonly string[]) {
  const candidates = []
  for (const id of new Set(ids))
    candidates.push(await candidateOf(ctx, await ownedRecommendation(ctx, id)))
  const totals = totalsOf(candidates)
  return { totals, confirmation: confirmationOf(totals) }
}

export async function candidateOf(ctx: Context, { account, body }: Owned): Promise<Candidate> {
  const targets = operationsOf(body, account).map(targetOf)
  const known = await readKnown(ctx, account.customerId, targets)
  const presentOf = ({ resourceName }: Target) => known.get(resourceName ?? '')?.image ?? null
  return {
    title: body.title,
    currencyCode: account.currencyCode,
    forecast: rangeOf(body.evidence.forecast),
    monthlyBudgetMicros: targets.reduce((sum, one) => sum + budgetMicrosOf(one, presentOf(one)), 0),
    steps: targets.length,
    claims: claimsOf(body).map((claim) => `${account.customerId} ${claim}`),
  }
}
