import { and, eq, inArray } from 'drizzle-orm'
import type { EngineToday } from '#account-data/measured-change.ts'
import { accountById } from '#account-data/owned-account.ts'
import { countingChanges } from '#engine/account/counting-changes.ts'
import { worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { measuredInExperiment } from '#engine/effect/experiment-verdict.ts'
import { reportedIn, withLate } from '#engine/effect/late-conversions.ts'
import { LOOK_WEEKS, MOST_WEEKS } from '#engine/effect/looks.ts'
import { countedBefore, daysOf, withoutLost } from '#engine/effect/lost-days.ts'
import { leftOutText, lostNote, unmeasurable } from '#engine/effect/measured-texts.ts'
import { countedSales } from '#engine/effect/sold-by-value.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { dayInZone, daysInRange } from '#shared/dates.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import type { Application } from '../queries/applications.ts'
import { readExperimentFigures, readStanding } from '../queries/experiment-figures.ts'
import { readHalvesByDay } from '../queries/halves-by-day.ts'
import { MEASURED } from '../rules/change-state.ts'
import { adviceOf, aimsAtValue } from '../rules/effect-place.ts'
import { changeElsewhere } from '../rules/experiment-elsewhere.ts'
import { experimentWindows, madeOnOf } from '../rules/experiment-way.ts'
import { setState } from './application-state.ts'

/**
 * The half that was treated against the other, as Google tells it. Null while Google cannot be asked (the account is not connected,
 * Google is silent) or has no figures yet, and where the experiment is no longer what it was.
 */
export async function measureExperiment(
  ctx: Context,
  account: AdAccount,
  application: Application,
  { today, engine }: EngineToday,
): Promise<Measured | null> {
  const { looks, weeks, madeOn, after } = lookOf(account, application)
  const otherwise = countedBefore(countingChanges(engine.snapshot), after)
  const [counted = after] = withoutLost(after, otherwise)
  const runs = await stillRuns(ctx, account, application)
  const figures =
    runs && (await asked(() => readExperimentFigures(ctx, account, application, counted)))
  if (!figures || figures === 'unasked') return null
  const dayOfLook = (later: number) => experimentWindows(madeOn, later).readyOn
  if (daysOf(withoutLost(after, otherwise)) * 2 < daysInRange(after.from, after.to)) {
    const later = weeks + LOOK_WEEKS
    const next = weeks < MOST_WEEKS ? { weeks: later, on: dayOfLook(later) } : null
    const fractions = looks?.fractions ?? []
    return { ...unmeasurable(today, lostNote(otherwise)), looks: { fractions, next } }
  }
  const campaignId = application.experiment!.campaignId
  const byDay = await readHalvesByDay(ctx, account.customerId, campaignId, counted)
  const body = application.body as Analysed
  return measuredInExperiment({
    figures: { ...figures, byDay },
    // One half bids for value where the change tries just that.
    sales: countedSales(engine.snapshot.campaigns, [campaignId], aimsAtValue(body)),
    worth: withLate(
      worthOfConversions(engine.snapshot, engine.context, {
        campaignIds: [campaignId],
        advice: adviceOf(body),
      }),
      reportedIn(counted, today, engine.snapshot.wholeLagCurve ?? engine.snapshot.lagCurve),
    ),
    look: { weeks, fractions: looks?.fractions ?? [] },
    dayOfLook,
    windowDays: daysInRange(counted.from, counted.to),
    leftOut: otherwise.map(leftOutText),
    measuredOn: today,
    measuredTo: after.to,
    currencyCode: account.currencyCode,
    campaignId,
  })
}

/** After each look at an account: what others did with its experiments in Google Ads is known the same day, not at the next look at their figures. */
export async function noticeExperiments(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account) return
  const running = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        inArray(recommendationApplications.state, [...MEASURED]),
        eq(recommendationApplications.experimentState, EXPERIMENT.running),
      ),
    )
  for (const application of running) await stillRuns(ctx, account, application)
}

/** Of the look that is due next, or was the last. */
function lookOf({ timeZone }: AdAccount, application: Application) {
  // Only measure-applications.ts writes it.
  const looks = (application.measured as Measured | null)?.looks
  const weeks = looks?.next?.weeks ?? LOOK_WEEKS
  const madeOn = madeOnOf(application, timeZone)
  return { looks, weeks, madeOn, after: experimentWindows(madeOn, weeks).after }
}

/** False where it does not run, which is then kept, or where it cannot be known. */
async function stillRuns(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<boolean> {
  const { after } = lookOf(account, application)
  const live = await asked(() => readStanding(ctx, account, application))
  if (live === 'unasked') return false
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const isJudged = finalOf(application.measured as Measured | null) !== null
  const days = { today, lastDay: isJudged ? today : after.to }
  const change = changeElsewhere(live, application.experiment!, days)
  if (!change) return true
  await setState(ctx, application, { state: application.state, measureAfter: null, ...change })
  return false
}

async function asked<T>(ask: () => Promise<T>): Promise<T | 'unasked'> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError) return 'unasked'
    throw error
  }
}
