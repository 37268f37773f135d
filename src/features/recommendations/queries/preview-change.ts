import { dayRefusals, limitRefusals, readChangeLimits } from '#changes/limits.ts'
import { budgetMicrosOf } from '#changes/operations.ts'
import { type CheckedStep, checkSteps, stoppingRefusals } from '#changes/plan-steps.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { refuseReadOnly } from '#platform/http.ts'
import { STATUS } from '#shared/change-states.ts'
import { confirmationOf, rangeOf, totalsOf } from '../rules/outlook.ts'
import { type Owned, operationsOf, ownedRecommendation } from './applications.ts'

/** What applying would do, as Google stands now. Nothing is changed: Google only says whether it would take it. */
export async function previewChange(ctx: CallerContext, id: string) {
  // A visitor of the demonstration may look, but not spend the project's operations.
  refuseReadOnly(ctx.caller)
  const owned = await ownedRecommendation(ctx, id)
  const { account, body } = owned
  const steps = await checkedSteps(ctx, owned)
  const limits = await readChangeLimits(ctx, account.customerId)
  const stops = [
    ...statusRefusals(owned),
    ...(steps.length === 0 ? [] : limitRefusals(limits, 0)),
    ...stoppingRefusals(steps),
  ]
  // Where nothing can be made it is said of all what they would be.
  const made = stops.length > 0 ? steps : steps.filter(({ refusal }) => refusal === null)
  const monthlyBudgetMicros = made.reduce(
    (sum, { target, before }) => sum + budgetMicrosOf(target, before),
    0,
  )
  const forecast = rangeOf(body.evidence.forecast)
  const { currencyCode } = account
  const candidate = { title: body.title, currencyCode, forecast, monthlyBudgetMicros }
  const totals = totalsOf([{ ...candidate, steps: made.length, claims: [] }])
  return {
    id,
    title: body.title,
    seen: owned.seen,
    byHand: steps.length === 0,
    before: body.evidence.change?.before ?? null,
    after: body.evidence.change?.after ?? null,
    steps,
    currencyCode,
    forecast,
    monthlyBudgetMicros,
    confirmation: confirmationOf(totals, steps.length - made.length),
    isReadOnly: limits.isReadOnly,
    changesLeftToday: Math.max(0, limits.dailyChanges - limits.madeToday),
    stops,
    refusals: [...stops, ...dayRefusals(limits, made.length)],
  }
}

async function checkedSteps(ctx: CallerContext, { account, body }: Owned): Promise<CheckedStep[]> {
  const operations = operationsOf(body, account)
  if (operations.length === 0) return []
  return await checkSteps(ctx, await adsOfAccount(ctx, account), operations, body)
}

function statusRefusals({ recommendation: { status } }: Owned): string[] {
  if (status === STATUS.pending) return []
  return [status === STATUS.applied ? 'Ya aplicada' : 'Esta recomendación ya no está pendiente.']
}
