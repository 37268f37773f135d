import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { areDaysTold } from '#account-data/file-window.ts'
import { dueOf } from '#account-data/held-up.ts'
import { type EngineToday, measureChange } from '#account-data/measured-change.ts'
import { type Account, accountById } from '#account-data/owned-account.ts'
import { loadEngineView } from '#account-data/snapshot/engine-view.ts'
import { LOOK_WEEKS } from '#engine/effect/looks.ts'
import { CHANGED_UNHEARD, otherCurrencyText, unmeasurable } from '#engine/effect/measured-texts.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { type Day, dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import type { Application } from '../queries/applications.ts'
import { readBesideTitles } from '../queries/companions.ts'
import { readNextLook, readObstacle } from '../queries/next-look.ts'
import { isStillAsMade } from '../queries/still-as-made.ts'
import { MEASURED } from '../rules/change-state.ts'
import { adviceOf, effectKindOf, stopsItsPlace } from '../rules/effect-place.ts'
import { fallenOf } from '../rules/fallen.ts'
import { afterLook } from '../rules/later-look.ts'
import { measureBudgets } from './measure-budgets.ts'
import { measureExperiment } from './measure-experiment.ts'
import { measureHalves } from './measure-halves.ts'
import { storeRuleSums } from './pool-rules.ts'
import { type Judged, tellVerdicts } from './tell-verdicts.ts'

/**
 * Judges what was applied long enough ago and is not judged yet, and what nothing can come of any more. Safe to repeat; needs the days
 * to be synced.
 */
export async function measureApplications(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (account?.granularity !== 'day') return
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const open = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        inArray(recommendationApplications.state, [...MEASURED]),
        isNotNull(recommendationApplications.measureAfter),
        or(
          isNull(recommendationApplications.measured),
          isNotNull(sql`${recommendationApplications.measured} #>> '{looks,next,on}'`),
        ),
        or(
          isNull(recommendationApplications.experimentState),
          eq(recommendationApplications.experimentState, EXPERIMENT.running),
        ),
      ),
    )
  if (open.length === 0) return
  const engine = open.some((one) => isDue(one, today)) ? await loadEngineView(ctx, account) : null
  const judged: (Judged & { isNews: boolean })[] = []
  for (const application of open) {
    const measured =
      engine && isDue(application, today)
        ? await measureOne(ctx, account, application, { today, engine })
        : await closeEarly(ctx, account, application, today)
    if (!measured) continue
    // Only this file writes it.
    const known = afterLook(application.measured as Measured | null, measured)
    const isNews = !madeToday(application, account, today)
    const { id, appliedBy } = application
    judged.push({ id, appliedBy, isNews, measured: fallenOf(application, known).measured })
  }
  if (judged.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    for (const { id, measured } of judged) await storeMeasured(ctx, customerId, id, measured)
    await tellVerdicts(
      ctx,
      account,
      judged.filter(({ isNews }) => isNews),
    )
  })
  await storeRuleSums(ctx, customerId)
}

/** Who applied it was told so when asked whether to. */
const madeToday = ({ appliedAt }: Application, { timeZone }: Account, today: Day) =>
  dayInZone(appliedAt, timeZone) === today

/** Only this file writes what was measured. */
const isDue = ({ measured, measureAfter }: Application, today: Day) =>
  (dueOf({ measured: measured as Measured | null, measureAfter }) ?? today) <= today

/** What tells nothing however long one waits: without anything to compare it with, or changed too much by others. Said as soon as it is known. */
async function closeEarly(
  ctx: Context,
  account: Account,
  application: Application,
  today: Day,
): Promise<Measured | null> {
  const { halves, experiment, state } = application
  if (halves || experiment) return null
  const { place, ...next } = await readNextLook(ctx, account, application)
  if (!place) return unmeasurable(today)
  const asked = { state, isDue: false }
  const obstacle = await readObstacle(ctx, account, { ...next, place }, asked)
  return obstacle === null ? null : unmeasurable(today, obstacle)
}

async function storeMeasured(ctx: Context, customerId: number, id: string, measured: Measured) {
  await ctx.db
    .update(recommendationApplications)
    .set({ measured })
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.id, id),
      ),
    )
}

/** Null while the days it needs have not been synced. */
async function measureOne(
  ctx: Context,
  account: Account,
  application: Application,
  engineToday: EngineToday,
): Promise<Measured | null> {
  const body = application.body as Analysed
  const { currencyCode } = body.evidence
  if (currencyCode !== account.currencyCode)
    return unmeasurable(engineToday.today, otherCurrencyText(currencyCode, account.currencyCode))
  if (application.experiment) return await measureExperiment(ctx, account, application, engineToday)
  const isAsMade = await isStillAsMade(ctx, account, application)
  if (isAsMade === null) return null
  if (!isAsMade) return unmeasurable(engineToday.today, CHANGED_UNHEARD)
  if (application.halves) return await measureHalves(ctx, account, application, engineToday)
  const { place, ...next } = await readNextLook(ctx, account, application)
  const { windows, look, isTargetMoved, ...judged } = next
  if (!account.dataTo || account.dataTo < windows.after.to) return null
  if (!areDaysTold(account, place?.adGroupId ? 'ad_group' : 'campaign', windows)) return null
  const isLater = place !== null && look.weeks > LOOK_WEEKS
  const obstacle =
    isLater &&
    (await readObstacle(ctx, account, { ...next, place }, { ...application, isDue: true }))
  if (obstacle) return unmeasurable(engineToday.today, obstacle)
  const campaignIds = place?.campaignIds ?? []
  const beside = await readBesideTitles(ctx, account, application, { campaignIds, windows })
  const change = {
    ...judged,
    place,
    kind: effectKindOf(body),
    windows,
    beside,
    isStopped: stopsItsPlace(body),
    advice: { ...adviceOf(body), movesTarget: isTargetMoved },
    look,
  }
  const measured = await measureChange(ctx, account, change, engineToday)
  if (measured.looks?.next || measured.together) return measured
  const budgets = await measureBudgets(ctx, account, { id: application.id, change }, engineToday)
  return budgets ? { ...measured, budgets } : measured
}
