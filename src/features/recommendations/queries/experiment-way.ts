import { sumLevel } from '#account-data/sums.ts'
import { experimentOperations } from '#changes/experiment-operations.ts'
import { dayRefusals, readChangeLimits } from '#changes/limits.ts'
import type { Operation } from '#changes/operations.ts'
import { checkExperiment } from '#changes/plan-experiment.ts'
import { addUp } from '#engine/account/measurement.ts'
import type { SaidWorth } from '#engine/account/worth-of-conversions.ts'
import { experimentPromise } from '#engine/effect/experiment-promise.ts'
import { soldScatter } from '#engine/effect/halves-by-day.ts'
import { LOOK_WEEKS, MOST_WEEKS } from '#engine/effect/looks.ts'
import { type CountedSales, inUsualSales, meanValue } from '#engine/effect/sold-by-value.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { type AdAccount, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import type { getPromise } from '../contract/changes.ts'
import {
  experimentDates,
  experimentWindows,
  testedChange,
  weeksShown,
} from '../rules/experiment-way.ts'
import { experimentWay } from '../rules/promise-texts.ts'

type Way = ReplyOf<typeof getPromise>['experiment']

type Card = {
  body: Analysed
  operations: readonly Operation[]
  worth: SaidWorth | null
  sales: CountedSales
  currencyCode: string
  expectedMicros: number | null
}

/** Whether a card could be tried in one of Google's experiments, and what that could tell; null where it is about no campaign's bids. */
export async function readExperimentWay(
  ctx: CallerContext,
  account: AdAccount,
  { body, operations, worth, sales, ...said }: Card,
): Promise<Way> {
  const change = testedChange(operations)
  if (!change || ctx.caller.readOnly) return null
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const dates = experimentDates(today)
  const refused = (refusal: string): Way => ({ sentences: [], chance: null, ...dates, refusal })
  if ('refusal' in change) return refused(change.refusal)
  const ask = { operation: change.operation, name: `Pujante ${today}`, ...dates }
  const limits = await readChangeLimits(ctx, account.customerId)
  const [limit] = dayRefusals(limits, experimentOperations(ask).length)
  const refusal = limit ?? (await askGoogle(ctx, account, ask, body))
  if (refusal) return refused(refusal)
  const past = await readPast(ctx, account, change.campaignId, sales)
  const promise = worth && experimentPromise(past, worth)
  const conversions = ((past.conversions / past.weeks) * MOST_WEEKS) / 2
  const dayOfLook = (weeks: number) => experimentWindows(today, weeks).readyOn
  const way = experimentWay(promise, { ...said, ...dates, conversions, dayOfLook })
  return { ...way, ...dates, refusal: null }
}

/** What cannot be asked now is said as well: the other ways do not depend on it. */
async function askGoogle(
  ctx: Context,
  account: AdAccount,
  ask: Parameters<typeof checkExperiment>[2],
  body: Analysed,
): Promise<string | null> {
  try {
    const ads = await adsOfAccount(ctx, account)
    return (await checkExperiment(ctx, ads, ask, body)).refusal
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const PAST_WEEKS = 2 * LOOK_WEEKS

/** Of the last weeks; as many as the campaign was there. */
async function readPast(
  ctx: Context,
  { customerId, dataTo, timeZone }: AdAccount,
  campaignId: string,
  sales: CountedSales,
) {
  const to = dataTo ?? dayInZone(ctx.clock.now(), timeZone)
  const known = await sumLevel(ctx, {
    customerId,
    level: 'campaign',
    groupBy: ['day'],
    where: { campaign_id: Number(campaignId) },
    from: addDays(to, 1 - PAST_WEEKS * 7),
    to,
  })
  const mean = sales === 'by-value' ? meanValue(known) : null
  const days = mean === null ? known : known.map((day) => inUsualSales(day, mean))
  const { clicks, costMicros, conversionsMicros } = addUp(days)
  const conversions = conversionsMicros / MICROS
  const shown = days.map(({ keys, impressions }) => ({ day: String(keys.day), impressions }))
  const weeks = weeksShown(shown, to, PAST_WEEKS)
  return { weeks, clicks, costMicros, conversions, soldDispersion: soldScatter(days) }
}
