import { eq } from 'drizzle-orm'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'

/** As the engine takes them; nothing where the owner said nothing. */
export async function loadGoals(
  ctx: Context,
  customerId: number,
): Promise<Pick<AccountSnapshot, 'targetCpaMicros' | 'ownWords'>> {
  const known = await readGoals(ctx, customerId)
  if (!known) return {}
  const { targetCpaMicros, brandWords, protectedWords } = known
  return {
    ...(targetCpaMicros !== null && { targetCpaMicros }),
    ownWords: { brand: brandWords, protected: protectedWords },
  }
}

/** What the owner said; undefined where nothing was. */
export async function readGoals(ctx: Context, customerId: number) {
  const [row] = await ctx.db
    .select()
    .from(accountGoals)
    .where(eq(accountGoals.customerId, customerId))
  return row
}
