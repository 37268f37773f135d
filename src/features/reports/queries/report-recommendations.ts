import { and, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { readGoneParts } from '#account-data/gone-parts.ts'
import { dueOf, heldUp } from '#account-data/held-up.ts'
import { IN_TURN, isDue } from '#account-data/order-of-recommendations.ts'
import {
  type AccountTotal,
  accountTotal,
  actsOf,
  countedCard,
} from '#engine/effect/account-total.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import type { adAccounts } from '#platform/db/schema/access.ts'
import {
  analyses,
  recommendationApplications,
  recommendations,
} from '#platform/db/schema/recommendations.ts'
import { type ChangeState, STATE, STATUS } from '#shared/change-states.ts'
import { type Day, type DayRange, dayInZone } from '#shared/dates.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import { lookedText } from '#shared/results-text.ts'
import { appliedLine, totalLine } from '../rules/applied-line.ts'
import type { AppliedLine, PendingLine } from '../rules/report.ts'

const MOST_PENDING = 10

type Account = typeof adAccounts.$inferSelect

/** Applied within the range, or measured within it: those with a verdict first, each newest first. What failed was never made. */
export async function readApplied(
  ctx: Context,
  account: Account,
  { from, to }: DayRange,
): Promise<AppliedLine[]> {
  const { customerId, timeZone, currencyCode } = account
  const today = dayInZone(ctx.clock.now(), timeZone)
  const appliedOn = sql<string>`to_char(${recommendationApplications.appliedAt} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const measuredOn = sql`${recommendationApplications.measured}->>'measuredOn'`
  const rows = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        ne(recommendationApplications.state, STATE.failed),
        sql`(${appliedOn} between ${from} and ${to} or ${measuredOn} between ${from} and ${to})`,
      ),
    )
    .orderBy(desc(recommendationApplications.appliedAt), recommendationApplications.id)
  const total = await readTotal(ctx, account, to)
  const isResult = ({ measured }: (typeof rows)[number]) => finalOf(measured as Measured | null)
  const inOrder = rows.toSorted((a, b) => Number(!isResult(a)) - Number(!isResult(b)))
  const lines = inOrder.map((row) => {
    // Only the engine's own output is stored as a body, only its verdict as `measured`.
    const body = row.body as Recommendation
    const measured = row.measured as Measured | null
    const day = dayInZone(row.appliedAt, timeZone)
    const appliedIn = body.evidence.currencyCode
    const dueOn = dueOf({ ...row, measured })
    return appliedLine({
      title: body.title,
      measured: finalOf(measured),
      // The query leaves out what failed.
      state: row.state as Exclude<ChangeState, 'failed'>,
      dueOn,
      held: dueOn && heldUp({ appliedOn: day, dueOn, appliedIn }, account, today),
      looked: measured && lookedText(measured),
      second: row.secondState,
      trial: row.experimentState,
      today,
      day,
      currencyCode,
      appliedIn,
    })
  })
  return total ? [totalLine(total, currencyCode, to), ...lines] : lines
}

/** Of all that is in force and was measured until a day, as 'Resultados' adds it up. */
async function readTotal(
  ctx: Context,
  { customerId, timeZone, currencyCode }: Account,
  to: Day,
): Promise<AccountTotal | null> {
  const { body, ...columns } = getTableColumns(recommendationApplications)
  const rows = await ctx.db
    .select({
      id: columns.id,
      appliedAt: columns.appliedAt,
      state: columns.state,
      stateSince: columns.stateSince,
      undoneAt: columns.undoneAt,
      measured: columns.measured,
      secondState: columns.secondState,
      experimentState: columns.experimentState,
      campaignId: sql<string | null>`${body} ->> 'campaignId'`,
      adGroupId: sql<string | null>`${body} ->> 'adGroupId'`,
      campaignIds: sql<string[] | null>`${body} #> '{evidence,campaignIds}'`,
      predicted: sql<number | null>`(${body} #>> '{evidence,forecast,monthlyMidMicros}')::float8`,
    })
    .from(recommendationApplications)
    .where(
      and(
        eq(columns.customerId, customerId),
        inArray(columns.state, [...IN_FORCE, ...GONE]),
        // Amounts of another currency do not add.
        sql`${body} #>> '{evidence,currencyCode}' = ${currencyCode}`,
      ),
    )
  const dayOf = (at: Date) => dayInZone(at, timeZone)
  const named = rows.map(({ id, state }) => ({ applicationId: id, state }))
  const goneParts = new Map(await readGoneParts(ctx, customerId, named))
  const applied = rows.map(({ id, campaignId, campaignIds, ...row }) => ({
    ...row,
    applicationId: id,
    campaignIds: campaignIds ?? (campaignId ? [campaignId] : []),
    appliedOn: dayOf(row.appliedAt),
    // Only measure-applications writes it.
    measured: row.measured as Measured | null,
    second: row.secondState && { state: row.secondState },
    experiment: row.experimentState && { state: row.experimentState },
    goneOn: GONE.includes(row.state) ? dayOf(row.undoneAt ?? row.stateSince) : null,
    gonePart: goneParts.get(id),
  }))
  const counted = applied.filter(
    ({ state, measured }) => IN_FORCE.includes(state) && measured && measured.measuredOn <= to,
  )
  return accountTotal(
    counted.flatMap((one) => countedCard(one) ?? []),
    applied.flatMap(actsOf),
  )
}

const IN_FORCE: readonly ChangeState[] = [STATE.applied, STATE.partlyApplied, STATE.byHand]
const GONE: readonly ChangeState[] = [STATE.undone, STATE.partlyUndone]

export async function readPending(
  ctx: Context,
  customerId: number,
): Promise<{ pending: PendingLine[]; pendingCount: number; isAnalysed: boolean }> {
  const isPending = and(
    eq(recommendations.customerId, customerId),
    eq(recommendations.status, STATUS.pending),
    isDue(ctx.clock.now()),
  )
  const rows = await ctx.db
    .select({ priority: recommendations.priority, body: recommendations.body })
    .from(recommendations)
    .where(isPending)
    .orderBy(...IN_TURN)
    .limit(MOST_PENDING)
  return {
    pending: rows.map(({ priority, body }) => {
      const { title, category, estimatedImpact } = body as Recommendation
      const isOfMeasurement = category === 'measurement'
      return { priority, isOfMeasurement, title, impact: estimatedImpact }
    }),
    pendingCount: await ctx.db.$count(recommendations, isPending),
    isAnalysed: (await ctx.db.$count(analyses, eq(analyses.customerId, customerId))) > 0,
  }
}
