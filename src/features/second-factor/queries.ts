import { asc, eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { passkeys, totpSecrets } from '#platform/db/schema/identity.ts'
import { recoveryCodesLeft } from './actions/factor-codes.ts'
import { isRequiredFor } from './actions/factors.ts'

export async function getSecondFactor(ctx: CallerContext) {
  const { userId, role } = ctx.caller
  const [app] = await ctx.db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))
  const keys = await ctx.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
  return {
    hasApp: Boolean(app?.confirmedAt),
    passkeys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      isSynchronised: key.backedUp,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(ctx, userId),
    isRequired: await isRequiredFor(ctx, { role }),
  }
}
