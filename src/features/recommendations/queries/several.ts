import { and, eq } from 'drizzle-orm'
import { budgetMicrosOf, targetOf } from '#changes/operations.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
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
  let monthlyBudgetMicros = 0
  for (const target of targets) {
    if (target.key !== 'campaignBudgetOperation') continue
    const budgetId = Number(target.resourceName?.split('/').at(-1))
    const [row] = await ctx.db
      .select({ amountMicros: campaigns.budgetMicros })
      .from(campaigns)
      .where(and(eq(campaigns.customerId, account.customerId), eq(campaigns.budgetId, budgetId)))
      .limit(1)
    monthlyBudgetMicros += budgetMicrosOf(target, row ?? null)
  }
  return {
    titulo: body.titulo,
    currencyCode: account.currencyCode,
    forecast: rangeOf(body.evidence.forecast),
    monthlyBudgetMicros,
    steps: targets.length,
    claims: claimsOf(body).map((claim) => `${account.customerId} ${claim}`),
  }
}
