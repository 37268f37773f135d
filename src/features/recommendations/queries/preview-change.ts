import { failingInSpanish } from '#changes/logged-change.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { limitRefusals, readChangeLimits } from '#platform/google-ads/change-limits.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { refuseReadOnly } from '#platform/http.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { previewChange as PreviewChange } from '../contract/changes.ts'
import { budgetMicrosOf, confirmationOf, rangeOf, totalsOf } from '../rules/outlook.ts'
import { type Owned, ownedRecommendation } from './applications.ts'
import { areTogether, operationsOf, planChange } from './change-plan.ts'
import { type CheckedStep, refusalOf, tryOutSteps } from './try-out.ts'

/** What applying would do, as Google stands now. Nothing is changed: Google only says whether it would take it. */
export async function previewChange(
  ctx: CallerContext,
  id: string,
): Promise<ReplyOf<typeof PreviewChange>> {
  // A visitor of the demonstration may look, but not spend the project's operations.
  refuseReadOnly(ctx.caller)
  const owned = await ownedRecommendation(ctx, id)
  const { account, body } = owned
  const steps = await checkedSteps(ctx, owned)
  const limits = await readChangeLimits(ctx, account.customerId)
  const monthlyBudgetMicros = steps.reduce(
    (sum, { target, before }) => sum + budgetMicrosOf(target, before),
    0,
  )
  const forecast = rangeOf(body.evidence.forecast)
  const { currencyCode } = account
  const candidate = { titulo: body.titulo, currencyCode, forecast, monthlyBudgetMicros }
  const totals = totalsOf([{ ...candidate, steps: steps.length, claims: [] }])
  return {
    id,
    titulo: body.titulo,
    byHand: steps.length === 0,
    before: body.evidence.change?.before ?? null,
    after: body.evidence.change?.after ?? null,
    steps,
    currencyCode,
    forecast,
    monthlyBudgetMicros,
    confirmation: confirmationOf(totals),
    isReadOnly: limits.isReadOnly,
    changesLeftToday: Math.max(0, limits.dailyChanges - limits.madeToday),
    refusals:
      steps.length === 0
        ? statusRefusals(owned)
        : [
            ...statusRefusals(owned),
            ...limitRefusals(limits, steps.length),
            ...stepRefusals(steps),
          ],
  }
}

async function checkedSteps(ctx: CallerContext, { account, body }: Owned): Promise<CheckedStep[]> {
  const operations = operationsOf(body, account)
  if (operations.length === 0) return []
  const ads = await adsOfAccount(ctx, account)
  return await noticingLostGrant(ctx, account.connectionId, () =>
    failingInSpanish(async () =>
      tryOutSteps(ads, account.googleCustomerId, await planChange(ctx, ads, account, operations)),
    ),
  )
}

function statusRefusals({ recommendation }: Owned): string[] {
  const { status } = recommendation
  if (status === 'pendiente') return []
  return [status === 'aplicada' ? 'Ya aplicada' : 'Esta recomendación ya no está pendiente.']
}

/** Only what stops all of it: what can be made is made, step by step. */
function stepRefusals(steps: readonly CheckedStep[]): string[] {
  const refusals = steps.map(refusalOf)
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const stops = isWhole ? refusals.some(Boolean) : refusals.every(Boolean)
  return stops ? [...new Set(refusals.flatMap((text) => text ?? []))] : []
}
