import { and, eq, gte, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'

/** Whether anything of an account was changed from here, or taken back, at that instant or later. */
export async function isChangedSince(
  ctx: Context,
  customerId: number,
  since: Date,
): Promise<boolean> {
  const { at, undoneAt, undoSentAt } = accountChanges
  const [changed] = await ctx.db
    .select({ id: accountChanges.id })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        or(gte(at, since), gte(undoneAt, since), gte(undoSentAt, since)),
      ),
    )
    .limit(1)
  return changed !== undefined
}
