import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { EngineView } from '#account-data/snapshot/engine-view.ts'
import { worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { type EffectWindows, effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { ArmSums, ComparedPair, UnitNoise } from '#engine/effect/halves-effect.ts'
import { measuredInHalves } from '#engine/effect/halves-verdict.ts'
import { LOOK_WEEKS } from '#engine/effect/looks.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import type { AppliedHalves } from '#shared/applied-halves.ts'
import { addDays, type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { type Application, cardOperations } from '../queries/applications.ts'
import { readCrossed, readUndone } from '../queries/crossed-units.ts'
import { readUnitFigures } from '../queries/unit-figures.ts'
import { unitsOf } from '../rules/change-units.ts'
import { adviceWorthOf } from '../rules/effect-place.ts'

/**
 * The half that was changed against the one that waits, after so many weeks as this look is to see. Null while the days it needs
 * have not been synced.
 */
export async function measureHalves(
  ctx: Context,
  account: Account,
  application: Application,
  { today, engine }: { today: Day; engine: EngineView },
): Promise<Measured | null> {
  const { customerId, dataTo, currencyCode } = account
  const halves = application.halves!
  const { looks, weeks, fractions } = looksSoFar(account, application)
  const { after } = looks.at(-1)!
  if (!dataTo || dataTo < after.to) return null
  const seen = await readPairs(ctx, customerId, halves, looks)
  const body = application.body as Analysed
  const campaignIds = await changedCampaigns(ctx, customerId, [body])
  const appliedOn = dayInZone(application.appliedAt, account.timeZone)
  const operations = cardOperations(body, account.googleCustomerId)
  return measuredInHalves({
    pairs: seen.looks.at(-1)!,
    noise: seen.noise,
    look: {
      weeks,
      fractions,
      earlier: seen.looks.slice(0, -1),
      isStopped: unitsOf(operations)?.isStopped ?? false,
      dayOfLook: (later) => effectWindows(appliedOn, LAG_DAYS, later).readyOn,
    },
    worth: worthOfConversions(engine.snapshot, engine.context, {
      campaignIds,
      adviceMicros: adviceWorthOf(body),
    }),
    shareNow: halves.shareNow,
    shareCompared: halves.shareCompared,
    windowDays: daysInRange(after.from, after.to),
    crossed: await readCrossed(ctx, account, application, { from: appliedOn, to: after.to }),
    undone: await readUndone(ctx, account, application, { from: appliedOn, to: after.to }),
    measuredOn: today,
    measuredTo: after.to,
    currencyCode,
    campaignIds,
  })
}

/** The windows of each look up to the one that is due; as many weeks before as after, where they are known. */
function looksSoFar({ timeZone, dataFrom }: Account, { appliedAt, measured }: Application) {
  // Only measure-applications.ts writes it.
  const former = (measured as Measured | null)?.looks
  const weeks = former?.next?.weeks ?? LOOK_WEEKS
  const appliedOn = dayInZone(appliedAt, timeZone)
  const known = dataFrom ? Math.floor(daysInRange(dataFrom, appliedOn) / 7) : 0
  const looks = Array.from({ length: weeks / LOOK_WEEKS }, (_, look) => {
    const own = (look + 1) * LOOK_WEEKS
    const weeksBefore = Math.max(LOOK_WEEKS, Math.min(own, known))
    return effectWindows(appliedOn, LAG_DAYS, own, weeksBefore)
  })
  return { looks, weeks, fractions: former?.fractions ?? [] }
}

/** What each pair did at each look; and how units vary, by the weeks before all that. */
async function readPairs(
  ctx: Context,
  customerId: number,
  halves: AppliedHalves,
  looks: readonly EffectWindows[],
): Promise<{ looks: ComparedPair[][]; noise: UnitNoise }> {
  const { before } = looks[0]!
  const days = daysInRange(before.from, before.to)
  const earlier = { from: addDays(before.from, -days), to: addDays(before.from, -1) }
  const windows = [earlier, ...looks.flatMap((look) => [look.before, look.after])]
  const figures = await readUnitFigures(ctx, customerId, halves, windows)
  const arm = (keys: readonly string[], look: number) => {
    const window = (at: number) => addUp(keys.map((key) => figures.get(key)?.[at] ?? NOTHING))
    return { before: window(1 + 2 * look), after: window(2 + 2 * look) }
  }
  return {
    looks: looks.map((_, look) =>
      halves.pairs.map(({ now, later }) => ({ now: arm(now, look), later: arm(later, look) })),
    ),
    noise: unitNoiseOf(
      [...figures.values()].map(([first, second]) => ({ earlier: first!, before: second! })),
    ),
  }
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
