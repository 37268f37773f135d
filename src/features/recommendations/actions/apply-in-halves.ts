import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { CallerContext } from '#platform/context.ts'
import { AppError } from '#shared/app-error.ts'
import { dayInZone } from '#shared/dates.ts'
import { cardOperations, operationsOf } from '../queries/applications.ts'
import { planHalves } from '../queries/halves-plan.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { assumedOf } from '../rules/outlook.ts'
import { applying, carryOut } from './carry-out.ts'
import { type Asked, pendingRecommendation } from './claim-application.ts'

/**
 * Applies a drawn half of a recommendation's parts, as all of one is applied; the other half waits until that one is measured.
 * The coins are thrown here, once: what fell is kept with the application. Throws conflict where it cannot be taken apart.
 */
export async function applyInHalves(
  ctx: CallerContext,
  id: string,
  { seen, assumption }: Asked,
): Promise<ChangeOutcome> {
  const owned = await pendingRecommendation(ctx, id, seen)
  const { body, account } = owned
  const at = ctx.clock.now()
  const { readyOn } = effectWindows(dayInZone(at, account.timeZone), LAG_DAYS)
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const operations = cardOperations(body, account.googleCustomerId)
  const seed = `${account.customerId} ${Math.floor(ctx.random() * 2 ** 32)}`
  const plan = await planHalves(ctx, account, { body, operations }, seed)
  if ('refusal' in plan) throw new AppError('conflict', plan.refusal)
  const isByHand = operationsOf(body, account).length === 0
  const first = isByHand ? [] : plan.first.map((place) => operations[place]!)
  const { halves } = plan
  return await carryOut(ctx, owned, first, applying(owned, { at, readyOn, assumed, halves }))
}
