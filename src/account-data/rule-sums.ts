import { and, eq } from 'drizzle-orm'
import { NO_POOL, type RulePool } from '#engine/effect/calibration.ts'
import type { Context } from '#platform/context.ts'
import { ruleForecasts, rulePools } from '#platform/db/schema/recommendations.ts'
import { readsOf } from './reads-of.ts'

/** What all others know of a rule, or of what is kept beside the rules. */
export async function readOthers(
  ctx: Context,
  customerId: number,
  rule: string,
): Promise<RulePool> {
  const [own] = await readsOf(ctx, customerId)
    .select()
    .from(ruleForecasts)
    .where(and(eq(ruleForecasts.customerId, customerId), eq(ruleForecasts.rule, rule)))
  // Of no account: one row for each rule, of all of them.
  const [pool] = await ctx.db.select().from(rulePools).where(eq(rulePools.rule, rule))
  return withoutOwn(pool ?? NO_POOL, own)
}

export function withoutOwn(
  pool: RulePool,
  own:
    | Pick<typeof ruleForecasts.$inferSelect, 'pooledCases' | 'pooledWeight' | 'pooledValue'>
    | undefined,
): RulePool {
  if (!own || own.pooledCases === 0) return pool
  return {
    accounts: pool.accounts - 1,
    weight: pool.weight - own.pooledWeight,
    value: pool.value - own.pooledValue,
  }
}
