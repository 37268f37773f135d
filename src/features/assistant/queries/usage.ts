import { eq, gte, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { llmCalls } from '#platform/db/schema/assistant.ts'
import { monthStart, tokensThisMonth } from '#platform/llm.ts'
import { HOW_TO_TURN_ON } from '../rules/notices.ts'

const SPENT = {
  calls: sql<number>`count(*)::int`,
  inputTokens: sql<number>`sum(${llmCalls.inputTokens})::float8`,
  outputTokens: sql<number>`sum(${llmCalls.outputTokens})::float8`,
}

export async function getAssistant(ctx: CallerContext) {
  const { llm } = ctx.config
  const enabled = llm !== undefined && !ctx.caller.readOnly
  return {
    enabled,
    model: llm?.model ?? null,
    usedTokens: await tokensThisMonth(ctx),
    monthlyTokens: llm?.monthlyTokens ?? null,
    howTo: llm ? null : HOW_TO_TURN_ON,
  }
}

/** Of all users, this calendar month: what was called for, how it ended, and who called most. */
export async function getLlmUsage(ctx: CallerContext) {
  const from = monthStart(ctx)
  const { purpose, model, outcome, ms } = llmCalls
  const totals = await ctx.db
    .select({ purpose, model, outcome, ...SPENT, meanMs: sql<number>`round(avg(${ms}))::float8` })
    .from(llmCalls)
    .where(gte(llmCalls.at, from))
    .groupBy(purpose, model, outcome)
    .orderBy(purpose, model, outcome)
  const spenders = await ctx.db
    .select({ email: users.email, ...SPENT })
    .from(llmCalls)
    .innerJoin(users, eq(users.id, llmCalls.userId))
    .where(gte(llmCalls.at, from))
    .groupBy(users.email)
    .orderBy(sql`sum(${llmCalls.inputTokens} + ${llmCalls.outputTokens}) desc`, users.email)
  return { from: from.toISOString().slice(0, 10), totals, users: spenders }
}
