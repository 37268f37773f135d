import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { IN_TURN_OF_ALL, isDue } from '#account-data/order-of-recommendations.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { webhookOccasions, type webhooks } from '#platform/db/schema/integrations.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { STATUS } from '#shared/change-states.ts'
import { dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { type Notice, verdictLine } from '../rules/notice-text.ts'

type Webhook = typeof webhooks.$inferSelect

/** What has come about since the webhook was added and has not been told to it. */
export async function readNotices(ctx: Context, webhook: Webhook): Promise<Notice[]> {
  const notices = [
    ...(await recommendationNotices(ctx, webhook)),
    ...(await verdictNotices(ctx, webhook)),
    ...(await syncNotices(ctx, webhook)),
  ]
  return await untold(
    ctx,
    webhook,
    notices.filter(({ topic }) => webhook.topics.includes(topic)),
  )
}

/** Asked apart from the facts: on a cluster those are on workers, and what was told on the coordinator. */
async function untold(ctx: Context, webhook: Webhook, notices: Notice[]): Promise<Notice[]> {
  if (notices.length === 0) return []
  const told = await ctx.db
    .select({ occasion: webhookOccasions.occasion })
    .from(webhookOccasions)
    .where(
      and(
        eq(webhookOccasions.userId, webhook.userId),
        eq(webhookOccasions.webhookId, webhook.id),
        inArray(
          webhookOccasions.occasion,
          notices.map(({ occasion }) => occasion),
        ),
      ),
    )
  const known = new Set(told.map(({ occasion }) => occasion))
  return notices.filter(({ occasion }) => !known.has(occasion))
}

const ACCOUNT = {
  name: adAccounts.name,
  accountId: adAccounts.googleCustomerId,
  currencyCode: adAccounts.currencyCode,
}

async function recommendationNotices(ctx: Context, webhook: Webhook): Promise<Notice[]> {
  const rows = await ctx.db
    .select({
      account: ACCOUNT,
      category: recommendations.category,
      body: recommendations.body,
      occasion: RECOMMENDED,
    })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(
      and(
        eq(adAccounts.userId, webhook.userId),
        eq(recommendations.status, STATUS.pending),
        eq(recommendations.priority, 'high'),
        or(
          gte(recommendations.createdAt, webhook.createdAt),
          gte(recommendations.returnedAt, webhook.createdAt),
        ),
        isDue(ctx.clock.now()),
      ),
    )
    .orderBy(...IN_TURN_OF_ALL)
  return rows.map(({ account, category, body, occasion }) => ({
    topic: category === 'measurement' ? 'medicion' : 'recomendaciones',
    occasion,
    account,
    // Only the engine's own output is stored as a body.
    line: `${(body as Recommendation).title} (${(body as Recommendation).estimatedImpact})`,
  }))
}

/** Each time that its problem comes back is another. */
const RECOMMENDED = sql<string>`'recommendation ' || ${recommendations.id}
  || coalesce(' ' || to_char(${recommendations.returnedAt} at time zone 'UTC', 'YYYY-MM-DD'), '')`
const MEASURED = sql<string>`'verdict ' || ${recommendationApplications.id}`

async function verdictNotices(ctx: Context, webhook: Webhook): Promise<Notice[]> {
  const since = dayInZone(webhook.createdAt, 'Europe/Madrid')
  const rows = await ctx.db
    .select({
      account: ACCOUNT,
      body: recommendationApplications.body,
      measured: recommendationApplications.measured,
      experimentState: recommendationApplications.experimentState,
      occasion: MEASURED,
    })
    .from(recommendationApplications)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendationApplications.customerId))
    .where(
      and(
        eq(adAccounts.userId, webhook.userId),
        isNotNull(recommendationApplications.measured),
        sql`${recommendationApplications.measured}->>'measuredOn' >= ${since}`,
        // One that is looked at again is no verdict yet.
        sql`${recommendationApplications.measured} #>> '{looks,next,on}' is null`,
      ),
    )
  return rows.map(({ account, body, measured, experimentState, occasion }) => ({
    topic: 'resultados',
    occasion,
    account,
    line: verdictLine((body as Recommendation).title, measured as Measured, {
      currencyCode: account.currencyCode,
      isTried: experimentState === EXPERIMENT.running,
    }),
  }))
}

/** Once a day and account: a sync that fails is tried again and again. */
const SYNC_FAILED = sql<string>`'sync ' || ${syncStates.customerId} || ' ' || to_char(${syncStates.updatedAt}, 'YYYY-MM-DD')`

/** A lost grant disconnects its accounts at once; those that were disconnected by hand before are of no concern. */
const LOST_GRANT = and(eq(syncStates.status, 'needs_reauth'), isNull(adAccounts.disconnectedAt))
/** What has failed for an hour, or is not tried again for as long; until then it may mend by itself. */
const GAVE_UP = and(
  eq(syncStates.status, 'failed'),
  sql`(${syncStates.nextTryAt} > ${syncStates.updatedAt} + interval '1 hour'
    or ${syncStates.failingSince} < ${syncStates.updatedAt} - interval '1 hour')`,
)

async function syncNotices(ctx: Context, webhook: Webhook): Promise<Notice[]> {
  const rows = await ctx.db
    .select({
      account: ACCOUNT,
      status: syncStates.status,
      problem: syncStates.problem,
      occasion: SYNC_FAILED,
    })
    .from(syncStates)
    .innerJoin(adAccounts, eq(adAccounts.customerId, syncStates.customerId))
    .where(
      and(
        eq(adAccounts.userId, webhook.userId),
        or(LOST_GRANT, and(eq(adAccounts.connected, true), GAVE_UP)),
        gte(syncStates.updatedAt, webhook.createdAt),
      ),
    )
  return rows.map(({ account, status, problem, occasion }) => ({
    topic: 'sincronizacion',
    occasion,
    account,
    line:
      status === 'needs_reauth'
        ? 'Google ha retirado el permiso: vuelve a conectar la cuenta.'
        : (problem ?? 'La sincronización ha fallado; se volverá a intentar.'),
  }))
}
