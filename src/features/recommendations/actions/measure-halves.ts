import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { EngineView } from '#account-data/snapshot/engine-view.ts'
import { worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { ArmSums } from '#engine/effect/halves-effect.ts'
import { measuredInHalves } from '#engine/effect/halves-verdict.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { addDays, type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import type { Application } from '../queries/applications.ts'
import { readCrossed } from '../queries/crossed-units.ts'
import { readUnitFigures } from '../queries/unit-figures.ts'
import { adviceWorthOf } from '../rules/effect-place.ts'

/** The half that was changed against the one that waits. Null while the days it needs have not been synced. */
export async function measureHalves(
  ctx: Context,
  account: Account,
  application: Application,
  { today, engine }: { today: Day; engine: EngineView },
): Promise<Measured | null> {
  const { customerId, dataTo, timeZone, currencyCode } = account
  const halves = application.halves!
  const { before, after } = effectWindows(dayInZone(application.appliedAt, timeZone), LAG_DAYS)
  if (!dataTo || dataTo < after.to) return null
  const windowDays = daysInRange(after.from, after.to)
  const earlier = { from: addDays(before.from, -windowDays), to: addDays(before.from, -1) }
  const figures = await readUnitFigures(ctx, customerId, halves, [earlier, before, after])
  const arm = (keys: readonly string[]) => {
    const window = (at: number) => addUp(keys.map((key) => figures.get(key)?.[at] ?? NOTHING))
    return { before: window(1), after: window(2) }
  }
  const body = application.body as Analysed
  const campaignIds = await changedCampaigns(ctx, customerId, [body])
  const until = { from: dayInZone(application.appliedAt, timeZone), to: after.to }
  return measuredInHalves({
    pairs: halves.pairs.map(({ now, later }) => ({ now: arm(now), later: arm(later) })),
    noise: unitNoiseOf(
      [...figures.values()].map(([first, second]) => ({
        earlier: first!.clicks,
        before: second!.clicks,
      })),
    ),
    worth: worthOfConversions(engine.snapshot, engine.context, {
      campaignIds,
      adviceMicros: adviceWorthOf(body),
    }),
    shareNow: halves.shareNow,
    shareCompared: halves.shareCompared,
    windowDays,
    crossed: await readCrossed(ctx, account, application, until),
    measuredOn: today,
    measuredTo: after.to,
    currencyCode,
    campaignIds,
  })
}

const NOTHING: ArmSums = { clicks: 0, costMicros: 0, conversions: 0 }

function addUp(all: readonly ArmSums[]): ArmSums {
  return all.reduce(
    (sum, one) => ({
      clicks: sum.clicks + one.clicks,
      costMicros: sum.costMicros + one.costMicros,
      conversions: sum.conversions + one.conversions,
    }),
    NOTHING,
  )
}
