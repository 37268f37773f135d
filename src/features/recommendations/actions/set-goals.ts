import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'
import { enqueue } from '#platform/jobs.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import type * as goals from '../contract/goals.ts'
import { analyseAccount, analysisKey } from '../contract/recommendations.ts'
import { getGoals } from '../queries/goals.ts'

/** Keeps what the owner says of an account, and looks at it again in that light. */
export async function setGoals(ctx: CallerContext, input: InputOf<typeof goals.setGoals>) {
  const { customerId } = await ownedAccount(ctx, input.customerId)
  const values = {
    targetCpaMicros: input.cpaObjetivo === null ? null : Math.round(input.cpaObjetivo * MICROS),
    brandWords: distinct(input.palabrasDeMarca),
    protectedWords: distinct(input.palabrasProtegidas),
    updatedAt: ctx.clock.now(),
  }
  await ctx.db
    .insert(accountGoals)
    .values({ customerId, ...values })
    .onConflictDoUpdate({ target: accountGoals.customerId, set: values })
  await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
  return await getGoals(ctx, input.customerId)
}

/** The first spelling of each. */
function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>()
  return words.filter((word) => {
    const key = word.toLocaleLowerCase('es')
    return !seen.has(key) && seen.add(key)
  })
}
