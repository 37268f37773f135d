import { readCopies } from '#account-data/experiment-campaigns.ts'
import { sumLevel } from '#account-data/sums.ts'
import { addUp } from '#engine/account/measurement.ts'
import type { HalvesByDay } from '#engine/effect/halves-by-day.ts'
import type { Context } from '#platform/context.ts'
import { type DayRange, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'

/** Of a campaign and of the copy that shares its searches, as they were synced; null where the copy's are not. */
export async function readHalvesByDay(
  ctx: Context,
  customerId: number,
  campaignId: string,
  { from, to }: DayRange,
): Promise<HalvesByDay | null> {
  const bases = await readCopies(ctx, customerId)
  const copies = [...bases.keys()].filter((copy) => bases.get(copy) === campaignId)
  const groupBy = ['campaign_id', 'day'] as const
  const where = { campaign_id: [campaignId, ...copies].map(Number) }
  const rows = await sumLevel(ctx, { customerId, level: 'campaign', groupBy, where, from, to })
  const arm = (isControl: boolean) => {
    const own = rows.filter(({ keys }) => (String(keys.campaign_id) === campaignId) === isControl)
    const ofDays = Map.groupBy(own, ({ keys }) => String(keys.day))
    return eachDay(from, to).map((day) => {
      const { clicks, costMicros, conversionsMicros, valueMicros } = addUp(ofDays.get(day) ?? [])
      const [conversions, value] = [conversionsMicros / MICROS, valueMicros / MICROS]
      return { clicks, costMicros, conversions, value }
    })
  }
  const byDay = { treatment: arm(false), control: arm(true) }
  return byDay.treatment.some(({ clicks }) => clicks > 0) ? byDay : null
}
