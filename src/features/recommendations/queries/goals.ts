import { eq } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'
import { MICROS } from '#shared/metrics.ts'

export async function getGoals(ctx: CallerContext, googleCustomerId: string) {
  const { customerId, currencyCode } = await ownedAccount(ctx, googleCustomerId)
  const known = await readGoals(ctx, customerId)
  return {
    cpaObjetivo: known?.targetCpaMicros == null ? null : known.targetCpaMicros / MICROS,
    palabrasDeMarca: known?.brandWords ?? [],
    palabrasProtegidas: known?.protectedWords ?? [],
    moneda: currencyCode,
  }
}

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

async function readGoals(ctx: Context, customerId: number) {
  const [row] = await ctx.db
    .select()
    .from(accountGoals)
    .where(eq(accountGoals.customerId, customerId))
  return row
}
