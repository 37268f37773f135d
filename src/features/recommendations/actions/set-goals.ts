import { eq } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import { lookAtPages, pagesKey } from '#features/landing-pages/contract.ts'
import type { CallerContext } from '#platform/context.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount, analysisKey } from '../contract/recommendations.ts'
import { getGoals } from '../queries/goals.ts'
import type { SaidGoals } from '../rules/goals-on-wire.ts'
import { leavePool } from './pool-rules.ts'

/** Keeps what the owner says of an account, and looks at it again in that light. */
export async function setGoals(
  ctx: CallerContext,
  googleCustomerId: string,
  { targetCpa, brandWords, protectedWords, ...preferences }: SaidGoals,
) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const values = {
    ...(targetCpa !== undefined && {
      targetCpaMicros: targetCpa === null ? null : Math.round(targetCpa * MICROS),
    }),
    ...(brandWords && { brandWords: distinct(brandWords) }),
    ...(protectedWords && { protectedWords: distinct(protectedWords) }),
    ...preferences,
    updatedAt: ctx.clock.now(),
  }
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .insert(accountGoals)
      .values({ customerId, brandWords: [], protectedWords: [], ...values })
      .onConflictDoUpdate({ target: accountGoals.customerId, set: values })
    if (preferences.teachesOthers === false) await leavePool(ctx, customerId)
    if (preferences.looksAtPages === false)
      await ctx.db.delete(lookedPages).where(eq(lookedPages.customerId, customerId))
  })
  await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
  if (preferences.looksAtPages && ctx.config.advertiserWeb)
    await enqueue(ctx, lookAtPages, { customerId }, { uniqueKey: pagesKey(customerId) })
  return await getGoals(ctx, googleCustomerId)
}

/** The first spelling of each. */
function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>()
  return words.filter((word) => {
    const key = word.toLocaleLowerCase('es')
    return !seen.has(key) && seen.add(key)
  })
}
