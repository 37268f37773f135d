import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import { readLostDays } from '#account-data/measured-change.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { EngineView } from '#account-data/snapshot/engine-view.ts'
import type { LostDays } from '#engine/account/measurement.ts'
import { worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { type EffectWindows, effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { ComparedPair, UnitNoise } from '#engine/effect/halves-effect.ts'
import { measuredInHalves } from '#engine/effect/halves-verdict.ts'
import { reportedIn, withLate } from '#engine/effect/late-conversions.ts'
import { LOOK_WEEKS, MOST_WEEKS } from '#engine/effect/looks.ts'
import { daysOf, withoutLost } from '#engine/effect/lost-days.ts'
import { leftOutText, lostNote, unmeasurable } from '#engine/effect/measured-texts.ts'
import { type CountedSales, countedSales } from '#engine/effect/sold-by-value.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import { countedUnits, type ValuedSums } from '#engine/effect/valued-units.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import type { AppliedHalves } from '#shared/applied-halves.ts'
import { addDays, type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { type Application, cardOperations } from '../queries/applications.ts'
import { readCrossed, readUndone } from '../queries/crossed-units.ts'
import { readUnitFigures } from '../queries/unit-figures.ts'
import { unitsOf } from '../rules/change-units.ts'
import { adviceOf } from '../rules/effect-place.ts'

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
  const lost = await readLostDays(engine, looks.at(-1)!)
  const counted = daysOf(withoutLost(after, lost))
  const appliedOn = dayInZone(application.appliedAt, account.timeZone)
  const dayOfLook = (later: number) => effectWindows(appliedOn, LAG_DAYS, later).readyOn
  // Each later look compares these weeks before too.
  const hasNoBefore = isMostlyLost(looks[0]!.before, lost)
  if (hasNoBefore || isMostlyLost(after, lost)) {
    const later = weeks + LOOK_WEEKS
    const isForGood = hasNoBefore || lost.some(({ counting }) => counting)
    const mayTell = weeks < MOST_WEEKS && !isForGood
    const next = mayTell ? { weeks: later, on: dayOfLook(later) } : null
    return { ...unmeasurable(today, lostNote(lost)), looks: { fractions, next } }
  }
  const body = application.body as Analysed
  const campaignIds = await changedCampaigns(ctx, customerId, [body])
  const sales = countedSales(engine.snapshot.campaigns, campaignIds)
  const seen = await readPairs(ctx, customerId, halves, { looks, lost, sales })
  const operations = cardOperations(body, account.googleCustomerId)
  return measuredInHalves({
    pairs: seen.looks.at(-1)!,
    noise: seen.noise,
    isByValue: seen.isByValue,
    look: {
      weeks,
      fractions,
      earlier: seen.looks.slice(0, -1),
      isStopped: unitsOf(operations)?.isStopped ?? false,
      dayOfLook,
    },
    worth: withLate(
      worthOfConversions(engine.snapshot, engine.context, {
        campaignIds,
        advice: adviceOf(body),
      }),
      reportedIn(after, today, engine.snapshot.lagCurve),
    ),
    shareNow: halves.shareNow,
    shareCompared: halves.shareCompared,
    windowDays: counted,
    leftOut: lost.map(leftOutText),
    crossed: await readCrossed(ctx, account, application, after.to),
    undone: await readUndone(ctx, account, application, after.to),
    measuredOn: today,
    measuredTo: after.to,
    currencyCode,
    campaignIds,
  })
}

const isMostlyLost = (window: EffectWindows['before'], lost: readonly LostDays[]) =>
  daysOf(withoutLost(window, lost)) * 2 < daysInRange(window.from, window.to)

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
  {
    looks,
    lost,
    sales,
  }: { looks: readonly EffectWindows[]; lost: readonly LostDays[]; sales: CountedSales },
): Promise<{ looks: ComparedPair[][]; noise: UnitNoise; isByValue: boolean }> {
  const { before } = looks[0]!
  const days = daysInRange(before.from, before.to)
  const earlier = { from: addDays(before.from, -days), to: addDays(before.from, -1) }
  const windows = [earlier, ...looks.flatMap((look) => [look.before, look.after])]
  const pieces = windows.map((window) => withoutLost(window, lost))
  const ofPieces = await readUnitFigures(ctx, customerId, halves, pieces.flat())
  const starts = pieces.map((_, at) => pieces.slice(0, at).flat().length)
  const sumsOf = (own: readonly ValuedSums[]) =>
    pieces.map(({ length }, at) => addUp(own.slice(starts[at]!, starts[at]! + length)))
  const sums = new Map([...ofPieces].map(([key, own]) => [key, sumsOf(own)]))
  // The first look's weeks before, and those before them.
  const { figures, isByValue } = countedUnits(sums, { sales, known: 2 })
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
    isByValue,
  }
}

const NOTHING: ValuedSums = { clicks: 0, costMicros: 0, conversions: 0, value: 0 }

function addUp(all: readonly ValuedSums[]): ValuedSums {
  return all.reduce(
    (sum, one) => ({
      clicks: sum.clicks + one.clicks,
      costMicros: sum.costMicros + one.costMicros,
      conversions: sum.conversions + one.conversions,
      value: sum.value + one.value,
    }),
    NOTHING,
  )
}
