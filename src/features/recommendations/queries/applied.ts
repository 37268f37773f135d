import { and, desc, eq } from 'drizzle-orm'
import { daysUntil, dueOf, heldUp } from '#account-data/held-up.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import { LOOK_WEEKS } from '#engine/effect/looks.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { personOf, roleAllows } from '#platform/session.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import { type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import { finalOf, hasOwnAmount, type Measured } from '#shared/measured.ts'
import { lookedText } from '#shared/results-text.ts'
import { UNDOABLE } from '../rules/change-state.ts'
import { shownExperiment, undecidable } from '../rules/experiment-state.ts'
import type { HistoryEntry } from '../rules/on-wire.ts'
import { secondHalfOf } from '../rules/second-half.ts'
import type { Application } from './applications.ts'
import { shownCard } from './recommendations.ts'

/** Cards are heavy, and older ones are not read. */
const MOST_SHOWN = 500

/** The history: every time one was applied, newest first, with the card and the forecast of that moment. */
export async function listApplied(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<HistoryEntry[]> {
  const account = await ownedAccount(ctx, googleCustomerId)
  const { customerId, timeZone } = account
  const rows = await ctx.db
    .select({
      application: recommendationApplications,
      recommendation: recommendations,
      appliedBy: users.name,
    })
    .from(recommendationApplications)
    .leftJoin(users, eq(users.id, recommendationApplications.appliedBy))
    .innerJoin(
      recommendations,
      and(
        eq(recommendations.customerId, recommendationApplications.customerId),
        eq(recommendations.id, recommendationApplications.recommendationId),
      ),
    )
    .where(eq(recommendationApplications.customerId, customerId))
    .orderBy(desc(recommendationApplications.appliedAt), recommendationApplications.id)
    .limit(MOST_SHOWN)
  const today = dayInZone(ctx.clock.now(), timeZone)
  const newest = new Set<string>()
  const mayEdit = roleAllows(ctx.caller, 'edit')
  return rows.map(({ application, recommendation, appliedBy }) => {
    // Only measure-applications writes it.
    const measured = application.measured as Measured | null
    const final = finalOf(measured)
    const appliedIn = (application.body as Analysed).evidence.currencyCode
    const appliedOn = dayInZone(application.appliedAt, timeZone)
    const dueOn = dueOf({ measured, measureAfter: application.measureAfter })
    const isFailed = application.state === STATE.failed
    const isNewest = !isFailed && !newest.has(recommendation.id)
    if (isNewest) newest.add(recommendation.id)
    const experiment = shownExperiment(application)
    return {
      // Only the engine's own output is stored as a body.
      ...shownCard(application.body as Analysed),
      id: recommendation.id,
      status: STATUS.applied,
      createdAt: recommendation.createdAt,
      appliedAt: application.appliedAt,
      applicationId: application.id,
      state: application.state,
      colleague: isOwn(ctx, application) ? undefined : (appliedBy ?? 'alguien que ya no está'),
      canUndo:
        mayEdit &&
        isNewest &&
        UNDOABLE.includes(application.state) &&
        experiment?.state !== EXPERIMENT.ended,
      undoneAt: application.undoneAt,
      problems: application.problems,
      result: resultOf(application.assumed, final, appliedOn),
      measureAfter: dueOn,
      daysToMeasure: dueOn === null ? null : final ? 0 : daysUntil(today, dueOn),
      held: final || !dueOn ? null : heldUp({ appliedOn, dueOn, appliedIn }, account, today),
      looked: measured && dueOn && lookedText(measured),
      measured: final,
      second: secondHalfOf(application, account, today),
      experiment: experiment && (mayEdit ? experiment : undecidable(experiment)),
    }
  })
}

/** A client sees no colleagues. */
function isOwn({ caller }: CallerContext, { appliedBy }: Application): boolean {
  return appliedBy === personOf(caller) || Boolean(caller.onlyAccounts)
}

const RESULT_STATUS = {
  improved: 'improved',
  unchanged: 'no_change',
  worsened: 'worse',
  // What cannot be told is no improvement.
  inconclusive: 'no_change',
} as const

/** What was assumed gives way to what was measured. */
function resultOf(
  assumed: Application['assumed'],
  verdict: Measured | null,
  appliedOn: Day,
): HistoryEntry['result'] {
  if (!verdict)
    return {
      status: 'improved',
      actualImprovement: assumed.actualImprovement,
      comparisonPeriod: assumed.comparisonPeriod,
      kpiVariation: assumed.kpiVariation,
      isForecast: true,
    }
  const percent = verdict.kpi.change.estimate * 100
  return {
    status: RESULT_STATUS[verdict.verdict],
    actualImprovement: improvementOf(verdict),
    comparisonPeriod: `${daysLookedAt(appliedOn, verdict)} días`,
    kpiVariation: percent,
    isForecast: false,
  }
}

/** Net money in percent of what would have been spent: the KPI falls where a saving is right. */
function improvementOf(measured: Measured): number | null {
  const { monthlyMicros, money } = measured
  if (!monthlyMicros || !money?.usualMicros || !hasOwnAmount(measured)) return null
  return (monthlyMicros.estimate / money.usualMicros) * 100
}

/** Whole looks; an experiment begins a day after it was made. */
function daysLookedAt(appliedOn: Day, { money }: Measured): number {
  const lookDays = 7 * LOOK_WEEKS
  const days = money?.measuredTo ? daysInRange(appliedOn, money.measuredTo) : lookDays
  return lookDays * Math.max(1, Math.round(days / lookDays))
}
