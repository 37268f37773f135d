import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import {
  type EffectPlace,
  hasTooManyChanges,
  isChangedAgain,
  isWithoutControl,
} from '#account-data/effect-evidence.ts'
import { areDaysTold } from '#account-data/file-window.ts'
import { dueOf } from '#account-data/held-up.ts'
import { type EngineToday, measureChange } from '#account-data/measured-change.ts'
import { type Account, accountById } from '#account-data/owned-account.ts'
import { loadEngineView } from '#account-data/snapshot/engine-view.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { LOOK_WEEKS } from '#engine/effect/looks.ts'
import {
  CHANGED_AGAIN,
  otherCurrencyText,
  tooManyText,
  unmeasurable,
  withoutControlText,
} from '#engine/effect/measured-texts.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { STATE } from '#shared/change-states.ts'
import { type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import type { Application } from '../queries/applications.ts'
import { readBesideTitles, readCompanions } from '../queries/companions.ts'
import { readOwnResources } from '../queries/own-resources.ts'
import { MEASURED } from '../rules/change-state.ts'
import {
  adviceOf,
  effectKindOf,
  effectPlaceOf,
  movesTarget,
  stopsItsPlace,
} from '../rules/effect-place.ts'
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
  const judged: (Judged & { id: string; isNews: boolean })[] = []
  for (const application of open) {
    const measured =
      engine && isDue(application, today)
        ? await measureOne(ctx, account, application, { today, engine })
        : await closeEarly(ctx, account, application, today)
    if (!measured) continue
    const isNews = !madeToday(application, account, today)
    const { id, appliedBy } = application
    judged.push({ id, appliedBy, isNews, fallen: fallenOf(application, measured) })
  }
  if (judged.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    for (const { id, fallen } of judged) await storeMeasured(ctx, customerId, id, fallen.measured)
    await tellVerdicts(
      ctx,
      account,
      judged.filter(({ isNews }) => isNews),
    )
  })
  await storeRuleSums(ctx, customerId)
}

function fallenOf(application: Application, measured: Measured): Judged['fallen'] {
  const { body, secondState, experiment, state } = application
  return {
    title: (body as Analysed).title,
    measured,
    waits: secondState === SECOND.waiting,
    trialEndsOn: experiment?.endsOn ?? null,
    isByHand: state === STATE.byHand,
  }
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
  const { place, windows } = await watchedBy(ctx, account, application)
  if (!place) return unmeasurable(today)
  const campaigns = place.campaignIds.length
  const { ownResources } = await readJudged(ctx, account, application, place)
  const asked = { place, windows, ownResources }
  if (await isWithoutControl(ctx, account, asked))
    return unmeasurable(today, withoutControlText(campaigns))
  if (state === STATE.byHand) return null
  if (await isChangedAgain(ctx, account.customerId, asked))
    return unmeasurable(today, CHANGED_AGAIN)
  const isCrowded = await hasTooManyChanges(ctx, account.customerId, asked)
  return isCrowded ? unmeasurable(today, tooManyText(campaigns)) : null
}

/** What is judged as one: with the card those that were applied on its day to its campaigns. */
async function readJudged(
  ctx: Context,
  account: Account,
  application: Application,
  place: EffectPlace | null,
) {
  const { id, appliedAt } = application
  const appliedOn = dayInZone(appliedAt, account.timeZone)
  const companions = place
    ? await readCompanions(ctx, account, { id, appliedOn, campaignIds: place.campaignIds })
    : []
  const resources: string[] = []
  for (const one of [application, ...companions])
    resources.push(...(await readOwnResources(ctx, account, one)))
  return {
    ownResources: resources,
    together: companions.map(({ body }) => (body as Analysed).title),
    isTargetMoved: [application, ...companions].some(({ body }) => movesTarget(body as Analysed)),
  }
}

/** Where and when this look is to see what it did. */
async function watchedBy(
  ctx: Context,
  account: Account,
  { appliedAt, body, measured }: Application,
) {
  // Only this file writes it.
  const looks = (measured as Measured | null)?.looks
  const weeks = looks?.next?.weeks ?? LOOK_WEEKS
  const appliedOn = dayInZone(appliedAt, account.timeZone)
  const known = account.dataFrom ? Math.floor(daysInRange(account.dataFrom, appliedOn) / 7) : 0
  const weeksBefore = Math.max(LOOK_WEEKS, Math.min(weeks, known))
  const changed = await changedCampaigns(ctx, account.customerId, [body as Analysed])
  return {
    place: effectPlaceOf(body as Analysed, changed),
    windows: effectWindows(appliedOn, LAG_DAYS, weeks, weeksBefore),
    madeOn: appliedOn,
    look: { weeks, fractions: looks?.fractions ?? [] },
  }
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
  if (application.halves) return await measureHalves(ctx, account, application, engineToday)
  const { place, windows, madeOn, look } = await watchedBy(ctx, account, application)
  if (!account.dataTo || account.dataTo < windows.after.to) return null
  if (!areDaysTold(account, place?.adGroupId ? 'ad_group' : 'campaign', windows)) return null
  const { ownResources, together, isTargetMoved } = await readJudged(
    ctx,
    account,
    application,
    place,
  )
  const campaignIds = place?.campaignIds ?? []
  const beside = await readBesideTitles(ctx, account, application, { campaignIds, windows })
  const change = {
    place,
    kind: effectKindOf(body),
    madeOn,
    windows,
    ownResources,
    together,
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
