import { and, eq, gt, inArray, max, notInArray, sql } from 'drizzle-orm'
import { readShown } from '#account-data/budget-responses.ts'
import { BUDGET_RESPONSE, responseSumsOf } from '#engine/effect/budget-learning.ts'
import { MOST_OF_OWNER, POOLING, ruleSumsOf } from '#engine/effect/calibration.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { accountGoals, ruleForecasts, rulePools } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { amountsOf, readCases } from '../queries/calibration.ts'

/** What the account's own measured forecasts say of each rule, and its budgets of their exponent, put together anew. Safe to repeat. */
export async function storeRuleSums(ctx: Context, customerId: number): Promise<void> {
  const amounts = amountsOf(await readCases(ctx, customerId))
  const ofRules = [...Map.groupBy(amounts, ({ rule }) => rule)].map(([rule, own]) => ({
    customerId,
    rule,
    ...ruleSumsOf(own),
  }))
  const shown = await readShown(ctx, customerId)
  const ofBudgets = { customerId, rule: BUDGET_RESPONSE, ...responseSumsOf(shown) }
  const sums = shown.length > 0 ? [...ofRules, ofBudgets] : ofRules
  const rules = sums.map(({ rule }) => rule)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .delete(ruleForecasts)
      .where(
        and(
          eq(ruleForecasts.customerId, customerId),
          rules.length > 0 ? notInArray(ruleForecasts.rule, rules) : undefined,
        ),
      )
    if (sums.length === 0) return
    await ctx.db
      .insert(ruleForecasts)
      .values(sums)
      .onConflictDoUpdate({
        target: [ruleForecasts.customerId, ruleForecasts.rule],
        set: {
          cases: sql`excluded.cases`,
          weight: sql`excluded.weight`,
          value: sql`excluded.value`,
        },
      })
  })
}

const A_DAY_MS = 86_400_000
/** Any number, the same in all processes. */
const POOLS_LOCK = 1_738_204_117

/** Once a day: one row per rule over all accounts, so that an analysis reads no other owner's rows. */
export async function poolRulesWhenDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const [last] = await ctx.db.select({ at: max(rulePools.pooledAt) }).from(rulePools)
  if (last?.at && now.getTime() - last.at.getTime() < A_DAY_MS) return
  const weight = sql`1 / (1 / least(${ruleForecasts.weight}, ${POOLING.mostWeight}::float8) + ${POOLING.account}::float8)`
  // What the sample accounts lived through is no real account's experience.
  const samples = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .innerJoin(users, eq(users.id, adAccounts.userId))
    .where(eq(users.isDemo, true))
  await inTransaction(ctx, async (ctx) => {
    await holdPools(ctx)
    const keptOut = await ctx.db
      .select({ customerId: accountGoals.customerId })
      .from(accountGoals)
      .where(eq(accountGoals.teachesOthers, false))
    const out = [...samples, ...keptOut].map(({ customerId }) => customerId)
    await ctx.db
      .update(ruleForecasts)
      .set({
        pooledCases: sql`${ruleForecasts.cases}`,
        pooledWeight: weight,
        pooledValue: sql`${weight} * ${ruleForecasts.value} / ${ruleForecasts.weight}`,
      })
      .where(and(gt(ruleForecasts.weight, 0), notInArray(ruleForecasts.customerId, out)))
    await takeOut(ctx, out)
    await addUpPools(ctx, now)
  })
}

/** At once, and as if the account had never been among the others: what is left is what they alone would have. */
export async function leavePool(ctx: Context, customerId: number): Promise<void> {
  await holdPools(ctx)
  const [last] = await ctx.db.select({ at: max(rulePools.pooledAt) }).from(rulePools)
  const left = await takeOut(ctx, [customerId])
  if (last?.at && left > 0) await addUpPools(ctx, last.at)
}

/**
 * One transaction at a time: a pool that is being made must not bring back an account that leaves meanwhile. Locks of its rows
 * would not do: who waited for them finds new ones.
 */
async function holdPools(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${POOLS_LOCK})`)
}

/** How many of their sums were in a pool. */
async function takeOut(ctx: Context, customerIds: readonly number[]): Promise<number> {
  const left = await ctx.db
    .update(ruleForecasts)
    .set({ pooledCases: 0, pooledWeight: 0, pooledValue: 0 })
    .where(and(inArray(ruleForecasts.customerId, customerIds), gt(ruleForecasts.pooledCases, 0)))
    .returning({ rule: ruleForecasts.rule })
  return left.length
}

async function addUpPools(ctx: Context, at: Date): Promise<void> {
  await ctx.db.delete(rulePools)
  await ctx.db.execute(sql`
    insert into rule_pools (rule, accounts, cases, weight, value, pooled_at)
    select rule, count(*), sum(cases), sum(part * weight), sum(part * value), ${at.toISOString()}::timestamptz
    from (
      select f.rule, sum(f.pooled_cases) as cases, sum(f.pooled_weight) as weight, sum(f.pooled_value) as value,
        least(1, ${MOST_OF_OWNER}::float8 / sum(f.pooled_weight)) as part
      from rule_forecasts f left join ad_accounts a on a.customer_id = f.customer_id
      where f.pooled_cases > 0
      group by f.rule, a.user_id, case when a.user_id is null then f.customer_id end) of_owners
    group by rule`)
}
