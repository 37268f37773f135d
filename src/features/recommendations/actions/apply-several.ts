import type { CallerContext } from '#platform/context.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import { type Owned, ownedRecommendation } from '../queries/applications.ts'
import { candidateOf } from '../queries/several.ts'
import { totalsOf } from '../rules/outlook.ts'
import { applyRecommendation } from './apply-recommendation.ts'
import { settleLeftOpen } from './settle-application.ts'

/** One after the other, each as if applied by itself; one that fails does not stop the others. */
export async function applySeveral(ctx: CallerContext, ids: readonly string[]) {
  // All of them must be the caller's before the first is touched.
  const owned = []
  for (const id of new Set(ids)) owned.push(await ownedRecommendation(ctx, id))
  const results = []
  const applied = []
  for (const one of owned) {
    const result = await applyOne(ctx, one)
    results.push(result)
    if (result.applied) applied.push(await candidateOf(ctx, one))
  }
  return { results, totals: totalsOf(applied) }
}

async function applyOne(
  ctx: CallerContext,
  { recommendation: { id }, body: { title }, seen }: Owned,
) {
  try {
    await settleLeftOpen(ctx, id)
    const change = await applyRecommendation(ctx, id, { seen })
    const applied = change.state !== STATE.applying
    return { id, title, applied, change, message: change.message }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id, title, applied: false, change: null, message: error.message }
  }
}
