import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { EXPERIMENT, type ExperimentState } from '#shared/applied-experiment.ts'
import { SECOND, type SecondState } from '#shared/applied-halves.ts'
import { type ChangeState, STATE } from '#shared/change-states.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'

type Changed = {
  applicationId: string
  state: ChangeState
  stateSince: Date
  undoneAt: Date | null
  secondState: SecondState | null
  secondOn: Day | null
  applied: { endsOn: Day } | null
  experimentState: ExperimentState | null
}

/** Of the half that had waited or a promotion, and of a trial's end; what others did in Google Ads is not logged. */
type LaterSteps = { wholeAt: Date | null; endedAt: Date | null }

/** By application, when more was made of it than at first. */
export async function readLaterSteps(
  ctx: Context,
  rows: readonly (Changed & { account: { customerId: number } })[],
): Promise<Map<string, LaterSteps>> {
  const later = rows.filter(
    ({ secondState, experimentState }) =>
      secondState === SECOND.applied ||
      experimentState === EXPERIMENT.promoted ||
      experimentState === EXPERIMENT.ended,
  )
  if (later.length === 0) return new Map()
  const { customerId, after, at, outcome } = accountChanges
  const applicationId = sql<string>`${after} ->> 'applicationId'`
  const isPromotion = sql`${after} #> '{operation,promoteExperiment}' is not null`
  const isEnd = sql`${after} #> '{operation,endExperiment}' is not null`
  const first = (of: typeof isEnd) => sql<Date | null>`min(${at}) filter (where ${of})`.mapWith(at)
  const steps = await ctx.db
    .select({
      applicationId,
      wholeAt: first(sql`${after} ->> 'half' is not null or ${isPromotion}`),
      endedAt: first(isEnd),
    })
    .from(accountChanges)
    .where(
      and(
        inArray(customerId, [...new Set(later.map(({ account }) => account.customerId))]),
        inArray(
          applicationId,
          later.map((row) => row.applicationId),
        ),
        eq(outcome, 'done'),
      ),
    )
    .groupBy(applicationId)
  return new Map(steps.map((step) => [step.applicationId, step]))
}

/** Since when all of it has been in force, where first a part was, and since when nothing of it; null where that is not so. */
export function turnsOf(
  { state, stateSince, undoneAt, ...row }: Changed,
  steps: LaterSteps | undefined,
  timeZone: string,
): { wholeOn: Day | null; goneOn: Day | null } {
  const dayOf = (at: Date) => dayInZone(at, timeZone)
  const { secondState, secondOn, experimentState, applied } = row
  const seenOn = dayOf(stateSince)
  const gone = GONE.includes(state) ? dayOf(undoneAt ?? stateSince) : null
  const ended = steps?.endedAt ? dayOf(steps.endedAt) : seenOn
  const over = applied ? addDays(applied.endsOn, 1) : ended
  const whole =
    (secondState === SECOND.applied && secondOn) ||
    (experimentState === EXPERIMENT.promoted && seenOn) ||
    null
  return {
    wholeOn: steps?.wholeAt ? dayOf(steps.wholeAt) : whole,
    goneOn: experimentState === EXPERIMENT.ended && !gone ? (ended < over ? ended : over) : gone,
  }
}

const GONE: readonly ChangeState[] = [STATE.undone, STATE.partlyUndone]
