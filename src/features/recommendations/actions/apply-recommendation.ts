import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { CallerContext } from '#platform/context.ts'
import { dayInZone } from '#shared/dates.ts'
import { operationsOf, ownedRecommendation } from '../queries/applications.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { type Assumption, assumedOf } from '../rules/outlook.ts'
import { applying, carryOut } from './carry-out.ts'
import { assertPending } from './claim-application.ts'

/**
 * Makes a recommendation's change in Google Ads once, for two people who press as for one who presses twice. Throws
 * AppError with the Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  id: string,
  assumption: Assumption = {},
): Promise<ChangeOutcome> {
  const owned = await ownedRecommendation(ctx, id)
  assertPending(owned.recommendation)
  const { body, account } = owned
  const at = ctx.clock.now()
  const { readyOn } = effectWindows(dayInZone(at, owned.account.timeZone), LAG_DAYS)
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const change = applying(owned, { at, readyOn, assumed })
  return await carryOut(ctx, owned, operationsOf(body, account), change)
}
