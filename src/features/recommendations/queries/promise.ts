import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import { loadEngineView } from '#account-data/snapshot/engine-view.ts'
import { dayRefusals, readChangeLimits } from '#changes/limits.ts'
import type { Context as EngineContext } from '#engine/account/context.ts'
import type { Sums } from '#engine/account/known-figures.ts'
import { addUp } from '#engine/account/measurement.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { type SaidWorth, worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { chanceOfHalves, leastSeenInHalves } from '#engine/effect/halves-promise.ts'
import { LOOK_WEEKS, MOST_WEEKS } from '#engine/effect/looks.ts'
import { countedSales } from '#engine/effect/sold-by-value.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { CallerContext } from '#platform/context.ts'
import { dayInZone } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import type { getPromise } from '../contract/changes.ts'
import { adviceOf, aimsAtValue } from '../rules/effect-place.ts'
import { atOnceWay, disturbedTexts, halvesWay } from '../rules/promise-texts.ts'
import { operationsOf, ownedRecommendation } from './applications.ts'
import { readExperimentWay } from './experiment-way.ts'
import { type HalvesPlan, planHalves } from './halves-plan.ts'
import { readLoneOutlook } from './lone-outlook.ts'
import { readStillMeasured } from './still-measured.ts'

const WINDOW_DAYS = EFFECT_THRESHOLDS.windowDays.value
const TO_A_MONTH = 30 / WINDOW_DAYS

/** What each way of applying a card could tell, and when, by what the account did in weeks in which it was not applied. */
export async function readPromise(
  ctx: CallerContext,
  id: string,
): Promise<ReplyOf<typeof getPromise>> {
  const { account, body } = await ownedRecommendation(ctx, id)
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const campaignIds = await changedCampaigns(ctx, account.customerId, [body])
  const engine = await loadEngineView(ctx, account)
  const { snapshot, context } = engine
  const worth = worthOfConversions(snapshot, context, { campaignIds, advice: adviceOf(body) })
  const said = {
    currencyCode: account.currencyCode,
    expectedMicros: body.evidence.forecast?.monthlyMidMicros ?? null,
    wholeMicros: monthOf(snapshot, context, campaignIds, worth),
  }
  const dayOfLook = (weeks: number) => effectWindows(today, LAG_DAYS, weeks).readyOn
  const sales = countedSales(snapshot.campaigns, campaignIds, aimsAtValue(body))
  const lone = await readLoneOutlook(ctx, account, { body, campaignIds, worth, sales, engine })
  const operations = operationsOf(body, account)
  const plan =
    operations.length > 1 ? await planHalves(ctx, account, { body, operations, sales }, id) : null
  const drawn = plan && !('refusal' in plan) ? plan : null
  const experiment = await readExperimentWay(ctx, account, {
    ...{ body, operations, worth, sales },
    ...said,
  })
  const disturbed = disturbedTexts(await readStillMeasured(ctx, account, { body, campaignIds }))
  const told = <Way extends { sentences: string[] }>(way: Way) => ({
    ...way,
    sentences: [...way.sentences, ...disturbed],
  })
  const limits = await readChangeLimits(ctx, account.customerId)
  const halves =
    drawn && worth
      ? halvesWay(seenBy(drawn, worth), {
          ...said,
          first: drawn.first.length,
          second: drawn.second.length,
          secondOn: dayOfLook(LOOK_WEEKS),
          latestOn: dayOfLook(MOST_WEEKS),
        })
      : null
  return {
    atOnce: told(atOnceWay(lone, { ...said, dayOfLook })),
    // What cannot be tried says only why.
    experiment: experiment?.refusal === null ? told(experiment) : experiment,
    halves: halves && {
      ...told(halves),
      refusal: dayRefusals(limits, halves.first)[0] ?? null,
    },
  }
}

/** What some campaigns cost, or sell where that is more, micros in 30 days. */
function monthOf(
  { campaigns }: AccountSnapshot,
  { monthFactor }: EngineContext,
  ids: readonly string[],
  worth: SaidWorth | null,
): number {
  const { costMicros = 0, conversionsMicros = 0 }: Sums = addUp(
    campaigns.filter(({ id }) => ids.includes(id)).map(({ sums }) => sums),
  )
  const sold = (conversionsMicros / MICROS) * (worth?.micros ?? 0)
  return monthFactor * Math.max(costMicros, sold)
}

/** Micros a month, of the whole card. */
function seenBy({ halves, past, noise, isStopped }: HalvesPlan, worth: SaidWorth) {
  const sums = (keys: readonly string[]) => {
    const own = keys.flatMap((key) => past.get(key) ?? [])
    const add = (of: (one: (typeof own)[number]) => number) =>
      own.reduce((n, one) => n + of(one), 0)
    return {
      clicks: add(({ clicks }) => clicks),
      costMicros: add(({ costMicros }) => costMicros),
      conversions: add(({ conversions }) => conversions),
    }
  }
  const wholeCostMicros = sums(halves.units.map(({ key }) => key)).costMicros
  const pairs = halves.pairs.map(({ now, later }) => [sums(now), sums(later)] as const)
  const outlook = { pairs, wholeCostMicros, noise, worth, isStopped }
  const least = leastSeenInHalves(outlook)
  return {
    leastMicros: least === null ? null : least * TO_A_MONTH,
    chanceOf: (monthlyMicros: number) => chanceOfHalves(outlook, monthlyMicros / TO_A_MONTH),
  }
}
