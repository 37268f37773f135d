import { firstDaysOf } from '#engine/effect/first-days.ts'
import { leavesTooFew } from '#engine/effect/measure-effect.ts'
import type { Context } from '#platform/context.ts'
import type { DayRange } from '#shared/dates.ts'
import { dayByDay } from './both-windows.ts'
import type { EffectPlace } from './effect-evidence.ts'
import { sumLevel } from './sums.ts'

/** Whether what was changed began so late in a window before it that too little of that is left to compare with. */
export async function beganLate(
  ctx: Context,
  customerId: number,
  { adGroupId, campaignIds }: EffectPlace,
  window: DayRange,
): Promise<boolean> {
  const rows = await sumLevel(ctx, {
    customerId,
    ...(adGroupId
      ? { level: 'ad_group', where: { ad_group_id: Number(adGroupId) } }
      : { level: 'campaign', where: { campaign_id: campaignIds.map(Number) } }),
    groupBy: ['day'],
    ...window,
  })
  const days = dayByDay(rows, { before: window, after: window })
  return leavesTooFew(firstDaysOf(days), days)
}
