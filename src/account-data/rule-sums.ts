import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import {
  type Learned,
  NO_POOL,
  NOTHING_LEARNED,
  othersOf,
  type RuleSums,
} from '#engine/effect/calibration.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { ruleForecasts, rulePools } from '#platform/db/schema/recommendations.ts'
import { readsOf } from './reads-of.ts'

/** `own`: what the account itself has measured; `cases`: of all accounts that it learns from, its own among them. */
export type KnownOfRule = { own: RuleSums | undefined; others: Learned; cases: number }

/** By rule, and of what is kept beside the rules, what an account and others know. */
export async function readRuleSums(
  ctx: Context,
  customerId: number,
): Promise<Map<string, KnownOfRule>> {
  const own = await readsOf(ctx, customerId)
    .select()
    .from(ruleForecasts)
    .where(eq(ruleForecasts.customerId, customerId))
  // Of no account: one row for each rule, of all of them.
  const pools = await ctx.db.select().from(rulePools)
  const ofOwner = await readSiblings(ctx, customerId)
  const rules = new Set([...own, ...pools].map(({ rule }) => rule))
  return new Map(
    [...rules].map((rule) => {
      const sums = own.find((one) => one.rule === rule)
      const pool = pools.find((one) => one.rule === rule)
      const inPool = { weight: sums?.pooledWeight ?? 0, value: sums?.pooledValue ?? 0 }
      const siblings = ofOwner.get(rule) ?? { ...NOTHING_LEARNED, cases: 0 }
      const others = othersOf(pool ?? NO_POOL, inPool, siblings)
      const areTold = others.weight > siblings.weight
      const ofOthers = areTold ? (pool?.cases ?? 0) - (sums?.pooledCases ?? 0) : siblings.cases
      return [rule, { own: sums, others, cases: ofOthers + (sums?.cases ?? 0) }]
    }),
  )
}

/** By rule, what the other accounts of the same owner have in the pools. */
async function readSiblings(
  ctx: Context,
  customerId: number,
): Promise<Map<string, Learned & { cases: number }>> {
  const { userId, customerId: id } = adAccounts
  const owner = ctx.db.select({ userId }).from(adAccounts).where(eq(id, customerId))
  const ofRule = await ctx.db
    .select({
      rule: ruleForecasts.rule,
      cases: sql<number>`sum(${ruleForecasts.pooledCases})`.mapWith(Number),
      weight: sql<number>`sum(${ruleForecasts.pooledWeight})`.mapWith(Number),
      value: sql<number>`sum(${ruleForecasts.pooledValue})`.mapWith(Number),
    })
    .from(ruleForecasts)
    .innerJoin(adAccounts, eq(id, ruleForecasts.customerId))
    .where(and(inArray(userId, owner), ne(id, customerId), gt(ruleForecasts.pooledCases, 0)))
    .groupBy(ruleForecasts.rule)
  return new Map(ofRule.map(({ rule, ...learned }) => [rule, learned]))
}
