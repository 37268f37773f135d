import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { countOpenAlerts } from '#account-data/open-alerts.ts'
import { IN_TURN_OF_ALL, isDue } from '#account-data/order-of-recommendations.ts'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { Recommendation as Analysed, EvidenceCard } from '#engine/findings/recommendation.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import type { InboxLine } from '../rules/on-wire.ts'
import { totalsOf } from '../rules/outlook.ts'
import { ownedRecommendation, SEEN } from './applications.ts'
import { whyNothing } from './nothing-to-decide.ts'
import { OPEN, shownCard } from './recommendations.ts'
import { candidateOf } from './several.ts'
import { countUnread } from './unread-accounts.ts'

/** Light rows; of more, these are decided first. */
const MOST_ROWS = 3_000
/** What the screen offers to choose with one press. */
const FIRST = 5

/** What waits for a decision in every account of the caller, in the stored order. */
export async function readInbox(ctx: CallerContext) {
  const rows = await readLines(ctx)
  const first = rows.filter(isReady).slice(0, FIRST)
  const candidates = []
  for (const { id } of first)
    candidates.push(await candidateOf(ctx, await ownedRecommendation(ctx, id)))
  return {
    rows,
    total: rows.length < MOST_ROWS ? rows.length : await countOpen(ctx),
    first: {
      ids: first.map(({ id }) => id),
      ranges: totalsOf(candidates).map(({ currencyCode, forecast }) => ({
        currencyCode,
        ...forecast,
      })),
    },
    snoozed: await readSnoozed(ctx),
    alerts: await countOpenAlerts(ctx, accountsOfCaller(ctx)),
    unread: await countUnread(ctx, accountsOfCaller(ctx)),
    nothing: rows.length === 0 ? await whyNothing(ctx, accountsOfCaller(ctx)) : null,
    ...(await countToday(ctx)),
  }
}

/** One with all that supports it. Throws not_found, for a stranger's as well. */
export async function readEvidence(ctx: CallerContext, id: string) {
  const { recommendation, body, seen } = await ownedRecommendation(ctx, id)
  const { priority, status, createdAt, appliedAt } = recommendation
  return { ...shownCard(body), id, priority, status, createdAt, appliedAt, seen }
}

const isReady = ({ byHand, forecast, status }: InboxLine) =>
  !byHand && forecast !== null && status === STATUS.pending

/** Of the cards only what a row shows: a whole one weighs some 6 KB. */
async function readLines(ctx: CallerContext): Promise<InboxLine[]> {
  const rows = await ctx.db
    .select({
      id: recommendations.id,
      title: text('title'),
      estimatedImpact: text('estimatedImpact'),
      category: text<Analysed['category']>('category'),
      probability: sql<number>`(${recommendations.body}->>'probability')::float`,
      forecast: sql<EvidenceCard['forecast']>`${recommendations.body}#>'{evidence,forecast}'`,
      operations: sql<number>`coalesce(jsonb_array_length(nullif(${recommendations.body}#>'{evidence,change,operations}', 'null')), 0)`,
      seen: SEEN,
      priority: recommendations.priority,
      status: recommendations.status,
      createdAt: recommendations.createdAt,
      customerId: adAccounts.googleCustomerId,
      accountName: adAccounts.name,
      currencyCode: adAccounts.currencyCode,
      source: adAccounts.source,
    })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(openOf(ctx))
    .orderBy(...IN_TURN_OF_ALL)
    .limit(MOST_ROWS)
  return rows.map(({ operations, source, ...row }) => ({
    ...row,
    byHand: source === 'imported' || Number(operations) === 0,
  }))
}

function text<Word extends string = string>(key: string) {
  return sql<Word>`${recommendations.body}->>${sql.raw(`'${key}'`)}`
}

const openOf = (ctx: CallerContext) =>
  and(accountsOfCaller(ctx), inArray(recommendations.status, OPEN), isDue(ctx.clock.now()))

async function countOpen(ctx: CallerContext): Promise<number> {
  const [row] = await ctx.db
    .select({ open: count() })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(openOf(ctx))
  return row?.open ?? 0
}

/** Named on the screen, and no more than that. */
const MOST_SNOOZED = 100

async function readSnoozed(ctx: CallerContext) {
  const { snoozedUntil } = recommendations
  const rows = await ctx.db
    .select({
      id: recommendations.id,
      title: text('title'),
      accountName: adAccounts.name,
      until: sql<string>`${snoozedUntil}`,
    })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(
      and(
        accountsOfCaller(ctx),
        eq(recommendations.status, STATUS.pending),
        gt(snoozedUntil, ctx.clock.now()),
      ),
    )
    .orderBy(asc(snoozedUntil), recommendations.id)
    .limit(MOST_SNOOZED)
  return rows.map((row) => ({ ...row, until: new Date(row.until).toISOString() }))
}

const MADE = [STATE.applied, STATE.partlyApplied, STATE.byHand]

/** By each account's own calendar. */
async function countToday(ctx: CallerContext) {
  const now = ctx.clock.now().toISOString()
  const isToday = (column: string) =>
    sql`(${sql.raw(column)} at time zone a.time_zone)::date = (${now}::timestamptz at time zone a.time_zone)::date`
  const only = ctx.caller.onlyAccounts
  const ofCaller = only
    ? sql`a.user_id = ${ctx.caller.userId} and a.customer_id = any(${sql.param([...only])}::bigint[])`
    : sql`a.user_id = ${ctx.caller.userId}`
  const { rows } = await ctx.db.execute<{ applied: number; dismissed: number }>(sql`
    select
      (select count(*)::int from recommendation_applications r
        join ad_accounts a on a.customer_id = r.customer_id
        where ${ofCaller} and r.state in ${MADE} and ${isToday('r.applied_at')}) as applied,
      (select count(*)::int from recommendations r
        join ad_accounts a on a.customer_id = r.customer_id
        where ${ofCaller} and r.status = ${STATUS.dismissed} and ${isToday('r.updated_at')}) as dismissed`)
  return { appliedToday: rows[0]?.applied ?? 0, dismissedToday: rows[0]?.dismissed ?? 0 }
}
