import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { IN_TURN, IN_TURN_OF_ALL, isDue } from '#account-data/order-of-recommendations.ts'
import { accountsOfCaller, ownedAccount } from '#account-data/owned-account.ts'
import { loadReading } from '#account-data/snapshot/load-coverage.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { analyses, recommendations } from '#platform/db/schema/recommendations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { STATUS } from '#shared/change-states.ts'
import { analyseAccount } from '../contract/recommendations.ts'
import type { KeptRecommendation, OwnedRecommendation } from '../rules/on-wire.ts'
import { toldRule } from '../rules/rule-texts.ts'
import { stoppedText } from '../rules/stopped-analysis.ts'
import { SEEN } from './applications.ts'
import { hadNoAds } from './nothing-to-decide.ts'

/** One that is being applied this moment is still among them. */
export const OPEN = [STATUS.pending, STATUS.applying] as const

export async function listPending(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<KeptRecommendation[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const rows = await ctx.db
    .select({ recommendation: recommendations, seen: SEEN })
    .from(recommendations)
    .where(
      and(
        eq(recommendations.customerId, customerId),
        inArray(recommendations.status, OPEN),
        isDue(ctx.clock.now()),
      ),
    )
    .orderBy(...IN_TURN)
  return rows.map(keptOf)
}

/** Cards are heavy, and more of them are not read at once. */
const MOST_OF_ALL = 200

/** Of every account of the caller, in one order. */
export async function listAll(ctx: CallerContext): Promise<OwnedRecommendation[]> {
  const rows = await ctx.db
    .select({ recommendation: recommendations, account: adAccounts, seen: SEEN })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(
      and(accountsOfCaller(ctx), inArray(recommendations.status, OPEN), isDue(ctx.clock.now())),
    )
    .orderBy(...IN_TURN_OF_ALL)
    .limit(MOST_OF_ALL)
  return rows.map(({ recommendation, account, seen }) => ({
    ...keptOf({ recommendation, seen }),
    customerId: account.googleCustomerId,
    accountName: account.name,
    expectedValueMicros: recommendation.expectedValueMicros,
  }))
}

export async function getSilence(ctx: CallerContext, googleCustomerId: string) {
  const account = await ownedAccount(ctx, googleCustomerId)
  const { customerId } = account
  const [analysis] = await ctx.db.select().from(analyses).where(eq(analyses.customerId, customerId))
  const reasons = (analysis?.silenced ?? []).map((one) => ({ ...one, ...toldRule(one.rule) }))
  const reading = await loadReading(ctx, account)
  const isAnalysing = await hasOpenJob(ctx, customerId)
  return {
    analysedAt: analysis?.analysedAt.toISOString() ?? null,
    isAnalysing,
    hadNoAds: await hadNoAds(ctx, account),
    stopped: isAnalysing ? null : stoppedText(analysis, await newestEnded(ctx, customerId)),
    reading: reading && { ...reading, waiting: reasons.filter(({ waits }) => waits) },
    reasons,
  }
}

/** The newest that failed or was cancelled: few have those states, so that the many that are done are not read. */
async function newestEnded(ctx: CallerContext, customerId: number) {
  const [newest] = await ctx.db
    .select({ status: jobs.status, problem: jobs.lastProblem, finishedAt: jobs.finishedAt })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, analyseAccount.name),
        inArray(jobs.status, ['failed', 'cancelled']),
        sql`${jobs.payload}->>'customerId' = ${String(customerId)}`,
      ),
    )
    .orderBy(desc(jobs.finishedAt))
    .limit(1)
  return newest
}

async function hasOpenJob(ctx: CallerContext, customerId: number): Promise<boolean> {
  const open = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, analyseAccount.name),
        inArray(jobs.status, ['waiting', 'running']),
        sql`${jobs.payload}->>'customerId' = ${String(customerId)}`,
      ),
    )
    .limit(1)
  return open.length > 0
}

type Read = { recommendation: typeof recommendations.$inferSelect; seen: string }

function keptOf({ recommendation: row, seen }: Read): KeptRecommendation {
  const { id, priority, status, createdAt, appliedAt } = row
  // Only `analyseAccount` writes bodies, and it writes the engine's own type.
  return { ...shownCard(row.body as Analysed), id, priority, status, createdAt, appliedAt, seen }
}

/** What the screen shows of the engine's output. */
export function shownCard(body: Analysed) {
  return {
    title: body.title,
    description: body.description,
    category: body.category,
    priority: body.priority,
    estimatedImpact: body.estimatedImpact,
    objectType: body.objectType,
    objectId: body.objectId,
    ...toldRule(body.rule),
    probability: body.probability,
    whyNow: body.whyNow,
    campaignId: body.campaignId,
    adGroupId: body.adGroupId,
    evidence: body.evidence,
  }
}
