import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { CallerContext } from '#platform/context.ts'
import { dayInZone } from '#shared/dates.ts'
import { operationsOf } from '../queries/applications.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { assumedOf } from '../rules/outlook.ts'
import { applying, carryOut } from './carry-out.ts'
import { type Asked, pendingRecommendation } from './claim-application.ts'

/**
 * Makes a recommendation's change in Google Ads once, for two people who press as for one who presses twice. Throws
 * AppError with the Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  id: string,
  { seen, assumption }: Asked,
): Promise<ChangeOutcome> {
  const owned = await pendingRecommendation(ctx, id, seen)
  const { body, account } = owned
  const at = ctx.clock.now()
  const { readyOn } = effectWindows(dayInZone(at, owned.account.timeZone), LAG_DAYS)
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const change = applying(owned, { at, readyOn, assumed })
  return await carryOut(ctx, owned, operationsOf(body, account), change)
}
